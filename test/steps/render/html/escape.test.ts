import { expect, test } from "vitest";
import { escapeHtml, html, join, markupOf, type SafeHtml, trusted } from "#steps/render/html/escape.ts";

const check = (made: SafeHtml, expected: string): void => expect(markupOf(made)).toBe(expected);

test("text between tags is escaped", () => check(html`<p>${`<b>&"'`}</p>`, "<p>&lt;b&gt;&amp;&quot;&#39;</p>"));

test("an attribute's value cannot leave its quotes", () =>
  check(html`<a title="${`" onclick="x`}">y</a>`, '<a title="&quot; onclick=&quot;x">y</a>'));

test("markup of our own is not escaped twice", () => check(html`<p>${html`<b>${"<"}</b>`}</p>`, "<p><b>&lt;</b></p>"));

test("lists are joined and empty values print nothing", () =>
  check(html`${["a", html`<i>b</i>`, undefined, false, 3]}`, "a<i>b</i>3"));

test("an object that merely looks like markup is not taken for it", () => {
  const forged = { html: "<script>", toString: () => "<script>" } as unknown as string;
  expect(() => html`${forged}`).toThrow();
});

test("marks that reorder text are shown by their code point", () =>
  check(escapeHtml("a\u202Eb\u2066"), 'a<span class="cp">U+202E</span>b<span class="cp">U+2066</span>'));

test("controls and zero-width characters are shown, tab and line feed are kept", () =>
  check(
    escapeHtml("\u0000\t\n\u200B\u{E0041}"),
    '<span class="cp">U+0000</span>\t\n<span class="cp">U+200B</span><span class="cp">U+E0041</span>',
  ));

test("in an attribute invisible characters are named in brackets", () =>
  check(html`<a title="${"a\u202Eb"}">c</a>`, '<a title="a[U+202E]b">c</a>'));

test("letters of all scripts stay as they are", () => check(escapeHtml("漢字 é שלום 🎉"), "漢字 é שלום 🎉"));

test("a separator of ours joins escaped parts", () => check(join(["<", trusted("<br>")], " · "), "&lt; · <br>"));
