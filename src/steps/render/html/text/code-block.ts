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

/** A framed code block. Lines beyond the few that matter are folded; very long lines are cut, with the whole text in a fold. */
export function renderCode(block: CodeBlock): SafeHtml {
  const { start, isCited } = block;
  const { code, long } = shorten(block.code);
  const plain = splitMarkup(highlight(code, block.language));
  const lines = start === undefined ? plain : plain.map((line, i) => numbered(line, start + i, isCited));
  const cited = start === undefined ? -1 : plain.findIndex((_, i) => isCited?.(start + i) === true);
  const from = Math.max(0, Math.min(cited - LINES_ABOVE, lines.length - CODE_LINES));
  return frame({
    kind: start === undefined ? "" : " numbered",
    caption: block.caption,
    lines,
    from,
    max: CODE_LINES,
    long,
  });
}

/** A unified diff with coloured lines. */
export function renderDiff(diff: string, caption?: HtmlValue): SafeHtml {
  const { code, long } = shorten(diff);
  const lines = code
    .split("\n")
    .map((line) => `<span class="l${lineKind(line)}">${markupOf(escapeHtml(line))}\n</span>`);
  return frame({ kind: " diff", caption, lines, from: 0, max: DIFF_LINES, long });
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

/** Longer code shows so many lines, from a little above the first cited one. */
const CODE_LINES = 10;
const DIFF_LINES = 24;
const LINES_ABOVE = 2;
/** A fold for fewer lines than this is not worth it. */
const LINES_FOLDED = 3;

interface Frame {
  readonly kind: string;
  readonly caption: HtmlValue;
  readonly lines: readonly string[];
  /** The first of the lines to show. */
  readonly from: number;
  readonly max: number;
  /** The whole text, if lines were cut. */
  readonly long: string | undefined;
}

function frame({ kind, caption, lines, from, max, long }: Frame): SafeHtml {
  const first = from < LINES_FOLDED ? 0 : from;
  const last = lines.length - from - max < LINES_FOLDED ? lines.length : from + max;
  return html`<figure class="code${kind}">${caption !== undefined && html`<figcaption>${caption}</figcaption>`}${
    first > 0 && folded(lines.slice(0, first), "above")
  }${codeLines(lines.slice(first, last), last < lines.length)}${last < lines.length && folded(lines.slice(last), "below")}${
    long !== undefined &&
    html`<details class="uncut"><summary>Lines are cut. The whole text, ${plural(long.length, "character")}</summary><pre><code>${long}</code></pre></details>`
  }</figure>`;
}

function folded(lines: readonly string[], where: "above" | "below"): SafeHtml {
  return html`<details class="more"><summary>${plural(lines.length, "more line")} ${where}</summary>${codeLines(lines, where === "above")}</details>`;
}

/** Lines in a span of their own have their line feed with them. */
function codeLines(lines: readonly string[], isFollowed: boolean): SafeHtml {
  const isSpanned = lines[0]?.startsWith('<span class="l') === true && lines[0].endsWith("\n</span>");
  return html`<pre><code>${trusted(lines.join(isSpanned ? "" : "\n"))}${isFollowed && !isSpanned && "\n"}</code></pre>`;
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

function numbered(line: string, number: number, isCited: CodeBlock["isCited"]): string {
  return `<span class="l${isCited?.(number) === true ? " cited" : ""}" data-n="${number}">${line}\n</span>`;
}

function lineKind(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("diff ")) return " file";
  if (line.startsWith("@@")) return " hunk";
  if (line.startsWith("+")) return " add";
  return line.startsWith("-") ? " del" : "";
}
