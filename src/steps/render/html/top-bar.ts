import { html, type HtmlValue, type SafeHtml, trusted } from "./escape.ts";

/** The bar at the top of every page: our mark, then where the reader is, then the switch between light and dark. */
export function topBar({ home, label, trail }: TopBar): SafeHtml {
  const name = html`${MARK}<span>Deep Review</span>`;
  return html`<header class="topbar"><div class="topbar-inner">${
    home === undefined
      ? html`<span class="wordmark">${name}</span>`
      : html`<a class="wordmark" href="${home}">${name}</a>`
  }<nav class="trail" aria-label="${label}">${trail}</nav>${THEME_TOGGLE}</div></header>`;
}

export interface TopBar {
  /** The page over all reviews, if there is one. */
  readonly home?: string | undefined;
  /** Names the links for screen readers. */
  readonly label: string;
  readonly trail: HtmlValue;
}

/** Several reviewers, one report: three strokes run together into a line that ends in a dot. */
const STROKES = "M2 5h2.5c5 0 4.5 7 9.5 7M2 12h12M2 19h2.5c5 0 4.5-7 9.5-7";
const MARK = trusted(
  `<svg class="mark" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="${STROKES}"/><circle cx="18.7" cy="12" r="3.3"/></svg>`,
);

/** The mark on its ground, as an address for the browser's tab. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 32 32"><rect x="-4" y="-4" width="32" height="32" rx="7" fill="#0f2d34"/><path d="${STROKES}" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="18.7" cy="12" r="3.9" fill="#4fd6c8"/></svg>`,
)}`;

/** Switches between light and dark. Hidden without JavaScript. */
const THEME_TOGGLE = html`<button type="button" class="theme-toggle needs-js" data-theme-toggle
 aria-label="Change between light and dark" title="Light or dark"><svg viewBox="0 0 16 16" width="16" height="16"
 aria-hidden="true"><circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path
 d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/></svg></button>`;

export const topBarCss = `
.topbar{background:var(--bar);color:var(--bar-quiet);border-bottom:2px solid var(--spark);font-size:.88rem}
.topbar-inner{display:flex;align-items:center;gap:1rem;max-width:76rem;min-height:2.9rem;margin:0 auto;padding:.2rem 1.1rem}
.wordmark{display:inline-flex;align-items:center;gap:.55rem;flex:none;color:var(--bar-ink);font-size:.95rem;font-weight:650;letter-spacing:-.005em;text-decoration:none}
.mark{display:block;overflow:visible}
.mark path{fill:none;stroke:currentColor;stroke-width:2.4;stroke-linecap:round}
.mark circle{fill:var(--spark)}
.trail{display:flex;align-items:center;gap:.9rem;min-width:0;flex:1;white-space:nowrap}
.trail>*{flex:none;max-width:100%}
.trail>:first-child{flex:0 1 auto;min-width:0;overflow:hidden;text-overflow:ellipsis}
.trail a{color:inherit;text-decoration:none}
.trail a:hover{color:var(--bar-ink);text-decoration:underline}
.trail a[aria-current]{color:var(--bar-ink);font-weight:600}
.topbar :focus-visible{outline-color:var(--spark)}
.theme-toggle{display:inline-grid;place-items:center;flex:none;width:2rem;height:2rem;margin-left:auto;padding:0;border:1px solid transparent;border-radius:6px;background:none;color:inherit;cursor:pointer}
.theme-toggle:hover{color:var(--bar-ink);border-color:currentColor}
@media (max-width:40rem){
  .topbar-inner{gap:.8rem;padding:.2rem .9rem}
  .trail{gap:.6rem;font-size:.84rem}
}
@media print{
  .topbar{background:none;color:inherit;border-color:var(--line)}
  .wordmark{color:inherit}
}
`;
