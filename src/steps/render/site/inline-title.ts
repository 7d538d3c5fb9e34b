import { html, type SafeHtml } from "../html/escape.ts";

/** A title with its code in backticks set as code; everything else is plain text. */
export function inlineTitle(title: string): SafeHtml {
  const parts = title.split("`");
  // An odd number of backticks: the last one stands for itself.
  const closed = parts.length % 2 === 1 ? parts : [...parts.slice(0, -2), `${parts.at(-2)}\`${parts.at(-1)}`];
  return html`${closed.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
