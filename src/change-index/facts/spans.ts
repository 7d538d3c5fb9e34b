import type { TextSpan } from "#model/change/change-index.ts";
import { COMMENT, STRING, type Literal } from "#util/text/lexer/scan.ts";
import type { Layout } from "./read-facts.ts";

/**
 * The comments of a file without their marks. Successive line comments without code form one span. The n-th line of a
 * span's text is the n-th line of the span.
 */
export function commentSpans(text: string, layout: Layout): TextSpan[] {
  const spans: { start: number; end: number; text: string; joins: number }[] = [];
  for (const literal of layout.literals) {
    if (literal.kind !== COMMENT) continue;
    const { start, end } = linesOf(literal, layout);
    const lineStart = layout.lines.startOf(start);
    const alone = start === end && text.slice(lineStart, literal.start).trim() === "";
    // The column, if a comment on the next line may join; otherwise -1.
    const joins = alone ? literal.start - lineStart : -1;
    const plain = withoutMarks(text.slice(literal.innerStart, literal.innerEnd));
    const last = spans.at(-1);
    if (last !== undefined && joins >= 0 && last.joins === joins && last.end === start - 1) {
      last.end = start;
      last.text += `\n${plain}`;
    } else spans.push({ start, end, text: plain, joins });
  }
  return spans.map(({ start, end, text: plain }) => ({ start, end, text: plain }));
}

/** The strings of a file without their quotes. Code inside them is kept as written. */
export function stringSpans(text: string, layout: Layout): TextSpan[] {
  return layout.literals
    .filter(({ kind }) => kind === STRING)
    .map((literal) => ({ ...linesOf(literal, layout), text: text.slice(literal.innerStart, literal.innerEnd) }));
}

function linesOf({ start, innerStart, innerEnd }: Literal, { lines }: Layout): { start: number; end: number } {
  const first = lines.lineAt(start);
  return { start: first, end: innerEnd > innerStart ? lines.lineAt(innerEnd) : first };
}

/** Removes `*` before each line of a block and further `/`, `!`, `#` of the opening mark. Keeps the number of lines. */
function withoutMarks(inner: string): string {
  return inner
    .replace(/^[*/!#-]+(?=\s|$)/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*+(?=\s|$)/, "").trim())
    .join("\n");
}
