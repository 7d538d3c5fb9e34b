import { describe, expect, test } from "vitest";
import { planMutations } from "#probe/plan-breaks.ts";
import { openFile } from "../helpers/probe-files.ts";

/** What is planned in a file that is all new: operator, function and phrase. */
async function phrases(path: string, text: string): Promise<string[]> {
  return planMutations([await openFile(path, text)]).map(
    ({ break: { operator, text: phrase } }) => `${operator}: ${phrase}`,
  );
}

/** A body in a function of the language of the file. */
function inFunction(path: string, body: string): string {
  const indent = (by: string): string => body.replaceAll(/^(?=.)/gm, by);
  if (path.endsWith(".py")) return `async def send(self, a, b, items, done):\n${indent("    ")}\n`;
  if (path.endsWith(".go"))
    return `package mail\n\nfunc Send(a, b int, items []string) (int, error) {\n${indent("\t")}\n}\n`;
  return `export async function send(a, b, items, user) {\n${indent("  ")}\n}\n`;
}

describe("every operator, by language", () => {
  test.each([
    ["a.ts", "if (a > b) return;\nrun(a);", "guard-removed: the guard `if (a > b)` removed"],
    [
      "a.ts",
      'if (a > b) {\n  throw new Error("too many");\n}\nrun(a);',
      "guard-removed: the guard `if (a > b)` removed",
    ],
    [
      "a.ts",
      "for (const item of items) {\n  if (item.old) continue;\n  run(item);\n}",
      "guard-removed: the guard `if (item.old)` removed",
    ],
    ["a.ts", "if (a > b) {\n  run(a);\n}", "condition-true: the condition `a > b` always true"],
    [
      "a.ts",
      "if (items.length > 0) {\n  run(items[0]);\n}",
      "condition-false: the condition `items.length > 0` always false",
    ],
    ["a.ts", "const c = a === b ? a : run(b);", "condition-true: the condition `a === b` always true"],
    ["a.ts", "const c = a === b && user.active;", "operand-dropped: `&& user.active` dropped from the condition"],
    ["a.ts", "run(a);", "call-removed: the call `run(a)` removed"],
    ["a.ts", "const late = a.at < b.at;", "boundary: `<` turned into `<=` in `a.at < b.at`"],
    ["a.ts", "const c = await run(b);", "await-removed: `await` removed from `await run(b)`"],
    ["a.ts", "const c = a.limit ?? 7;", "default: the default `?? 7` removed"],
    ["a.ts", "const c = a - 1;", "operator-swapped: `-` turned into `+` in `a - 1`"],
    ["a.ts", "user.seen = a;", "assignment-removed: the assignment `user.seen = a` removed"],
    ["a.ts", "return run(a);", "return-value: `undefined` returned in place of `run(a)`"],
    ["a.ts", "run(a);\nreturn true;", "return-value: `false` returned in place of `true`"],
    ["a.ts", "return a === b;", "return-value: the opposite of `a === b` returned"],
    [
      "a.ts",
      "try {\n  run(a);\n} catch (error) {\n  throw new Refused(error);\n}",
      "error-path: the error swallowed: `throw new Refused(error)` removed",
    ],
    [
      "a.ts",
      "try {\n  run(a);\n} catch {\n  user.failed = a;\n  stop();\n}",
      "error-path: what is done about the error removed: `user.failed = a` …",
    ],
    ["a.tsx", "if (a > b) return null;\nreturn <p>{a}</p>;", "guard-removed: the guard `if (a > b)` removed"],
    ["a.mjs", "if (a > b) return;\nrun(a);", "guard-removed: the guard `if (a > b)` removed"],
    ["a.py", "if a > b:\n    return\nrun(a)", "guard-removed: the guard `if a > b` removed"],
    ["a.py", 'if a > b:\n    raise ValueError("too many")\nrun(a)', "guard-removed: the guard `if a > b` removed"],
    ["a.py", "if a > b:\n    run(a)", "condition-true: the condition `a > b` always true"],
    ["a.py", "c = a == b and done.ready", "operand-dropped: `and done.ready` dropped from the condition"],
    ["a.py", "c = a if a == b else run(b)", "condition-true: the condition `a == b` always true"],
    ["a.py", "run(a)", "call-removed: the call `run(a)` removed"],
    ["a.py", "await run(a)", "call-removed: the call `run(a)` removed"],
    ["a.py", "late = a.at < b.at", "boundary: `<` turned into `<=` in `a.at < b.at`"],
    ["a.py", "return a == b", "return-value: the opposite of `a == b` returned"],
    ["a.py", "return run(a)", "return-value: `None` returned in place of `run(a)`"],
    ["a.py", "c = a.limit or 7", "default: the default `or 7` removed"],
    ["a.py", "self.seen = a", "assignment-removed: the assignment `self.seen = a` removed"],
    [
      "a.py",
      "try:\n    run(a)\nexcept KeyError:\n    self.failed = a",
      "error-path: what is done about the error removed: `self.failed = a`",
    ],
    ["a.go", "if a > b {\n\treturn 0, nil\n}\nreturn run(a)", "guard-removed: the guard `if a > b` removed"],
    [
      "a.go",
      "if err := check(a); err != nil {\n\tclean(a)\n\treturn 0, err\n}\nreturn run(a)",
      "error-path: the guard `if err != nil` removed",
    ],
    ["a.go", "if a > b {\n\trun(a)\n}\nreturn run(a)", "condition-true: the condition `a > b` always true"],
    [
      "a.go",
      "if a > b && ready {\n\trun(a)\n} else {\n\tstop(b)\n}\nreturn run(a)",
      "condition-true: the condition `a > b && ready` always true",
    ],
    ["a.go", "late := a < b\nreturn run(late)", "boundary: `<` turned into `<=` in `a < b`"],
    ["a.go", "run(a)\nreturn stop(a)", "call-removed: the call `run(a)` removed"],
    ["a.go", "return count(items), nil", "return-value: `0` returned in place of `count(items)`"],
    [
      "a.go",
      'return 0, fmt.Errorf("refused: %d", a)',
      'error-path: `nil` returned in place of `fmt.Errorf("refused: %d", a)`',
    ],
  ])("%s: %s", async (path, body, expected) => {
    expect(await phrases(path, inFunction(path, body))).toContain(expected);
  });

  test("the default of a parameter", async () => {
    expect(await phrases("a.ts", "export function send(to, tries = 3) {\n  return run(to, tries);\n}\n")).toContain(
      "default: the default of `tries` turned from `3` into `4`",
    );
    expect(await phrases("a.py", "def send(to, strict: bool = False):\n    return run(to, strict)\n")).toContain(
      "default: the default of `strict` turned from `False` into `True`",
    );
  });

  test("not the default of a parameter beside one that the change adds", async () => {
    const before = "def send(to, strict=False):\n    return run(to, strict)\n";
    const head = before
      .replace("to, strict=False", "to, tries=3, strict=False")
      .replace("to, strict)", "to, tries, strict)");
    const planned = planMutations([await openFile("a.py", head, before)]).map(({ break: { text } }) => text);
    expect(planned).toContain("the default of `tries` turned from `3` into `4`");
    expect(planned.join()).not.toContain("`strict` turned");
  });
});

