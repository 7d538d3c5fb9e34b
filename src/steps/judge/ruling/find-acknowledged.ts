import type { Finding } from "#model/finding.ts";
import type { LineAround } from "#model/grounding.ts";
import { formatLocation } from "#model/location.ts";
import { tokensOf } from "#likeness/text/tokens.ts";
import type { RouteFacts } from "./find-route.ts";

/** A comment of one or more lines, and what a reader would look for in it. */
interface Comment {
  readonly text: string;
  readonly marked: boolean;
  /** All of it was there before the change, next to code that the change does not touch. */
  readonly isAtBase: boolean;
}

/** A comment that already admits the problem of a finding. */
export interface Acknowledgement {
  readonly because: string;
  /** It was there before the change, about this very code. Otherwise the change itself adds it. */
  readonly isAtBase: boolean;
}

/** Words of the title that a comment must have in common with it, and the share of them. */
const MIN_COUNT = 3;
const ENOUGH = 0.6;
/** The share for a comment with a mark such as TODO. */
const ENOUGH_MARKED = 0.4;

const MARK = /\b(?:TODO|FIXME|HACK|XXX|NOTE|KNOWN|LIMITATION)\b/;
/** A comment that admits a problem has one of these words; one that only describes the code has none. */
const ADMITS =
  /\b(?:not (?:yet|supported|handled|implemented|safe)|limitation|for now|temporar(?:y|ily)|known (?:issue|problem|gap)|work-?around|accept(?:ed|able)|trade-?off|best[- ]effort)\b/i;
/** A finding about the comment itself is not admitted by it. */
const ABOUT_COMMENT = /\b(?:comments?|TODO|FIXME|docstring|doc|documentation|stale|misleading|typo|says?|claims?)\b/i;

/**
 * The comment at the cited lines that already admits the problem, preferably one that was there before the change. Never for
 * a critical finding, and for an important one only if the comment has a mark such as TODO.
 */
export function findAcknowledged(finding: Finding, { linesAround }: RouteFacts): Acknowledgement | undefined {
  if (finding.severity === "critical" || ABOUT_COMMENT.test(finding.title)) return undefined;
  const wanted = new Set(tokensOf(finding.title));
  let byChange: Acknowledgement | undefined;
  for (const location of finding.locations) {
    if (location.start === undefined || PROSE_FILE.test(location.path)) continue;
    for (const { text, marked, isAtBase } of commentsIn(linesAround(location))) {
      if (!marked && (finding.severity !== "suggestion" || !ADMITS.test(text))) continue;
      const said = new Set(tokensOf(text));
      const common = [...wanted].filter((token) => said.has(token)).length;
      if (common < MIN_COUNT || common < wanted.size * (marked ? ENOUGH_MARKED : ENOUGH)) continue;
      const where = `${formatLocation(location)}: "${shorten(text)}"`;
      if (isAtBase) return { because: `the code says so itself at ${where}`, isAtBase };
      byChange ??= { because: `a comment that the change adds, or adds code to, says so at ${where}`, isAtBase };
    }
  }
  return byChange;
}

/** In a document every line counts as a comment, except headings. */
const PROSE_FILE = /\.(?:md|mdx|rst|adoc|txt)$/i;

const MAX_LENGTH = 160;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).trimEnd()}…`;
}

const LINE_SIGN = /^\s*(?:\/\/+!?|#(?![!{[])|--(?!-)|;+|\*(?!\/)|\/\*+|<!--|%)/;
const TRAILING = /\s(?:\/\/|#)\s/;

/** Comments of the lines, those on lines that follow one another joined. Reads the common signs of many languages. */
function commentsIn(lines: readonly LineAround[]): Comment[] {
  const comments: { text: string; isAtBase: boolean }[] = [];
  let isOpen = false;
  for (const { text: line, isAtBase } of lines) {
    const sign = LINE_SIGN.exec(line)?.[0];
    const trailing = sign === undefined ? TRAILING.exec(line) : null;
    const text =
      sign === undefined ? trailing && line.slice(trailing.index + trailing[0].length) : line.slice(sign.length);
    const last = isOpen && sign !== undefined ? comments.at(-1) : undefined;
    if (text !== null && last !== undefined) {
      last.text += ` ${withoutEnd(text)}`;
      last.isAtBase &&= isAtBase;
    } else if (text !== null) comments.push({ text: withoutEnd(text), isAtBase });
    isOpen = sign !== undefined;
  }
  return comments.map((comment) => ({ ...comment, marked: MARK.test(comment.text) }));
}

function withoutEnd(text: string): string {
  return text
    .trim()
    .replace(/(?:\*\/|-->)$/, "")
    .trim();
}
