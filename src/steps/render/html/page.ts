import { createHash } from "node:crypto";
import { baseCss } from "./style/base-css.ts";
import { html, markupOf, type SafeHtml, trusted } from "./escape.ts";
import { themeCss } from "./theme.ts";
import { FAVICON, topBarCss } from "./top-bar.ts";

/** What a page is made of. `script` and `extraCss` are ours, never text from a report. */
export interface PageParts {
  /** Plain text, for the browser's tab. */
  readonly title: string;
  readonly body: SafeHtml;
  readonly script?: string;
  readonly extraCss?: string;
}

/**
 * A whole document in one file: style, script and a policy that lets nothing else run or load. Only the exact
 * style and scripts written here are allowed, by their hash; so no inline style attributes and no event attributes.
 */
export function renderPage({ title, body, script, extraCss }: PageParts): string {
  const css = `${SHARED_CSS}${extraCss === undefined ? "" : `\n${extraCss}`}`;
  const scripts = script === undefined ? [THEME_SCRIPT] : [THEME_SCRIPT, script];
  const policy = [
    "default-src 'none'",
    `style-src ${source(css)}`,
    `script-src ${scripts.map(source).join(" ")}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${FAVICON}">
<style>${trusted(css)}</style>
<script>${trusted(THEME_SCRIPT)}</script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${body}
${script !== undefined && html`<script>${trusted(script)}</script>`}
</body>
</html>
`;
  return markupOf(page);
}

const SHARED_CSS = `${themeCss()}\n${baseCss}\n${topBarCss}`;

/**
 * Runs in the head, so that a page never flashes in the other scheme. Storage may be refused to a page from disk;
 * the choice then holds for this page only.
 */
const THEME_SCRIPT = `(function () {
  var root = document.documentElement, key = "deep-review-theme", stored = null;
  root.classList.add("js");
  try { stored = localStorage.getItem(key); } catch (refused) {}
  if (stored === "light" || stored === "dark") root.dataset.theme = stored;
  document.addEventListener("click", function (event) {
    var button = event.target instanceof Element && event.target.closest("[data-theme-toggle]");
    if (!button) return;
    var dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem(key, root.dataset.theme); } catch (refused) {}
  });
})();`;

const sources = new Map<string, string>();

/** The source expression of one exact text. Cached, since the pages of a site share style and script. */
function source(text: string): string {
  const known = sources.get(text);
  if (known !== undefined) return known;
  const made = `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
  sources.set(text, made);
  return made;
}
