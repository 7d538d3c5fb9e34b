import { describe, expect, test } from "vitest";
import { planReverts } from "#probe/plan-breaks.ts";
import { openFile } from "../helpers/probe-files.ts";

async function reverts(path: string, base: string, head: string, subjects?: string[]): Promise<string[]> {
  const file = await openFile(path, head, base);
  return planReverts([file], { subjects }).map(({ break: { text, symbol } }) => `${symbol ?? "-"}: ${text}`);
}

const BASE = `import { run } from "./run";
export function first(a) {
  run(a);
  return a;
}
const limit = 3;
${"\n".repeat(8)}export function second(a) {
  stop(a);
  return a;
}
`;

describe("hunks that are taken back", () => {
  test("each on its own, those in functions first", async () => {
    const head = BASE.replace("limit = 3", "limit = 4").replace("stop(a);", "stop(a, 1);");
    const file = await openFile("a.ts", head, BASE);
    const planned = planReverts([file]);
    expect(planned.map(({ break: { text, symbol } }) => [symbol, text])).toEqual([
      ["second", "`stop(a, 1);` turned back into `stop(a);`"],
      [undefined, "`const limit = 4;` turned back into `const limit = 3;`"],
    ]);
    expect(planned[0]?.contents).toBe(BASE.replace("limit = 3", "limit = 4"));
  });

  test("lines that are new, and lines that are gone", async () => {
    expect(await reverts("a.ts", BASE, BASE.replace("  run(a);\n", "  run(a);\n  log(a);\n  mark(a);\n"))).toEqual([
      "first: the 2 new lines from line 4 removed",
    ]);
    expect(await reverts("a.ts", BASE, BASE.replace("  run(a);\n", ""))).toEqual([
      "first: the removed line `run(a);` put back",
    ]);
  });

  test.each([
    ["a comment", BASE.replace("  run(a);", "  // why\n  run(a);")],
    ["blank lines and layout", BASE.replace("  run(a);", "\n    run(\n      a,\n    );\n")],
    ["an import", BASE.replace('import { run } from "./run";', 'import { run } from "./other";')],
    ["a type", BASE.replace("second(a)", "second(a: string)")],
    ["a log", BASE.replace("  stop(a);", "  console.log(a);\n  stop(a);")],
    ["a new function", BASE.replace("const limit", "function third(a) {\n  run(a);\n}\nconst limit")],
    ["a name that is replaced everywhere", BASE.replaceAll("limit", "most")],
  ])("%s is left alone", async (_what, head) => {
    expect(await reverts("a.ts", BASE, head)).toEqual([]);
  });

  test("optional chaining in place of `&&` is left alone", async () => {
    const base = "export function first(a) {\n  const b = 1;\n  if (a && a.open) run(a);\n  return b;\n}\n";
    expect(await reverts("a.ts", base, base.replace("a && a.open", "a?.open"))).toEqual([]);
  });

  test("a value in place of another one is no new name", async () => {
    expect(
      await reverts("a.ts", BASE, BASE.replace("  stop(a);\n  return a;", "  stop(a);\n  return limit;")),
    ).toHaveLength(1);
  });

  test("nothing of a change that claims to keep the behaviour, unless it breaks something", async () => {
    const head = BASE.replace("stop(a);", "stop(a, 1);");
    expect(await reverts("a.ts", BASE, head, ["refactor(queue): shorter"])).toEqual([]);
    expect(await reverts("a.ts", BASE, head, ["refactor!: stricter"])).toHaveLength(1);
    expect(await reverts("a.ts", BASE, head, ["refactor: shorter", "fix: stop in time"])).toHaveLength(1);
  });

  test("a hunk that does not parse without the others is left alone", async () => {
    const lines = "  run(a);\n".repeat(9);
    const base = `export function first(a) {\n${lines}}\n`;
    const head = `export function first(a) {\n  if (a) {\n${lines}  }\n}\n`;
    expect(await reverts("a.ts", base, head)).toHaveLength(0);
  });

  test("no file that is new", async () => {
    const file = await openFile("a.ts", BASE);
    expect(planReverts([file])).toEqual([]);
  });
});
