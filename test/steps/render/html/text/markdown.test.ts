import { expect, test } from "vitest";
import { html, markupOf } from "#steps/render/html/escape.ts";
import { type MarkdownPlace, renderInline, markdownToHtml } from "#steps/render/html/text/markdown.ts";
import { createSlugs } from "#steps/render/html/text/slugs.ts";

function place(over: Partial<MarkdownPlace> = {}): MarkdownPlace {
  const ids = { own: new Map([["I1", "I1"]]), raw: new Map(), reviewers: new Map() };
  return { slugs: createSlugs([]), ids, headingLevel: 3, permalink: () => undefined, ...over };
}

const render = (text: string, over: Partial<MarkdownPlace> = {}): string =>
  markupOf(markdownToHtml(text, place(over))).trim();

test("HTML in Markdown is text", () =>
  expect(render("<img src=x onerror=alert(1)> <b>x</b>")).toBe(
    "<p>&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;x&lt;/b&gt;</p>",
  ));

test("a link to the web opens without telling where it came from", () =>
  expect(render("[a](https://example.org)")).toBe(
    '<p><a href="https://example.org" rel="noopener noreferrer">a</a></p>',
  ));

test.each([
  "javascript:alert(1)",
  "data:text/html;base64,eA==",
  "vbscript:x",
  "//example.org",
  "/etc/passwd",
  "JAVASCRIPT:x",
  "&#106;avascript:x",
])("a link to %s is refused and its words stay", (address) => {
  const out = render(`[words](${address})`);
  expect(out).not.toContain("href");
  expect(out).toContain("words");
});

test("an image becomes a link, so nothing is requested", () => {
  const out = render("![a cat](https://example.org/cat.png)");
  expect(out).not.toContain("<img");
  expect(out).toContain('<a href="https://example.org/cat.png" rel="noopener noreferrer">image: a cat</a>');
});

test("headings follow each other without a gap, from the level of their place", () =>
  expect(render("# One\n\n#### Two\n\n# Three").match(/<h\d/g)).toEqual(["<h3", "<h4", "<h3"]));

test("a deep heading before a higher one does not open a gap", () =>
  expect(render("### a\n\n# b\n\n### c").match(/<h\d/g)).toEqual(["<h3", "<h3", "<h4"]));

test("no heading is deeper than six", () =>
  expect(render("# a\n\n## b\n\n### c", { headingLevel: 5 }).match(/<h\d/g)).toEqual(["<h5", "<h6", "<h6"]));

test("two headings of the same words have two anchors", () =>
  expect([...render("# Same\n\n# Same").matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    "same",
    "same-2",
  ]));

test("ids in prose are links, in code they are code", () =>
  expect(render("I1 and `I1`")).toBe('<p><a class="id important" href="#I1">I1</a> and <code>I1</code></p>'));

test("an id inside a link is not linked again", () =>
  expect(render("[see I1](https://example.org)").match(/<a /g)).toHaveLength(1));

test("closing tags in a fence stay code", () => {
  const out = render("```html\n</code></pre></script><script>alert(1)</script>\n```");
  expect(out).not.toMatch(/<script|<\/script/);
  expect(out.match(/<\/pre>/g)).toHaveLength(1);
});

test("a fence that is never closed ends with its text", () => {
  const out = render("```go\nfunc main() {\n\n# not a heading");
  expect(out).toMatch(/^<figure class="code">[\s\S]*<\/figure>$/);
  expect(out).not.toContain("<h3");
});

test("invisible characters are shown in prose, in code and in code with colours", () => {
  expect(render("a\u202Eb `c\u2066d`\n\n```js\nconst e = '\u2067';\n```").match(/class="cp"/g)).toHaveLength(3);
});

test("a paragraph of 200 kB is folded", () => {
  const out = render(`before\n\n${"[*_`".repeat(50_000)}\n\nafter`);
  expect(out).toContain("<summary>A passage of 200,000 characters");
  expect(out).toContain("<p>after</p>");
});

test("a code line of 200 kB is cut in view and whole behind a fold", () => {
  const out = render(`\`\`\`\n${"x".repeat(200_000)}\n\`\`\``);
  expect(out).toContain("199,700 more characters");
  expect(out).toContain("x".repeat(200_000));
});

test("tables scroll in a frame of their own", () =>
  expect(render("|a|b|\n|-|-|\n|1|2|")).toMatch(/^<div class="scroll"><table>/));

test("a list keeps its first number", () => expect(render("7. x\n8. y")).toContain('<ol start="7">'));

test("an anchor stands before what starts at its line: in a paragraph, in a list, before a fence", () => {
  const anchors = new Map([1, 2, 4, 6].map((line) => [line, html`<i id="at-${line}"></i>`]));
  const out = render("one\ntwo\n\n1. **three**\n\n```\nfour\n```", { anchors });
  expect(out).toContain('<p><i id="at-1"></i>one\n<i id="at-2"></i>two</p>');
  expect(out).toContain('<i id="at-4"></i><strong>three</strong>');
  expect(out).toContain('<i id="at-6"></i><figure');
});

test("an anchor behind the last line is not lost", () =>
  expect(render("one", { anchors: new Map([[99, html`<i id="far"></i>`]]) })).toContain('<i id="far">'));

test("one line of Markdown has no blocks", () =>
  expect(markupOf(renderInline("# not `a` heading\n- no list", place()))).toBe(
    "# not <code>a</code> heading - no list",
  ));

test("a place in a code span is linked where its address is known", () =>
  expect(render("`src/a.ts:3`", { permalink: (text) => `https://example.org/${text}` })).toContain(
    '<a class="place" href="https://example.org/src/a.ts:3" rel="noopener noreferrer"><code>src/a.ts:3</code></a>',
  ));
