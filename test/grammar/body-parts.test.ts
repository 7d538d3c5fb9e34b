import { describe, expect, test } from "vitest";
import { readBodyParts } from "#grammar/body-parts.ts";

describe("parts of a body", () => {
  test("fences before the fix are quotes, diffs belong to the fix", () => {
    const body = "```go\nx := 1\n```\n\nIt grows.\n\nFix: bound it.\n\n```diff\n-x\n+y\n```\n\n(important, gap)";
    expect(readBodyParts(body)).toEqual({
      quotes: [{ language: "go", code: "x := 1" }],
      fix: { text: "bound it.", diffs: ["-x\n+y"] },
      repros: [],
      class: "gap",
      taggedSeverity: "important",
    });
  });

  test.each([
    "Fix: do it",
    "**Fix:** do it",
    "**Fix**: do it",
    "- **Fix:** do it",
    "Suggested fix: do it",
    "Fix at minimum: do it",
    "It is slow. Fix: do it",
  ])("the fix begins in: %s", (line) => {
    expect(readBodyParts(line).fix).toEqual({ text: "do it", diffs: [] });
  });

  test("code behind the fix is part of its text", () => {
    expect(readBodyParts("Fix: use a map\n\n```go\nm := 1\n```").fix?.text).toBe("use a map\n\n```go\nm := 1\n```");
  });

  test("prose that speaks of a fix is none", () => {
    expect(readBodyParts("Fix the clock before you trust it").fix).toBeUndefined();
  });

  test("a script and what it printed belong together", () => {
    const body = "```bash repro\nmake x\n```\n\n```text repro-output\nboom\n```\n\n```bash repro\nmake y\n```";
    expect(readBodyParts(body).repros).toEqual([
      { language: "bash", script: "make x", output: "boom" },
      { language: "bash", script: "make y" },
    ]);
  });

  test("an output without a script is kept", () => {
    expect(readBodyParts("```text repro-output\nboom\n```").repros).toEqual([{ script: "", output: "boom" }]);
  });

  test.each([
    ["Long prose. (suggestion, enhancement)", "enhancement"],
    ["`(important, gap)` — low priority.", "gap"],
    ["**Classification:** regression (new here)", "regression"],
    ["Do this. Classification: gap, important.", "gap"],
    ["(important, regression — `Retry()` is new.)", "regression"],
    ["*(important, design gap)*", "gap"],
  ])("the class in: %s", (line, expected) => {
    expect(readBodyParts(`Prose.\n\n${line}`).class).toBe(expected);
  });

  test("words in brackets are no class, and code is not searched", () => {
    expect(readBodyParts("There is a hole (gap)").class).toBeUndefined();
    expect(readBodyParts("```\n(important, gap)\n```").class).toBeUndefined();
  });

  test("an unclosed fence is code to the end", () => {
    expect(readBodyParts("```go\na\nb").quotes).toEqual([{ language: "go", code: "a\nb" }]);
  });

  test("the code of an indented fence is moved to the left with it", () => {
    expect(readBodyParts("   ```go\n   a\n     b\n   ```").quotes).toEqual([{ language: "go", code: "a\n  b" }]);
  });
});

describe("a break that the tests should notice", () => {
  test.each(["diff mutation", "mutation", "patch mutation"])("is data, neither code nor a fix: %s", (info) => {
    const body = `It must stop.\n\n\`\`\`${info}\n-stop();\n\`\`\``;
    expect(readBodyParts(body)).toEqual({ quotes: [], repros: [], mutations: ["-stop();"] });
  });

  test("behind the fix it is no part of it", () => {
    const body = "Fix: test it.\n\n```diff mutation\n-stop();\n```";
    expect(readBodyParts(body)).toEqual({
      quotes: [],
      fix: { text: "test it.", diffs: [] },
      repros: [],
      mutations: ["-stop();"],
    });
  });

  test("a GraphQL mutation is code", () => {
    expect(readBodyParts("```graphql mutation\nx\n```").quotes).toHaveLength(1);
  });
});
