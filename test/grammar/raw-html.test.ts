import * as fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { hideHtml, restoreHtml } from "#grammar/raw-html.ts";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { corpusIds, corpusReport, describeWithCorpus } from "../helpers/corpus.ts";

// As code hosts read it: raw HTML passes.
const hosts = [new MarkdownIt("commonmark", { html: true }), new MarkdownIt({ html: true })];

/** The raw HTML that a host would pass on, our own marks left out. */
function htmlIn(text: string): string[] {
  return hosts.flatMap((host) => {
    const tokens = host.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
    const passed = tokens.filter(({ type }) => type === "html_block" || type === "html_inline");
    return passed.map(({ content }) => content.trim()).filter((content) => !OWN.test(content));
  });
}
const OWN = /^(?:<!-- -->|<br>|<!-- computed by deep-review from the ledger; not read back -->)$/;

describe("raw HTML in prose", () => {
  test.each([
    ["a <script>alert(1)</script>", "a \\<script>alert(1)\\</script>"],
    ["<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)>"],
    ["<!-- from here on", "\\<!-- from here on"],
    ["\\<b>", "\\\\\\<b>"],
    ["\\\\<b>", "\\\\\\\\\\<b>"],
    ["`<b>` and `` a`<b> ``", "`<b>` and `` a`<b> ``"],
    ["```\n<b>\n```", "```\n<b>\n```"],
    ["    <b> in indented code", "    <b> in indented code"],
    ["1 < 2, a <- b, x <<y", "1 < 2, a <- b, x <\\<y"],
    ["see <https://example.invalid/a?b=1>", "see <https://example.invalid/a?b=1>"],
    ["| a<br>b | <b> |", "| a<br>b | \\<b> |"],
    ["an odd ` here\nand `<b>` there\n\nnew `<b>`", "an odd ` here\nand `\\<b>` there\n\nnew `<b>`"],
    ["\\`<b>`", "\\`\\<b>`"],
    ["| `a | <img onerror=1> ` |", "| `a | \\<img onerror=1> ` |"],
    ["- ```\n  ```\n  <b>", "- ```\n  ```\n  \\<b>"],
    ["1. x\n   ```\n<b>", "1. x\n   ```\n\\<b>"],
  ])("%j is written as %j", (text, hidden) => {
    expect(hideHtml(text)).toBe(hidden);
    expect(restoreHtml(hidden)).toBe(text);
    expect(htmlIn(hidden)).toEqual([]);
  });

  const piece = fc.constantFrom(
    "<b>",
    "</b>",
    "<img src=x>",
    "<!-- -->",
    "<?",
    "<![CDATA[",
    "<script>",
    "<br>",
    "<pre>",
    "<details>",
    '<a href="`">',
    "<https://x/`>",
    "<https://x/>",
    "`",
    "``",
    "```",
    "~~~",
    "\\",
    "\\\\",
    "|",
    "x",
    "@a",
    "<",
    "\n",
    "\n\n",
    "\n   ",
    "\n    ",
    "\n\t",
    " ",
    "  ",
    "\n- ",
    "\n> ",
    "\n1. ",
    "\n# ",
    "\n```",
    "\n   ```",
    "\n~~~",
    "|---|\n",
    "\n| a | b |\n|---|---|\n| ",
  );
  const prose = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));

  test("never reaches a host, and comes back as it was", () => {
    fc.assert(
      fc.property(prose, (text) => {
        const hidden = hideHtml(text);
        expect(restoreHtml(hidden)).toBe(text);
        expect(htmlIn(hidden), JSON.stringify(text)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});

describeWithCorpus("the Markdown of a published report", () => {
  test.each(corpusIds)("%s holds no HTML but ours", (id) => {
    const result = importReport(corpusReport(id), id);
    if (result.ok) expect(htmlIn(renderMarkdown(buildReport(result.review)))).toEqual([]);
  });
});
