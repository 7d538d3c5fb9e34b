import { expect, test } from "vitest";
import { markupOf } from "#steps/render/html/escape.ts";
import { renderCode, renderDiff, splitMarkup } from "#steps/render/html/text/code-block.ts";

test("lines are numbered from their start and cited ones are marked", () => {
  const out = markupOf(renderCode({ code: "a\nb\nc", start: 41, isCited: (line) => line === 42 }));
  expect([...out.matchAll(/class="(l[^"]*)" data-n="(\d+)"/g)].map(([, kind, n]) => `${n} ${kind}`)).toEqual([
    "41 l",
    "42 l cited",
    "43 l",
  ]);
});

test("a colour that spans lines is closed and opened again on each", () =>
  expect(splitMarkup('<span class="c">a\nb</span>c')).toEqual([
    '<span class="c">a</span>',
    '<span class="c">b</span>c',
  ]));

test("every numbered line is well-formed on its own, whatever the language does", () => {
  const out = markupOf(renderCode({ code: "x := `a\nb ${c}\n`\n/* d\ne */", language: "go", start: 1 }));
  for (const [, line = ""] of out.matchAll(/data-n="\d+">(.*)\n<\/span>/g)) {
    expect(line.match(/<span/g)?.length ?? 0).toBe(line.match(/<\/span>/g)?.length ?? 0);
  }
});

test("a diff marks what is added, removed, and where", () => {
  const out = markupOf(renderDiff("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old <b>\n+new\n same\n"));
  expect([...out.matchAll(/class="l( \w+)?"/g)].map(([, kind]) => kind?.trim())).toEqual([
    "file",
    "file",
    "hunk",
    "del",
    "add",
    undefined,
  ]);
  expect(out).toContain("-old &lt;b&gt;");
});

test("a language that nobody knows is shown plain", () =>
  expect(markupOf(renderCode({ code: "if <x>", language: "constructor" }))).toContain("<code>if &lt;x&gt;</code>"));

test("a block of more than 20 kB is not coloured", () => {
  expect(markupOf(renderCode({ code: "const a = 1;\n".repeat(10), language: "js" }))).toContain("hljs-");
  expect(markupOf(renderCode({ code: "const a = 1;\n".repeat(2_000), language: "js" }))).not.toContain("hljs-");
});
