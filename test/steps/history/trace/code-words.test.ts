import { describe, expect, test } from "vitest";
import { codeOf } from "#steps/history/trace/code-words.ts";

const same = (path: string, one: string, other: string): boolean =>
  codeOf(path, one.split("\n")) === codeOf(path, other.split("\n"));

describe("what code says", () => {
  test.each([
    ["a.ts", "retry(hook, answer);", "retry(\n  hook,\n  answer,\n);"],
    ["a.ts", "retry(hook); // for ever", "// Never stops.\nretry(hook);"],
    ["a.go", "/* old\n * text\n */\nretry(hook)", "retry(hook)"],
    ["a.go", " * the middle of a comment\n */\nretry(hook)", "retry(hook)"],
    ["a.py", "retry(hook)  # for ever", "retry( hook )"],
    ["Dockerfile", "# Build\nRUN make", "RUN make"],
    ["a.sql", "SELECT 1 -- one", "SELECT 1"],
  ])("in %s does not change with comments and layout: %s", (path, one, other) => {
    expect(same(path, one, other)).toBe(true);
  });

  test.each([
    ["a.ts", 'open("http://a")', 'open("http://b")'],
    ["a.ts", "retry(hook);", "retry(answer);"],
    ["a.ts", "a = '#one'", "a = '#two'"],
    ["a.sh", "echo $#", "echo $#x"],
    ["a.sh", 'echo "# one"', 'echo "# two"'],
    ["a.md", "# One", "# Two"],
    ["a.json", '{"a": "//x"}', '{"a": "//y"}'],
    ["a.c", "x = a /* one */ + b;", "x = a /* one */ - b;"],
    ["a.c", "* one;\nx = a;", "* one;\nx = b;"],
    ["a.py", '"""one"""', '"""two"""'],
    ["a.py", '"one" + x', '"two" + x'],
    ["a.css", "a { background: url(http://a) }", "a { background: url(http://b) }"],
    ["a.js", "see http://a", "see http://b"],
  ])("in %s changes with what is no comment: %s", (path, one, other) => {
    expect(same(path, one, other)).toBe(false);
  });

  test("is read in odd texts too", () => {
    for (const line of [
      "\\",
      '"',
      "/*",
      "*/",
      "\0",
      " ".repeat(1_000_000),
      "x".repeat(1_000_000),
      "* ".repeat(500_000),
    ]) {
      expect(typeof codeOf("a.ts", [line, line])).toBe("string");
    }
  });
});
