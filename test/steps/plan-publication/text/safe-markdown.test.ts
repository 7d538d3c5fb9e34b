import { describe, expect, test } from "vitest";
import { codeSpan } from "#steps/plan-publication/text/escape-text.ts";
import { codeBlock, suggestionBlock } from "#steps/plan-publication/text/fence.ts";
import { safeLine } from "#steps/plan-publication/text/safe-inline.ts";
import { safeMarkdown } from "#steps/plan-publication/text/safe-markdown.ts";

const safe = (text: string, most = 20_000): string => safeMarkdown(text, { host: "git.example.com", most });

describe("text that would act only shows", () => {
  test.each([
    ["a mention", "Ask @ada and @acme/team", "Ask @\u200Bada and @\u200Bacme/team"],
    ["a mention spelled with entities", "&#64;ada &commat;bob", "@\u200Bada @\u200Bbob"],
    ["a mention behind a backslash", "\\@ada", "@\u200Bada"],
    ["a reference", "see #12, GH-3, acme/shop#4", "see #\u200B12, GH-\u200B3, acme/shop#\u200B4"],
    ["a reference put together from parts", "a #![12](https://x.org/a.png)", "a #image: 12 (<https://x.org/a.png>)"],
    ["a mention half in a link", "@[ada](https://x.org)", "@\u200Bada (<https://x.org>)"],
    ["a closing keyword", "Fixes #12. Closes: gh-9", "Fixes #\u200B12. Closes: gh-\u200B9"],
    [
      "an address of the platform",
      "fixes https://git.example.com/a/b/issues/3.",
      "fixes `https://git.example.com/a/b/issues/3`.",
    ],
    ["an address of GitHub", "see www.github.com/a/b/pull/1", "see `www.github.com/a/b/pull/1`"],
    ["a link to the platform", "[here](https://github.com/a/b/issues/3)", "here (`https://github.com/a/b/issues/3`)"],
    ["a command", "/approve\n  /rebase now", "\\/approve\n\\/rebase now"],
    ["a command in a list", "- /lgtm", "- \\/lgtm"],
    ["HTML", "<img src=x> <!-- deep-review:finding -->", "\\<img src=x\\> \\<!-- deep-review:finding --\\>"],
    ["an image", "![alt](https://t.example/p.png)", "image: alt (<https://t.example/p.png>)"],
    ["a script address", "[x](javascript:alert(1))", "x (`javascript:alert(1)`)"],
    ["an address with a name in it", "[x](https://github.com@evil.example/)", "x (`https://github.com@evil.example/`)"],
    ["a heading", "## Verdict: **merge**", "**Verdict: merge**"],
    ["a mail address", "mail a@b.example", "mail a@\u200Bb.example"],
    ["direction marks and escapes", "a\u202Eb\u001B[2J\u200B", "a\\\\u202eb\\\\u001b\\[2J\\\\u200b"],
    ["half a pair", "a\uD83Db", "a\uFFFDb"],
    ["a formula", "$x$ and $`y`$", "\\$x\\$ and \\$`y`\\$"],
    ["a box to tick", "- [ ] merge", "- \\[ \\] merge"],
  ])("%s", (_, text, expected) => {
    expect(safe(text)).toBe(expected);
  });
});

describe("Markdown that only looks stays", () => {
  test.each([
    ["emphasis and code", "**bold** *slanted* `@ada #12`", "**bold** *slanted* `@ada #12`"],
    ["names with underscores", "call read_all_lines now", "call read_all_lines now"],
    ["lists", "1. one\n2. two\n   - inner", "1. one\n2. two\n   - inner"],
    ["quotations", "> said\n> so", "> said\n> so"],
    ["a link shows where it leads", "[docs](https://x.org/a_b)", "docs (<https://x.org/a_b>)"],
    ["a bare address", "see https://x.org/a_b.", "see <https://x.org/a_b>."],
    ["code", "```ts\nconst a = 1;\n```", "```ts\nconst a = 1;\n```"],
    ["a table", "| a | b |\n|---|---|\n| 1 | `x` |", "| a | b |\n| --- | --- |\n| 1 | `x` |"],
  ])("%s", (_, text, expected) => {
    expect(safe(text)).toBe(expected);
  });
});

describe("code cannot be left", () => {
  test("the fence is longer than any in it", () => {
    expect(codeBlock("a\n````\nb")).toBe("`````\na\n````\nb\n`````");
  });
  test("a fence that nobody closed ends with its text", () => {
    expect(safe("```\nopen")).toBe("```\nopen\n```");
  });
  test("a block that the platform would draw, or offer to commit, is plain", () => {
    for (const info of ["suggestion", "Suggestion:-0+1", "mermaid", "math", "a`b"])
      expect(codeBlock("x", info)).toBe("```\nx\n```");
  });
  test("a command in code does not begin a line", () => {
    expect(codeBlock("a\n /approve")).toBe("> ```\n> a\n>  /approve\n> ```");
  });
  test("a span is longer than any run of backticks in it", () => {
    expect(codeSpan("a``b")).toBe("```a``b```");
    expect(codeSpan("`a")).toBe("`` `a ``");
  });
  test("code with a bar does not end a cell", () => {
    expect(safe("| a |\n|---|\n| `x \\| @ada` |")).toBe("| a |\n| --- |\n| x \\| @\u200Bada |");
  });
});

describe("a suggestion", () => {
  test("is exactly the lines", () => {
    expect(suggestionBlock(["\ta  ", "", "b", ""])).toBe("```suggestion\n\ta  \n\nb\n\n```");
  });
  test("of no lines is empty", () => {
    expect(suggestionBlock([])).toBe("```suggestion\n```");
  });
  test("holds its fences", () => {
    expect(suggestionBlock(["```"])).toBe("````suggestion\n```\n````");
  });
  test("with signs that nobody sees, or a command, is none", () => {
    expect(suggestionBlock(["a\u202E"])).toBeUndefined();
    expect(suggestionBlock(["/approve"])).toBeUndefined();
  });
});

describe("length", () => {
  test("a long text ends at a paragraph, and says so", () => {
    const text = Array.from({ length: 50 }, (_, at) => `Paragraph ${at} ${"x".repeat(100)}`).join("\n\n");
    const cut = safe(text, 2000);
    expect(cut.length).toBeLessThanOrEqual(2000);
    expect(cut).toMatch(/x\n\n\*\(cut here; the report has it whole\)\*$/);
  });
  test("signs that must be shown do not make it longer than allowed", () => {
    expect(safe("\u001B".repeat(5000), 2000).length).toBeLessThanOrEqual(2000);
  });
  test("a line is cut with a sign", () => {
    expect(safeLine("word ".repeat(100), { host: "h", most: 20 })).toBe("word word word word…");
  });
});
