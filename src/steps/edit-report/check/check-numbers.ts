import type { ReviewerId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { type Severity, severitySchema } from "#model/severity.ts";
import type { RecordFigure, FigureKind, Unit } from "../figures.ts";
import { clausesOf, type CheckedPassage, reviewersIn, sentencesOf } from "./passage.ts";
import { lookUp } from "#util/look-up.ts";

export interface NumberFacts {
  readonly figures: readonly RecordFigure[];
  readonly reviewers: readonly Reviewer[];
  /** The record in words; numbers of anything else must occur there beside the same word. */
  readonly record: string;
  /** The record about one reviewer, or about nobody in particular: a clause that occurs there verbatim is correct. */
  readonly textAbout: (reviewer: ReviewerId | undefined) => string;
}

/** One sentence for every number of a passage that the record does not support. */
export function checkNumbers(passage: CheckedPassage, facts: NumberFacts): string[] {
  const words = wordsIn(facts.record);
  const known = { ...facts, words: new Set(words), pairs: pairsOf(words) };
  return sentencesOf(passage.text).flatMap((sentence) => {
    const named = [...new Set(reviewersIn(sentence, facts.reviewers).map(({ id }) => id))];
    return clausesOf(sentence).flatMap((clause) => {
      const here = [...new Set(reviewersIn(clause, facts.reviewers).map(({ id }) => id))];
      const scope = here.length === 1 ? here[0] : (passage.about ?? (named.length === 1 ? named[0] : undefined));
      return checkClause(clause, scope, known);
    });
  });
}

interface ClauseFacts extends NumberFacts {
  readonly words: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

function checkClause(clause: string, scope: ReviewerId | undefined, facts: ClauseFacts): string[] {
  const words = wordsIn(clause);
  if (` ${wordsIn(facts.textAbout(scope)).join(" ")} `.includes(` ${words.join(" ")} `)) return [];
  const faults: string[] = [];
  for (const [at, word] of words.entries()) {
    const value = numberOf(word, words[at + 1]);
    if (value === undefined) continue;
    const holds = Number.isNaN(value)
      ? word.split(/[/-]/).every((part) => !/\d/.test(part) || facts.words.has(part)) || facts.words.has(word)
      : holdsAt(words, at, { value, scope, facts });
    if (!holds) faults.push(`it says "${quoteAround(words, at)}", which the record does not give`);
  }
  return faults;
}

interface Question {
  readonly value: number;
  readonly scope: ReviewerId | undefined;
  readonly facts: ClauseFacts;
}

function holdsAt(words: readonly string[], at: number, { value, scope, facts }: Question): boolean {
  const { unit, kind, severity, isBase } = readAround(words, at);
  if (unit === undefined) return isInRecord(words, at, facts.pairs);
  const fits = facts.figures.filter(
    (figure) =>
      figure.unit === unit &&
      figure.severity === severity &&
      (kind === undefined || isBase || figure.kind === kind) &&
      // "3 of 7": the total may be the whole panel's.
      (figure.reviewer === scope || (figure.reviewer === undefined && (isBase || unit !== "finding"))),
  );
  return fits.some((figure) => figure.value === value);
}

interface Meaning {
  readonly unit: Unit | undefined;
  readonly kind: FigureKind | undefined;
  readonly severity: Severity | undefined;
  /** Whether another number is a part of this one: 7 in "3 of 7". */
  readonly isBase: boolean;
}

/** What a number counts: by the words up to the next number, else by those since the last. */
function readAround(words: readonly string[], at: number): Meaning {
  const next = nextNumber(words, at);
  const isPart = next !== undefined && words.slice(at + 1, next).every((word) => BETWEEN.has(word));
  const right = words.slice(at + 1, isPart && next !== undefined ? nextNumber(words, next) : next);
  const left = words.slice((lastNumber(words, at) ?? -1) + 1, at);
  const isBase = at > 0 && BETWEEN.has(words[at - 1] ?? "") && lastNumber(words, at) !== undefined;
  const kind = firstOf(right, KINDS) ?? firstOf(left.toReversed(), KINDS);
  const severity = severityIn(right.slice(0, isPart ? 5 : 3)) ?? severityIn(left.slice(-1));
  const unit = firstOf(right, UNITS) ?? (severity === undefined ? undefined : ("finding" as const));
  return { unit: unit ?? (kind === undefined ? undefined : unitOf(kind, left)), kind, severity, isBase };
}

const BETWEEN = new Set("of the its all out report's panel's".split(" "));

function nextNumber(words: readonly string[], at: number): number | undefined {
  const next = words.findIndex((word, index) => index > at && numberOf(word, words[index + 1]) !== undefined);
  return next < 0 ? undefined : next;
}

function lastNumber(words: readonly string[], at: number): number | undefined {
  for (let index = at - 1; index >= 0; index -= 1) {
    if (numberOf(words[index] ?? "", words[index + 1]) !== undefined) return index;
  }
  return undefined;
}

const UNITS: readonly (readonly [Unit, RegExp])[] = [
  ["finding", /^(?:findings?|problems?|issues?|points?)$/],
  ["reviewer", /^(?:reviewers?|agents?)$/],
  ["file", /^files?$/],
  ["remark", /^remarks?$/],
];

const KINDS: readonly (readonly [FigureKind, RegExp])[] = [
  ["rerated", /^(?:became|becomes|downgraded|promoted|re-?rated)$/],
  ["raised", /^(?:raise[sd]?|report(?:s|ed)?|claim(?:s|ed)?)$/],
  ["kept", /^(?:kept|keeps?|stands?|stood|remains?|survived?)$/],
  ["moved", /^(?:routed|moved)$/],
  ["dropped", /^(?:dropped|fell|struck|discarded)$/],
  ["contested", /^(?:contested|disputed)$/],
  ["refuted", /^refuted$/],
  ["confirmed", /^(?:confirmed|verified)$/],
  ["unverified", /^unverified$/],
  ["shown", /^(?:shown|demonstrated)$/],
  ["alone", /^(?:alone|unique|uniquely|nobody)$/],
  ["merged", /^(?:merged|shared|agreed|others?)$/],
  ["completed", /^(?:completed|ended|finished)$/],
  ["failed", /^failed$/],
  ["listed", /^listed$/],
  ["read", /^read$/],
];

function firstOf<T>(words: readonly string[], table: readonly (readonly [T, RegExp])[]): T | undefined {
  for (const [at, word] of words.entries()) {
    // "not verified" is unverified.
    const said =
      word === "verified" && words[at - 1] === "not"
        ? "unverified"
        : (lookUp(BY, words.slice(at, at + 3).join(" ")) ?? word);
    const found = table.find(([, pattern]) => pattern.test(said));
    if (found !== undefined) return found[0];
  }
  return undefined;
}

/** Who raised something determines what is counted. */
const BY: Readonly<Record<string, string>> = { "raised by nobody": "alone", "raised by others": "others" };

function unitOf(kind: FigureKind, left: readonly string[]): Unit {
  if (kind === "completed" || kind === "failed") return "reviewer";
  return kind === "listed" || kind === "read" ? "file" : (firstOf(left.toReversed(), UNITS) ?? "finding");
}

function severityIn(words: readonly string[]): Severity | undefined {
  for (const word of words) {
    const read = severitySchema.safeParse(word === "suggestions" ? "suggestion" : word);
    if (read.success) return read.data;
  }
  return undefined;
}

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** The number that a word means; NaN for one that must occur in the record verbatim, such as `40%` or `2026-11-02`. */
function numberOf(word: string, next: string | undefined): number | undefined {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  if (/\d/.test(word) && !/[\u0001]/.test(word)) return Number.NaN;
  const at = NUMBER_WORDS.indexOf(word);
  const counts = [...UNITS.map(([, pattern]) => pattern), /^(?:critical|important|suggestions?)$/];
  const isCounting = counts.some((pattern) => pattern.test(next ?? ""));
  if (word === "no") return isCounting ? 0 : undefined;
  // "one" is usually not a number: only if it counts something.
  return at < 0 || (at === 1 && !isCounting) ? undefined : at;
}

/** Words in lower case, without the punctuation around them. */
function wordsIn(text: string): string[] {
  return text
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}\u0001$]+|[^\p{L}\p{N}\u0001%]+$/gu, "").toLowerCase())
    .filter((word) => word !== "");
}

const TOO_COMMON = new Set("of the and in a an to at is was were by it its for with on or".split(" "));

function pairsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
}

const isNamed = (near: string | undefined): near is string =>
  near !== undefined && /\p{L}{2}/u.test(near) && !TOO_COMMON.has(near);

function isInRecord(words: readonly string[], at: number, pairs: ReadonlySet<string>): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  return (isNamed(before) && pairs.has(`${before} ${word}`)) || (isNamed(after) && pairs.has(`${word} ${after}`));
}

function quoteAround(words: readonly string[], at: number): string {
  return words
    .slice(Math.max(0, at - 2), at + 4)
    .join(" ")
    .replaceAll(/\u0001\d*\u0001?/g, "…");
}
