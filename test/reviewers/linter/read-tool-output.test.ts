import { describe, expect, test } from "vitest";
import type { ToolFormat } from "#model/panel/tool-hit.ts";
import { readToolOutput } from "#reviewers/linter/read-tool-output.ts";
import { SAMPLES } from "./samples.ts";

const read = (text: string, format?: ToolFormat, more: { errors?: string; isGreen?: boolean } = {}) =>
  readToolOutput({ text, errors: more.errors ?? "", isGreen: more.isGreen ?? false }, { format, tool: "lint" });

describe.each(SAMPLES)("$name", ({ text, errors, isGreen, format, tool, first, count }) => {
  test("is recognised and read", () => {
    const output = read(text, undefined, { errors, isGreen });
    expect(output).toMatchObject({ format, tools: [tool], notUnderstood: undefined });
    expect(output?.hits).toHaveLength(count);
    expect(output?.hits[0]).toMatchObject({ tool, ...first });
    expect(read(text, format as ToolFormat, { errors, isGreen })).toEqual(output);
  });

  test("that breaks off anywhere is never read as clean, if the user named the format", () => {
    const whole = errors === undefined ? text : errors;
    for (let length = 0; length < whole.trimEnd().length; length += 7) {
      const part = whole.slice(0, length);
      const output =
        errors === undefined ? read(part, format as ToolFormat) : read("", format as ToolFormat, { errors: part });
      const isSilent = output?.hits.length === 0 && output.notUnderstood === undefined;
      expect(isSilent, part).toBe(false);
    }
  });
});

test("what no linter prints is none", () => {
  for (const text of [
    "",
    "ok 1 - sends\n# pass 12\n",
    "[]",
    "{}",
    '{"a":1}',
    "Error: no\n    at a.js:3:4\n",
    "[1/4] built\n",
  ]) {
    expect(read(text), text).toBeUndefined();
  }
});

test("an empty list is no finding for a tool that is known, and nothing where it should have printed something", () => {
  expect(read("[]", "eslint", { isGreen: true })).toMatchObject({
    hits: [],
    notUnderstood: undefined,
    tools: ["ESLint"],
  });
  expect(read("", "eslint", { isGreen: true })?.notUnderstood).toBe("it printed nothing");
  expect(read("", "tsc", { isGreen: true })).toMatchObject({ hits: [], notUnderstood: undefined });
  expect(read("Killed\n", "tsc")?.notUnderstood).toBe("it failed, and nothing in its output was understood");
  expect(read("All checks passed!\n", "ruff", { isGreen: true })?.notUnderstood).toBeUndefined();
  expect(read("hello\n", "sarif", { isGreen: true })?.notUnderstood).toBe("its output is not in this format");
});

test("a list of a tool with an entry that is odd is not understood", () => {
  const file = { filePath: "/copy/code/a.js", messages: [{ ruleId: "a", severity: 2, message: "No.", line: 1 }] };
  expect(read(JSON.stringify([file, { filePath: 3 }]))?.notUnderstood).toBeDefined();
  expect(read(JSON.stringify([{ ...file, messages: [null, ...file.messages] }]))).toMatchObject({
    hits: { length: 1 },
    notUnderstood: "1 entry not understood",
  });
  expect(read('{"summary":{"diagnosticsNotPrinted":9},"diagnostics":[]}')?.notUnderstood).toContain("did not print 9");
  expect(read('{"Issues":null,"Report":{"Error":"no go files"}}')?.notUnderstood).toBe("it failed: no go files");
});

test("inherited names and values of the wrong type are nothing", () => {
  const text = JSON.stringify([
    { filePath: "a.js", messages: [{ ruleId: {}, severity: "2", message: "m", line: "x", endLine: -1 }] },
  ]);
  expect(read(text)?.hits).toEqual([
    { tool: "ESLint", rule: "", message: "m", isError: false, file: "a.js", start: undefined, end: undefined },
  ]);
  expect(read('{"constructor":{"diagnostics":[]},"__proto__":{"runs":[]}}')).toBeUndefined();
});

const LONG = 4_000_000;
test.each([
  ["open brackets", "[".repeat(LONG)],
  ["lines that begin like lists", '["a\n'.repeat(LONG / 8)],
  ["lines that begin like objects", '{"a": {\n'.repeat(LONG / 8)],
  ["quotes", `[${'"'.repeat(LONG)}`],
  ["tags without an end", `<checkstyle>${"<error '".repeat(LONG / 8)}`],
  ["one tag", `<checkstyle><error ${'a="b" '.repeat(LONG / 8)}`],
  ["a line of TypeScript's without its end", `${"a(".repeat(LONG / 2)}: error TS`],
  ["a line of mypy's", `a.py:1: error: ${"a  [".repeat(LONG / 4)}`],
  ["a line of Go's", `# a\n${"a.go".repeat(LONG / 4)}`],
  ["half a million hits", '{"message":"m","location":{"path":"a"}}\n'.repeat(100_000)],
])("%s are read to their end", (_, text) => {
  for (const format of [undefined, "eslint", "checkstyle", "tsc", "mypy", "ruff", "go-vet"] as const)
    read(text, format);
});

test("places in a form that is not known are not taken for silence, also if the command succeeds", () => {
  const green = { isGreen: true };
  for (const format of ["tsc", "go-vet"] as const) {
    expect(read("> relay@1 types\n> tsc --noEmit\n", format, green)?.notUnderstood).toBeUndefined();
    expect(read("src/a.ts(2,14): Fehler TS2322: Der Typ.\n", format, green)?.notUnderstood).toBe(
      "it names places in a form that is not known",
    );
    expect(read('[{"filePath":"/copy/code/a.js","messages":[]}]', format, green)?.notUnderstood).toBeDefined();
  }
});

test("a list that is shorter than the tool says is not understood", () => {
  const mypy = "a.py:1: error: No  [x]\n";
  expect(read(`${mypy}Found 1 error in 1 file (checked 2 source files)\n`)?.notUnderstood).toBeUndefined();
  const short = "it says that it found 40, and 1 of them was read";
  expect(read(`${mypy}Found 40 errors in 2 files (checked 3 source files)\n`)?.notUnderstood).toBe(short);
  const twice = "a.py: error: Source file found twice\nFound 1 error in 1 file (errors prevented further checking)\n";
  expect(read(twice, "mypy")?.notUnderstood).toBe("it says that it found 1, and none of them was read");
  expect(read("a.py:1:1: F401 unused\nFound 40 errors.\n")?.notUnderstood).toBe(short);
  expect(read("a.py:1:1: F401 unused\nFound 40 errors (39 fixed, 1 remaining).\n")?.notUnderstood).toBeUndefined();
  const pretty = "a.ts:1:1 - error TS1: No.\n\n1 a\n  ~\n\n";
  expect(read(`${pretty}\nFound 40 errors in 3 files.\n`)?.notUnderstood).toBe(short);
  expect(read(`${pretty}\nFound 1 error in a.ts:1\n`)?.notUnderstood).toBeUndefined();
});

test("messages of cargo without the line that ends a build break off", () => {
  const clean = '{"reason":"compiler-artifact","target":{}}\n';
  expect(read(clean, "cargo", { isGreen: true })?.notUnderstood).toBe("its output breaks off");
  const ended = `${clean}{"reason":"build-finished","success":true}\n`;
  expect(read(ended, "cargo", { isGreen: true })?.notUnderstood).toBeUndefined();
});
