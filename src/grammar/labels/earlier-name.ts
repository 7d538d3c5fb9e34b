/** Earlier problems that a line begins with, and the rest of the line. */
export interface EarlierNames {
  /** As `R2.I3`, in the order written. */
  readonly names: readonly string[];
  /** What follows them, without the marks that close them. */
  readonly rest: string;
  /** Whether the line is a list item, heading, cell or bold, rather than running text. */
  readonly isMarked: boolean;
}

/**
 * Reads the names of earlier problems at the beginning of a line: `R2.I3`, `R2 I3`, `Round 2, I3`, `I3 of round 2`,
 * with any Markdown marks, comma-separated if there are several.
 */
export function readEarlierNames(line: string): EarlierNames | undefined {
  const text = line.length > MAX_LENGTH ? line.slice(0, MAX_LENGTH) : line;
  const mark = MARK.exec(text)?.[0] ?? "";
  let at = mark.length;
  const names: string[] = [];
  for (;;) {
    const opening = matchAt(names.length === 0 ? OPENING : NEXT, text, at);
    const found = opening === undefined ? undefined : nameAt(text, at + opening.length);
    if (found === undefined || opening === undefined) break;
    names.push(found.name);
    at += opening.length + found.length;
  }
  if (names.length === 0) return undefined;
  const closing = matchAt(CLOSING, text, at) ?? "";
  const isMarked = mark.trim() !== "" || text.startsWith("**", mark.length);
  return { names: [...new Set(names)], rest: line.slice(at + closing.length), isMarked };
}

/** The text without any names of earlier problems. */
export function withoutEarlierNames(text: string): string {
  return text.replaceAll(ANYWHERE, " ");
}

const MAX_LENGTH = 2000;
const MARK = /^\s{0,20}(?:>\s?)?(?:[-*+•]\s{1,5}(?:\[[ xX]\]\s)?|\d{1,3}[.)]\s{1,5}|#{1,9}\s{1,5}|\|\s{0,20})?/;
const OPENING =
  /[\s*_`[(]{0,8}(?:(?:re|fix(?:es)? (?:of|for)|verdict (?:on|for)|finding|earlier finding)[\s:*_`[(]{1,4})?/iy;
const NEXT = /[\s*_`\])]{0,6}(?:,|;|&|\+|\/|and)[\s*_`[(]{0,6}(?:and\s[\s*_`[(]{0,6})?/iy;
const CLOSING = /[\s*_`\])]{0,10}/y;
const ROUND_FIRST =
  /(?:round[\s#]{0,3}|R)(\d{1,3})(?:['’]s)?(?:[\s.:,/_#-]{0,3}(?:finding\s)?\(?([CISF]\d{1,3}(?:~\d{1,3})?)|\.([RX]\d{1,3}(?:~\d{1,3})?))(?![\w~])/iy;
const ROUND_LAST =
  /([CISF]\d{1,3}(?:~\d{1,3})?)\s?[(,]?\s?(?:(?:of|from|in)\s)?(?:the\s)?round[\s#]{0,3}(\d{1,3})(?!\w)\)?/iy;
const ANYWHERE = /(?<![\w.])(?:round\s#?|R)\d{1,3}(?:['’]s)?[\s.:/-]{0,2}[CISFRX]\d{1,3}(?:~\d{1,3})?(?![\w~])/gi;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function nameAt(text: string, at: number): { name: string; length: number } | undefined {
  ROUND_FIRST.lastIndex = at;
  const [first = "", round, label, other] = ROUND_FIRST.exec(text) ?? [];
  if (round !== undefined) return { name: nameOf(round, label ?? other ?? ""), length: first.length };
  ROUND_LAST.lastIndex = at;
  const [last = "", named = "", of] = ROUND_LAST.exec(text) ?? [];
  return of === undefined ? undefined : { name: nameOf(of, named), length: last.length };
}

const nameOf = (round: string, label: string): string => `R${Number(round)}.${label.toUpperCase()}`;
