import { expect, test } from "vitest";
import { groundFinding } from "#steps/ground-findings/ground-finding.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import { aFinding } from "../../helpers/builders.ts";
import { makeIndex } from "../../helpers/change.ts";

const OLD = "one();\nguard();\ntwo();\nthree();\nfour();\nfive();\nsix();\n";
const NEW = "one();\ntwo();\nthree();\nfour();\nfive();\nfresh();\nsix();\n";

async function source() {
  return sourceFromIndex(
    await makeIndex({
      base: { "src/a.ts": OLD, "src/gone.ts": "old();\n", "src/was.ts": `${OLD}seven();\n` },
      head: { "src/a.ts": NEW, "src/is.ts": `${NEW}seven();\n`, "x/a.ts": "", "docs/only.md": "two();\r\n" },
      renames: { "src/is.ts": "src/was.ts" },
    }),
  );
}

test("the index of a change tells what was added, removed and renamed", async () => {
  const { addedLines, linesBesideRemoved, removedPaths, changedPaths } = await source();
  expect([...addedLines("src/a.ts")]).toEqual([6]);
  expect([...linesBesideRemoved("src/a.ts")].sort()).toEqual([1, 2]);
  expect([...removedPaths]).toEqual(
    expect.arrayContaining([
      ["src/gone.ts", undefined],
      ["src/was.ts", "src/is.ts"],
    ]),
  );
  expect(changedPaths).not.toContain("src/gone.ts");
});

test("paths are resolved by a unique ending, lines come without their ends", async () => {
  const from = await source();
  expect(await from.resolvePath("a.ts")).toBeUndefined();
  expect(await from.resolvePath("src/a.ts")).toBe("src/a.ts");
  expect(await from.resolvePath("only.md")).toBe("docs/only.md");
  expect(await from.readLines("docs/only.md")).toEqual(["two();"]);
  expect(await from.readLines("nowhere")).toBeUndefined();
  expect(await from.readLines("src/a.ts")).toBe(await from.readLines("src/a.ts"));
  expect((await from.readBaseLines("src/is.ts"))?.[1]).toBe("guard();");
  expect(await from.isVerbatim("src/a.ts")).toBe(true);
  expect(await from.isVerbatim("docs/only.md")).toBe(false);
  expect(await from.isVerbatim("nowhere")).toBe(false);
});

test("a finding on a removed guard is a regression, one beside nothing a gap", async () => {
  const from = await source();
  const classOf = async (code: string) => {
    const finding = aFinding({ locations: [{ path: "src/a.ts", start: 2, end: 2 }], quotes: [{ code }] });
    return (await groundFinding(finding, from)).class.computed;
  };
  expect(await classOf("guard();")).toBe("regression");
  expect(await classOf("two();")).toBe("regression");
  expect(await classOf("four();")).toBe("gap");
  const bare = aFinding({ locations: [{ path: "src/a.ts", start: 1, end: 1 }] });
  expect((await groundFinding(bare, from)).class.computed).toBe("regression");
});