describe("lines whose break says nothing are left alone", () => {
  test.each([
    ["a.ts", "console.log(a);", "logs"],
    ["a.ts", "this.logger.warn(a);", "a logger"],
    ["a.ts", "if (a > b) {\n  logger.info(a);\n}", "a branch that only logs"],
    ["a.ts", "metrics.increment(a);", "metrics"],
    ["a.ts", "const message = a > b ? a : b;", "a message"],
    ["a.ts", "const c = a?.b?.c;", "optional chaining"],
    ["a.ts", "const c = a && a.b;", "protection against nothing"],
    ["a.ts", "const isFull = items.length > 0;", "a length against zero"],
    ["a.ts", "user.seen = undefined;", "an initial value"],
    ["a.ts", "user.list = [];", "an empty list"],
    ["a.ts", "for (let i = 0; i < b; i++) {\n  console.log(i);\n}", "the bound of a loop"],
    ["a.ts", "if (cache.has(a)) return cache.get(a);", "a cache"],
    ["a.ts", "cache.set(a, b);", "what a cache remembers"],
    ["a.ts", "if (a > b) {\n  return find(a, b);\n}\nreturn find(b);", "two ways into one call", ["return-value"]],
    ["a.ts", 'if (process.platform === "win32") {\n  run(a);\n}', "another platform"],
    ["a.ts", "if (DEBUG) {\n  run(a);\n}", "debugging"],
    ["a.ts", "if (items.length === 0) return [];", "nothing for nothing"],
    ["a.ts", "if (timer) clearTimeout(timer);", "a question that changes nothing", ["call-removed"]],
    ["a.ts", "await sleep(a);", "a sleep"],
    ["a.ts", "process.exit(1);", "the end of the program"],
    ["a.ts", "expect(a).toBe(b);", "a claim"],
    ["a.ts", 'process.emitWarning("old");', "a deprecation"],
    ["a.ts", "mutex.acquire();", "a lock"],
    ["a.ts", "return 'a text';", "a mere text"],
    ["a.py", "print(a)", "print"],
    ["a.py", 'logging.getLogger("a").info(a)', "logging"],
    ["a.py", "assert a > b", "a claim"],
    ["a.py", 'warnings.warn("old", DeprecationWarning)', "a deprecation"],
    ["a.py", "if TYPE_CHECKING:\n    run(a)", "types"],
    ["a.py", "if not items:\n    return []", "nothing for nothing"],
    ["a.py", "time.sleep(a)", "a sleep"],
    ["a.py", "sys.exit(1)", "the end of the program"],
    ["a.py", "raise NotImplementedError", "what subclasses write"],
    ["a.py", "try:\n    import yaml\nexcept ImportError:\n    self.yaml = a", "what may be missing"],
    ["a.go", 'log.Printf("%d", a)\nreturn 0, nil', "log"],
    ["a.go", "fmt.Println(a)\nreturn 0, nil", "the terminal"],
    ["a.go", "mu.Lock()\ndefer mu.Unlock()\nreturn 0, nil", "a lock"],
    ["a.go", "defer file.Close()\nreturn 0, nil", "a file that is closed"],
    ["a.go", 'if runtime.GOOS == "windows" {\n\trun(a)\n}\nreturn 0, nil', "another platform"],
    ["a.go", "time.Sleep(1)\nreturn 0, nil", "a sleep"],
  ])("%s: %s (%s)", async (path, body, _why, but: string[] = []) => {
    const found = await phrases(path, inFunction(path, body));
    expect(found.filter((phrase) => !but.some((operator) => phrase.startsWith(operator)))).toEqual([]);
  });

  test.each([
    ["a.ts", "class Queue {\n  toString() {\n    return this.name + this.size();\n  }\n}\n", "toString"],
    ["a.ts", "class Queue {\n  get name() {\n    return this.label;\n  }\n}\n", "a getter of a field"],
    ["a.py", "class Queue:\n    def __repr__(self):\n        return make(self)\n", "__repr__"],
    ["a.py", "@overload\ndef send(to, strict: bool = False) -> int: ...\n", "an overload"],
    ["a.go", "package mail\n\nfunc (q *Queue) String() string {\n\treturn make(q)\n}\n", "String"],
    ["a.ts", "interface Queue {\n  size: number;\n}\ntype Names = string[];\n", "types"],
    ["a.ts", 'export const VERSION = "1.2.3";\n', "a version"],
    ["a.py", 'if __name__ == "__main__":\n    main()\n', "the start of a script"],
  ])("%s: %s (%s)", async (path, text) => {
    expect(await phrases(path, text)).toEqual([]);
  });
});

