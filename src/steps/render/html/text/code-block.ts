import { plural, withCommas } from "#util/words.ts";
import { html, type HtmlValue, type SafeHtml, escapeHtml, markupOf, trusted } from "../escape.ts";
import { highlight } from "./highlight.ts";

/** A block of code to show. With `start` its lines are numbered; `isCited` marks the lines a finding is about. */
export interface CodeBlock {
  readonly code: string;
  readonly language?: string | undefined;
  readonly start?: number | undefined;
  readonly isCited?: (line: number) => boolean;
  readonly caption?: HtmlValue;
}

/** A framed code block. Very long lines are truncated, with the whole text in a fold. */
export function renderCode(block: CodeBlock): SafeHtml {
  const { code, long } = shorten(block.code);
  const markup = highlight(code, block.language);
  const lines = block.start === undefined ? trusted(markup) : numbered(markup, block.start, block.isCited);
  return frame({ kind: block.start === undefined ? "" : " numbered", caption: block.caption, lines, long });
}

/** A unified diff with coloured lines. */
export function renderDiff(diff: string, caption?: HtmlValue): SafeHtml {
  const { code, long } = shorten(diff);
  let markup = "";
  for (const line of linesOf(code)) markup += `<span class="l${lineKind(line)}">${markupOf(escapeHtml(line))}\n</span>`;
  return frame({ kind: " diff", caption, lines: trusted(markup), long });
}

/**
 * Splits highlighted markup into well-formed lines: tags that are open at the end of a line are reopened on the next.
 */
export function splitMarkup(markup: string): string[] {
  const open: string[] = [];
  return markup.split("\n").map((line) => {
    const before = open.join("");
    for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) {
      if (tag.startsWith("</")) open.pop();
      else open.push(tag);
    }
    return before + line + "</span>".repeat(open.length);
  });
}

/** A longer line is cut to LONG_LINE_SHOWN characters. */
const LONG_LINE = 2_000;
const LONG_LINE_SHOWN = 300;

interface Frame {
  readonly kind: string;
  readonly caption: HtmlValue;
  readonly lines: SafeHtml;
  /** The whole text, if lines were cut. */
  readonly long: string | undefined;
}

function frame({ kind, caption, lines, long }: Frame): SafeHtml {
  return html`<figure class="code${kind}">${
    caption !== undefined && html`<figcaption>${caption}</figcaption>`
  }<pre><code>${lines}</code></pre>${
    long !== undefined &&
    html`<details class="uncut"><summary>Lines are cut. The whole text, ${plural(long.length, "character")}</summary><pre><code>${long}</code></pre></details>`
  }</figure>`;
}

function shorten(text: string): { code: string; long: string | undefined } {
  const code = text.replaceAll("\r\n", "\n").replace(/\n$/, "");
  const lines = code.split("\n");
  if (!lines.some((line) => line.length > LONG_LINE)) return { code, long: undefined };
  const cut = lines.map((line) => {
    if (line.length <= LONG_LINE) return line;
    return `${line.slice(0, LONG_LINE_SHOWN)} … ${withCommas(line.length - LONG_LINE_SHOWN)} more characters`;
  });
  return { code: cut.join("\n"), long: code };
}

function numbered(markup: string, start: number, isCited: CodeBlock["isCited"]): SafeHtml {
  let out = "";
  for (const [i, line] of splitMarkup(markup).entries()) {
    const number = start + i;
    out += `<span class="l${isCited?.(number) === true ? " cited" : ""}" data-n="${number}">${line}\n</span>`;
  }
  return trusted(out);
}

function linesOf(code: string): string[] {
  return code.split("\n");
}

function lineKind(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("diff ")) return " file";
  if (line.startsWith("@@")) return " hunk";
  if (line.startsWith("+")) return " add";
  return line.startsWith("-") ? " del" : "";
}
