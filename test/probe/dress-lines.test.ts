import { describe, expect, test } from "vitest";
import { isTurnedAround } from "#probe/dress-lines.ts";
import { changedFunctions, planMutations } from "#probe/plan-breaks.ts";
import { openFile } from "../helpers/probe-files.ts";

const mutated = async (path: string, base: string, head: string): Promise<number[]> =>
  planMutations([await openFile(path, head, base)]).map(({ break: { line } }) => line);

describe("no mutation of a line that says what was there before", () => {
  const BASE = "export function f(a) {\n  if (a < 3) stop('x');\n  return run(a);\n}\n";
  test.each([
    ["with other quotes and another layout", BASE.replace("  if (a < 3) stop('x');", '    if (a < 3) stop("x")')],
    [
      "with a constant in place of its value",
      `const LEAST = 3;\n${BASE.replace("a < 3", "a < LEAST").replace("run(a)", "run(a)")}`,
    ],
  ])("%s", async (_, head) => {
    const line = head.split("\n").findIndex((each) => each.includes("stop(")) + 1;
    expect(await mutated("a.js", BASE, head)).not.toContain(line);
  });

  test("but of one that says something else", async () => {
    expect(await mutated("a.js", BASE, BASE.replace("a < 3", "a < 5"))).toContain(2);
  });
});

test("the text of an error is not worth a test, the error is", async () => {
  const base = 'package a\nfunc F(a int) error {\n\tif a < 0 {\n\t\treturn fmt.Errorf("no")\n\t}\n\treturn nil\n}\n';
  const worth = async (head: string, before?: string) =>
    changedFunctions([await openFile("a.go", head, before)])[0]?.worthTesting;
  expect(await worth(base.replace("fmt.Errorf", "errors.New"), base)).toEqual([]);
  expect(await worth(base)).toContain(4);
});

test("a function that only passes a call on is not worth a test", async () => {
  const [only] = changedFunctions([await openFile("a.py", "def f(a):\n    return g(a)\n")]);
  expect(only?.worthTesting).toEqual([]);
});

describe("a condition that is turned around", () => {
  test("does the same if a way out came with it", () => {
    const before = ["if (x != nil) {", "  run(x)", "}"];
    expect(isTurnedAround(before, ["if (x == nil) {", "  return", "}", "run(x)"])).toBe(true);
  });
  test("is another condition if nothing else changed", () => {
    expect(isTurnedAround(["if (x != nil) {", "  run(x)", "}"], ["if (x == nil) {", "  run(x)", "}"])).toBe(false);
  });
});
