import { describe, expect, test } from "vitest";
import { changedFunctions } from "#probe/plan-breaks.ts";
import { openFile } from "../helpers/probe-files.ts";

async function worth(path: string, head: string, base?: string): Promise<Record<string, readonly number[]>> {
  const found = changedFunctions([await openFile(path, head, base)]);
  return Object.fromEntries(found.map(({ symbol, worthTesting }) => [symbol, worthTesting]));
}

describe("changed lines that are worth a test", () => {
  test("belong to the innermost function", async () => {
    const head = "def outer(a):\n    def inner(b):\n        return b + a\n    return inner(a)\n";
    expect(await worth("a.py", head)).toEqual({ outer: [4], inner: [3] });
  });

  test("do more than warn, log or show", async () => {
    const head =
      'import warnings\ndef f(a):\n    if a > 3:\n        warnings.warn(f"{a} is old")\n        logger.info("old")\n    return a\nclass C:\n    def __repr__(self):\n        return f"C({self.a})"\n';
    expect(await worth("a.py", head)).toEqual({ f: [6], "C.__repr__": [] });
  });

  test("include those that throw", async () => {
    const head = "export function f(a) {\n  if (a < 0)\n    throw new Error(`no ${a}`);\n  return a;\n}\n";
    expect((await worth("a.ts", head))["f"]).toContain(3);
  });

  test("are not those that only write the same in another way", async () => {
    const base = "def f(a):\n    b = run('x', a)\n    return b\n";
    expect(await worth("a.py", base.replace("'x', a", '"x",\n            a'), base)).toEqual({ f: [] });
  });
});

test("a module of Python whose name begins with an underscore is not for others", async () => {
  const isExported = async (path: string) =>
    changedFunctions([await openFile(path, "def f(a):\n    return a\n")])[0]?.isExported;
  expect(await isExported("pkg/_utils.py")).toBe(false);
  expect(await isExported("pkg/__init__.py")).toBe(true);
  expect(await isExported("pkg/utils.py")).toBe(true);
});
