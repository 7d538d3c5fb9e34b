import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { safeLine } from "#steps/plan-publication/text/safe-inline.ts";
import { safeMarkdown } from "#steps/plan-publication/text/safe-markdown.ts";

const HOST = "git.example.com";
const MAX_COUNT = 4000;

/** Reads as the platform does, HTML and bare addresses included. */
const platform = new MarkdownIt({ html: true, linkify: true });
// What it would make of names without a scheme is looked for in the text instead.
platform.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

const PIECES = [
  ..."@ # ! [ ] ( ) < > ` `` ``` ```` ~~~ * ** _ __ ~~ | \\ / & $ : - + = . 1. 2) 1 12 a word".split(" "),
  "@ada",
  "@acme/team",
  "&#64;bob",
  "#12",
  "GH-7",
  "acme/shop#4",
  "fixes",
  "/approve",
  "/lgtm cancel",
  "https://git.example.com/a/b/issues/3",
  "https://github.com/a/b/pull/4#discussion",
  "http://x.org/@ada#12",
  "www.x.org/a",
  "mailto:a@b.example",
  "a@b.example",
  "![p](http://t.org/p.png)",
  "[x](javascript:alert)",
  "[12](https://x.org)",
  "[ref]: https://github.com/a/b/issues/1",
  "[ref]",
  "<b>",
  "</details>",
  "<!--",
  "-->",
  "<!-- deep-review:finding review=R id=I1 -->",
  "<https://github.com/a/b>",
  "```suggestion",
  "```mermaid",
  "~~~suggestion",
  "# Head",
  "---",
  "===",
  "> q",
  "- item",
  "1) item",
  "| a | b |",
  "|---|---|",
  "`a|@ada`",
  "`\\|@ada`",
  "\u0000",
  "\u001B[2J",
  "\u202E",
  "\u200B",
  "\uD800",
  "\t",
  "    ",
];
const GLUE = ["", " ", "\n", "\n\n", "\n    ", "\n> ", "\n- ", "  \n", "\\\n", "\r\n", "\r"];

const hostile = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: "binary", maxLength: 8 })),
      fc.constantFrom(...GLUE),
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.flat().join(""));

type Tokens = ReturnType<typeof platform.parse>;

/** What stands as plain text, whole runs of it, outside of code and links. */
function plainTexts(tokens: Tokens): string[] {
  const texts: string[] = [];
  for (const { children } of tokens) {
    let run = "";
    let links = 0;
    for (const { type, content } of children ?? []) {
      if (type === "link_open") links += 1;
      if (type === "link_close") links -= 1;
      if (type === "text" && links === 0) run += content;
      else {
        texts.push(run);
        run = "";
      }
    }
    texts.push(run);
  }
  return texts;
}

function expectHarmless(markdown: string): void {
  const tokens = platform.parse(markdown, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const types = new Set([...tokens, ...inline].map(({ type }) => type));
  for (const type of ["html_block", "html_inline", "image", "heading_open"]) expect(types).not.toContain(type);
  for (const text of plainTexts(tokens))
    expect(text).not.toMatch(/@[\w-]|#\d|\bGH-\d|www\.[^\s]|(?:https?|ftp):\/\/\w/i);
  for (const token of inline) {
    if (token.type !== "link_open") continue;
    const { protocol, host } = new URL(String(token.attrGet("href")));
    expect(protocol).toMatch(/^https?:$/);
    expect([HOST, "github.com", "www.github.com"]).not.toContain(host);
  }
  for (const { type, info } of tokens) if (type === "fence") expect(info).not.toMatch(/suggestion|mermaid/i);
  expect(markdown).not.toMatch(/^[ \t]*\/[A-Za-z]/m);
  expect(markdown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/);
  // The one sign that nobody sees is ours, and stands where it stops something.
  expect(markdown).not.toMatch(/(?<![@#:]|GH-)\u200B/i);
  expect(markdown).not.toMatch(/\p{Surrogate}/u);
}

test("no Markdown acts on the platform, and none swallows what follows", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = safeMarkdown(text, { host: HOST, most: MAX_COUNT });
      expect(safe.length).toBeLessThanOrEqual(MAX_COUNT);
      expectHarmless(safe);
      const tokens = platform.parse(`${safe}\n\n<sub>footer</sub>`, {});
      expect(tokens.at(-2)?.content).toBe("<sub>footer</sub>");
      expect(tokens.at(-1)?.level).toBe(0);
    }),
    { numRuns: 400 },
  );
});

test("no line acts on the platform, and it stays a line", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = safeLine(text, { host: HOST });
      expect(safe).not.toContain("\n");
      expectHarmless(`- ${safe}`);
      expectHarmless(`**Important I1:** ${safe}, at the end`);
    }),
    { numRuns: 250 },
  );
});

test("text that does nothing looks as it did", () => {
  const words = fc.array(
    fc.constantFrom("the", "read_all", "a*b", "x<y", "1.", "#", "it's", "50%", "ok!", "a|b", "-", "~"),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(words, (parts) => {
      const text = `word ${parts.join(" ")}`;
      const html = platform.renderInline(safeLine(text, { host: HOST, most: 500 }));
      expect(html).toBe(new MarkdownIt().renderInline(text));
    }),
    { numRuns: 150 },
  );
});

test("a megabyte of odd text ends", () => {
  for (const unit of ["[", "`", "> ", "*a", "<", "![", "|", "- "])
    expect(
      safeMarkdown(unit.repeat(1_000_000 / unit.length), { host: HOST, most: MAX_COUNT }).length,
    ).toBeLessThanOrEqual(MAX_COUNT);
});
