import { squeeze } from "./line-index.ts";

/** A quote as lines to search. */
export interface QuoteLines {
  /** Squeezed, without blank lines and ellipses. */
  readonly lines: readonly string[];
  /** For each line: whether an ellipsis precedes it. */
  readonly leftOut: readonly boolean[];
  /** For each line: whether it is distinctive, rather than only brackets. */
  readonly distinctive: readonly boolean[];
}

/**
 * The ways to read a quote, the plain one first: also without the line numbers that reviewers copy with the code, and,
 * if it is an unmarked diff, without the signs and the removed lines.
 */
export function readQuote(code: string): readonly QuoteLines[] {
  const lines = code.split(/\r?\n/, MAX_LINES * 2);
  const readings = [toQuoteLines(lines)];
  const plain = withoutNumbers(lines);
  if (plain !== undefined) readings.push(toQuoteLines(plain));
  const head = withoutSigns(lines);
  if (head !== undefined) readings.push(toQuoteLines(head));
  return readings.filter((reading) => reading.lines.length > 0);
}

/** Never more are needed to identify a place. */
const MAX_LINES = 400;

function toQuoteLines(written: readonly string[]): QuoteLines {
  const lines: string[] = [];
  const leftOut: boolean[] = [];
  let gap = false;
  for (const text of written.map(squeeze)) {
    if (text === "") continue;
    if (isEllipsis(text)) {
      gap = true;
      continue;
    }
    if (lines.length === MAX_LINES) break;
    lines.push(text);
    leftOut.push(gap && lines.length > 1);
    gap = false;
  }
  return { lines, leftOut, distinctive: lines.map((line) => /[\p{L}\p{N}_]/u.test(line.slice(0, 200))) };
}

/** Whether this squeezed line represents omitted lines. */
export function isEllipsis(text: string): boolean {
  return text.length < 80 && /^(?:\/\/|#|--|\/\*|<!--|\{\/\*)?[[({<]?(?:\.\.\.|…)/.test(text) && ENDS.test(text);
}

// `...args` and `...rest,` are code; an ellipsis ends there or continues with a comment or a bracket.
const ENDS =
  /^(?:\/\/|#|--|\/\*|<!--|\{\/\*).*$|^[[({<]?(?:\.\.\.|…)(?:[\])}>]|\*\/|-->)*$|^[[(<](?:\.\.\.|…).*[\])>]$/;

/** `12: code`, `12 | code`, `12→code`: only if (nearly) every line has a number and the numbers rise. */
function withoutNumbers(lines: readonly string[]): string[] | undefined {
  const numbers: number[] = [];
  let content = 0;
  for (const line of lines) {
    if (line.trim() === "" || isEllipsis(squeeze(line))) continue;
    content += 1;
    const number = NUMBERED.exec(line)?.[1];
    if (number !== undefined) numbers.push(Number(number));
  }
  const rises = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  if (content === 0 || numbers.length < content * 0.8 || !rises) return undefined;
  return lines.map((line) => line.replace(NUMBERED, ""));
}

const NUMBERED = /^\s*L?(\d{1,6})(?:\s*[:|│→]|\t)/;

function withoutSigns(lines: readonly string[]): string[] | undefined {
  const content = lines.filter((line) => line.trim() !== "");
  if (!content.some((line) => /^[+-]/.test(line)) || !content.every((line) => /^[+\s-]/.test(line))) return undefined;
  return content.filter((line) => !line.startsWith("-")).map((line) => line.replace(/^\+/, ""));
}