describe("which mutations are chosen", () => {
  const MANY = Array.from({ length: 12 }, (_, at) => `  if (a > ${at + 2}) run${at}(a);`).join("\n");

  test("at most one a line and seven a file", async () => {
    const planned = planMutations([await openFile("a.ts", `export function send(a) {\n${MANY}\n}\n`)]);
    expect(planned).toHaveLength(7);
    expect(new Set(planned.map(({ break: { line } }) => line)).size).toBe(7);
  });

  test("only lines that the change wrote", async () => {
    const base = "export function send(a) {\n  first(a);\n  second(a);\n}\n";
    const file = await openFile("a.ts", base.replace("second(a)", "second(a, 1)"), base);
    expect(planMutations([file]).map(({ break: { line } }) => line)).toEqual([3]);
  });

  test("only lines that some test runs, if that is known; neither a guard whose exit no test takes", async () => {
    const text = "export function send(a, b) {\n  if (a > b) {\n    return;\n  }\n  run(a);\n  stop(a);\n}\n";
    const file = await openFile("a.ts", text);
    const covered = new Map([["a.ts", new Set([2, 5])]]);
    expect(planMutations([file], { covered }).map(({ break: { text: phrase } }) => phrase)).toEqual([
      "the call `run(a)` removed",
    ]);
    expect(planMutations([file]).map(({ break: { line } }) => line)).toEqual([2, 5, 6]);
  });

  test("lines may be left out", async () => {
    const file = await openFile("a.ts", "export function send(a) {\n  run(a);\n  stop(a);\n}\n");
    const planned = planMutations([file], { skip: (path, line) => path === "a.ts" && line === 2 });
    expect(planned.map(({ break: { line } }) => line)).toEqual([3]);
  });

  test("guards and error paths come first, and no function has all the places", async () => {
    const text = `export function first(a) {\n${MANY}\n}\nexport function second(a) {\n  if (a.old) return;\n  stop(a);\n}\n`;
    const planned = planMutations([await openFile("a.ts", text)]);
    expect(planned[0]?.break).toMatchObject({ operator: "guard-removed", symbol: "second" });
    expect(planned.filter(({ break: { symbol } }) => symbol === "first").length).toBeLessThan(7);
  });

  test("Go code compiles still: what would leave a variable or an import unused is not removed", async () => {
    const text =
      'package mail\n\nimport "fmt"\n\nfunc Send(a int) error {\n\tname := label(a)\n\tstore(name)\n\treturn fmt.Errorf("refused: %d", a)\n}\n';
    expect(planMutations([await openFile("a.go", text)])).toEqual([]);
  });

  test("the enclosing function is named with its class or receiver", async () => {
    const names = async (path: string, text: string): Promise<unknown[]> =>
      planMutations([await openFile(path, text)]).map(({ break: { symbol } }) => symbol);
    expect(await names("a.ts", "class Queue {\n  drain(a) {\n    run(a);\n  }\n}\n")).toEqual(["Queue.drain"]);
    expect(await names("a.ts", "export const drain = async (a) => {\n  run(a);\n};\n")).toEqual(["drain"]);
    expect(await names("a.js", "Queue.prototype.drain = function (a) {\n  run(a);\n};\n")).toEqual(["Queue.drain"]);
    expect(await names("a.py", "class Queue:\n    def drain(self, a):\n        run(a)\n")).toEqual(["Queue.drain"]);
    expect(await names("a.go", "package a\n\nfunc (q *Queue[T]) Drain(a int) {\n\trun(a)\n}\n")).toEqual([
      "Queue.Drain",
    ]);
  });
});
