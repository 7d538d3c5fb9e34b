import type { ScannedLine } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { endOfCode } from "#grammar/spans.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type { FixVerdict } from "#model/history/lineage.ts";
import { withoutEarlierNames } from "#grammar/labels/earlier-name.ts";
import type { FindingId } from "#model/ids.ts";

/** The evidence of a verdict on a fix. */
export type FixEvidence = Pick<FixVerdict, "locations" | "quotes">;

/** More than this is a listing. */
export const MAX_CITED = 20;
const MAX_QUOTE_LENGTH = 20_000;

/**
 * Reads the places and quoted code of a verdict: fences, and code between two or more marks on a line. Code between
 * single marks may be words; it counts as a quote only if nothing else is quoted.
 */
export function readFixEvidence(prose: readonly string[], lines: readonly ScannedLine[]): FixEvidence {
  const locations = new Map<string, Location>();
  const quotes = fencedQuotes(lines);
  const words: string[] = [];
  for (const line of prose) {
    const { text, spans } = takeCode(line.slice(0, MAX_LINE_LENGTH));
    for (const location of locationsInProse(text)) {
      if (!/^R\d+\.[A-Z]\d+/i.test(location.path)) locations.set(formatLocation(location), location);
    }
    for (const { code, marks } of spans) (marks > 1 ? quotes : words).push(code);
  }
  const kept = quotes.length > 0 ? quotes : words.filter(looksLikeCode);
  return {
    locations: [...locations.values()].slice(0, MAX_CITED),
    quotes: [...new Set(kept)].slice(0, MAX_CITED),
  };
}

const MAX_LINE_LENGTH = 5000;

/** Code in fences, without list indentation. Commands and their output are not quotes. */
function fencedQuotes(lines: readonly ScannedLine[]): string[] {
  const quotes: string[] = [];
  let block: { readonly indent: number; readonly isCode: boolean; readonly code: string[] } | undefined;
  const close = (): void => {
    const code = block?.code.join("\n").slice(0, MAX_QUOTE_LENGTH) ?? "";
    if (block?.isCode === true && code.trim() !== "") quotes.push(code);
    block = undefined;
  };
  for (const { text, inFence, fence } of lines) {
    if (fence?.open === true || !inFence) close();
    if (fence?.open === true)
      block = { indent: indentOf(text), isCode: !/\b(?:repro|output)/.test(fence.info), code: [] };
    else if (fence === undefined && inFence) block?.code.push(text.slice(Math.min(block.indent, indentOf(text))));
  }
  close();
  return quotes;
}

const indentOf = (text: string): number => text.length - text.trimStart().length;

interface CodeSpan {
  readonly code: string;
  readonly marks: number;
}

/** The code spans that are not places, and the line without spans of several marks. */
function takeCode(line: string): { text: string; spans: CodeSpan[] } {
  const spans: CodeSpan[] = [];
  let text = "";
  let from = 0;
  for (let at = line.indexOf("`"); at >= 0; at = line.indexOf("`", at + 1)) {
    const end = endOfCode(line, at);
    if (end === at) break;
    const span = line.slice(at, end + 1);
    const marks = /^`+/.exec(span)?.[0].length ?? 1;
    const code = span.slice(marks, -marks).trim();
    const isPlace = locationsInProse(`\`${code}\``).length > 0;
    if (code !== "" && !isPlace) spans.push({ code, marks });
    if (marks > 1) {
      text += `${line.slice(from, at)}${isPlace ? `\`${code}\`` : " "}`;
      from = end + 1;
    }
    at = end;
  }
  return { text: text + line.slice(from), spans };
}

function looksLikeCode(code: string): boolean {
  return code.length >= 12 && code.length <= 400 && /[\s=(){};<>]/.test(code);
}

/**
 * Reads `introduces: I2` and `introduces: nothing` in the text about a fix. Returns only findings of the same review;
 * undefined if the text does not answer the question.
 */
export function readIntroduced(
  prose: readonly string[],
  findings: ReadonlyMap<string, FindingId>,
): readonly FindingId[] | undefined {
  for (const line of prose) {
    const text = withoutEarlierNames(line.slice(0, MAX_LENGTH)).replaceAll(/[*_`]/g, "");
    for (const { 0: word, index } of text.matchAll(/\bintroduc(?:e[sd]?|ing)\b/gi)) {
      const before = text.slice(Math.max(0, index - 60), index);
      const after = sentenceOf(text.slice(index + word.length, index + word.length + 200));
      const ids = [...after.matchAll(LABEL)].flatMap(([, label = ""]) => findings.get(label) ?? []);
      if (ids.length > 0) return [...new Set(ids)];
      if (DENIES.test(before) || /^(?:nothing|none|no|n\/a|not)\b/i.test(after)) return [];
    }
  }
  return undefined;
}

const MAX_LENGTH = 5000;
const LABEL = /(?<![\w.])([CISF]\d{1,3}(?:~\d{1,3})?)(?![\w~])/g;
const DENIES =
  /\b(?:not|n['’]t|never|without|nothing|none|no(?: new)? (?:defects?|issues?|problems?|bugs?|regressions?|findings?))(?: (?:new|is|are|was|were|has been|have been))?\s?$/i;

/** The text after the word up to the end of its sentence or cell. */
function sentenceOf(text: string): string {
  const words = text.replace(/^(?: defects?| problems?| issues?| bugs?)?[\s:=?–—-]{1,10}/i, "");
  const end = /[;|]|\.(?:\s|$)|\s[–—]\s/.exec(words)?.index;
  return words.slice(0, end ?? words.length);
}
