import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRuleFile } from "#grammar/rules/read-rule-file.ts";

const read = (text: string, paths: readonly string[] = []) =>
  readRuleFile("rules.md", text, (path) => paths.includes(path));
const scopes = (text: string, paths?: readonly string[]) =>
  read(text, paths).map(({ heading, paths: own }) => [heading, own]);

describe("the scope of a section", () => {
  test("is the glob or path that its heading is", () => {
    expect(scopes("# Rules\n- a\n## `src/server/**`\n- b\n## `db/*.sql`, `db/seed.ts` and `Makefile.am`\n- c")).toEqual(
      [
        ["Rules", undefined],
        ["`src/server/**`", ["src/server/**"]],
        ["`db/*.sql`, `db/seed.ts` and `Makefile.am`", ["db/*.sql", "db/seed.ts", "Makefile.am"]],
      ],
    );
  });

  test("is the glob that its heading holds, or a path that is there; other code in a heading limits nothing", () => {
    const text =
      "## Code in `src/mail/`\n## The wire in `src/**/*.proto`\n## Prefer `read/write`\n## `npm run x` and `@acme/kit`\n## Never `../x` or `/etc/x/*`";
    expect(scopes(text, ["src/mail"])).toEqual([
      ["Code in `src/mail/`", ["src/mail/"]],
      ["The wire in `src/**/*.proto`", ["src/**/*.proto"]],
      ["Prefer `read/write`", undefined],
      ["`npm run x` and `@acme/kit`", undefined],
      ["Never `../x` or `/etc/x/*`", undefined],
    ]);
  });

  test.each([
    ["Paths: src/server/**, *.sql", ["src/server/**", "*.sql"]],
    ["**Applies to:** `src/{a,b}/**`, `x.ts`", ["src/{a,b}/**", "x.ts"]],
    ["applies to: src/mail/", ["src/mail/"]],
    ["Applies to: every command that writes", undefined],
    ["Paths: /etc/passwd", undefined],
  ])('is what the line "%s" says', (line, paths) => {
    expect(read(`## Server\n\n${line}\n\n- One rule.`)[0]?.paths).toEqual(paths);
    expect(read(`## Server\n\n${line}\n\n- One rule.`)[0]?.items.some(({ text }) => text === "One rule.")).toBe(true);
  });

  test("goes down to the headings below it, until one of the same level", () => {
    expect(scopes("## `a/**`\n### Deeper\n#### `b/**`\n### Again\n## Else")).toEqual([
      ["`a/**`", ["a/**"]],
      ["Deeper", ["a/**"]],
      ["`b/**`", ["b/**"]],
      ["Again", ["a/**"]],
      ["Else", undefined],
    ]);
  });

  test("is not read from code", () => {
    expect(scopes("# Rules\n```\n## `a/**`\n```\n")).toEqual([["Rules", undefined]]);
  });
});

describe("the rules of a section", () => {
  test("are items of lists with what is indented below them, and paragraphs, with their lines and marks", () => {
    const text = [
      "# Rules",
      "",
      "A paragraph",
      "over two lines.",
      "",
      "- First",
      "  goes on.",
      "",
      "  Its second paragraph.",
      "  <!-- deep-review rule P-0123456789 added 2026-11-16 until 2027-11-16 from 2 notes -->",
      "- Second",
      "  - deeper",
      "",
      "```sh",
      "- no rule",
      "```",
    ].join("\n");
    expect(read(text)[0]?.items).toEqual([
      { text: "A paragraph over two lines.", start: 3, end: 4 },
      {
        text: "First goes on. Its second paragraph.",
        start: 6,
        end: 10,
        mark: { id: "P-0123456789", added: "2026-11-16", until: "2027-11-16", from: "2 notes" },
      },
      { text: "Second deeper", start: 11, end: 12 },
    ]);
  });

  test("are read from any text without an error, and every line of the file stands in one section", () => {
    const piece = fc.constantFrom(
      "# ",
      "## `a/**`",
      "- ",
      "1. ",
      "```",
      "\0",
      "Paths: ",
      "<!--",
      "x",
      "  ",
      "\r",
      "@a",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
        const text = pieces.join("\n");
        const joined = read(text).map((section) => section.text);
        expect(joined.join("\n").replaceAll(/\s/g, "")).toBe(text.replace(/^\ufeff/, "").replaceAll(/\s/g, ""));
      }),
    );
  });
});
