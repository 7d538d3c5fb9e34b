import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { html } from "#steps/render/html/escape.ts";
import { renderPage } from "#steps/render/html/page.ts";

const page = renderPage({
  title: "</title><script>x</script>",
  body: html`<main id="main">hi</main>`,
  script: "void 0;",
  extraCss: ".x{color:red}",
});

test("the policy names the hash of every style and script in the page, and nothing else", () => {
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? "";
  const texts = [...page.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)].map(([, , text]) => text ?? "");
  expect(texts).toHaveLength(3);
  const hashes = texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  expect([...policy.matchAll(/'sha256-[^']+'/g)].map(([hash]) => hash).sort()).toEqual(hashes.sort());
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
});

test("the title cannot close its element", () => expect(page).toContain("<title>&lt;/title&gt;&lt;script&gt;"));

test("no attribute carries style or code", () => expect(page).not.toMatch(/<[^>]+\s(?:style|on\w+)=/));

test("a page without a script has only the theme's", () =>
  expect(renderPage({ title: "x", body: html`y` }).match(/<script>/g)).toHaveLength(1));
