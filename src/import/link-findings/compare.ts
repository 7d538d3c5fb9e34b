import { Lexicon, rarityWith } from "#likeness/text/lexicon.ts";
import { cosine, type TextVector } from "#likeness/text/tfidf.ts";
import type { Statement } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { type Location, mayBeSameFile } from "#model/location.ts";

/** The features by which a finding and a statement of the report are compared. */
export interface Features {
  readonly locations: readonly Location[];
  readonly title: TextVector;
  readonly text: TextVector;
  readonly code: TextVector;
}

type Problem = Pick<Finding, "title" | "locations" | "body" | "quotes" | "fix"> | Statement;

/** The words of a text, weighted by how rare each is within the report. */
export type WeighWords = (text: string) => TextVector;

/** The features of all problems of one report; words are weighted over all of them. */
export function extractFeatures<T extends Problem>(
  problems: readonly T[],
): { features: ReadonlyMap<T, Features>; weigh: WeighWords } {
  const lexicon = new Lexicon(
    problems.map(({ title, body }) => wordsIn(`${title}\n${body}`)),
    rarityWith(0),
  );
  const weigh = (text: string): TextVector => lexicon.vector(wordsIn(text));
  const features = new Map<T, Features>();
  for (const problem of problems) {
    const { title, body, locations } = problem;
    features.set(problem, {
      locations,
      title: weigh(title),
      text: weigh(`${title}\n${title}\n${body}`),
      code: weigh(codeOf(problem)),
    });
  }
  return { features, weigh };
}

/** How alike two problems are, between 0 and 1, and in which respects. */
export interface Likeness {
  readonly score: number;
  readonly place: number;
  readonly text: number;
}

// Fitted to the hand-checked reports and rounded: words decide, the place separates problems of one topic.
const WEIGHTS = { place: 0.3, title: 0.25, text: 0.3, code: 0.15 };

export function compareFeatures(one: Features, other: Features): Likeness {
  const place = nearness(one.locations, other.locations);
  const title = cosine(one.title, other.title);
  const text = cosine(one.text, other.text);
  const code = cosine(one.code, other.code);
  const score = WEIGHTS.place * place + WEIGHTS.title * title + WEIGHTS.text * text + WEIGHTS.code * code;
  return { score, place, text: Math.max(title, text) };
}

function codeOf({ title, body, quotes, fix }: Problem): string {
  const spans = `${title}\n${body}`.slice(0, 20_000).match(/`[^`\n]{2,200}`/g) ?? [];
  return [...spans, ...quotes.map(({ code }) => code), ...(fix?.diffs ?? [])].join("\n");
}

/** 1: the same lines of the same file; less with distance; 0: no file in common. */
export function nearness(some: readonly Location[], others: readonly Location[]): number {
  let best = 0;
  for (const one of some.slice(0, 20)) {
    for (const other of others.slice(0, 20)) {
      if (samePath(one.path, other.path)) best = Math.max(best, 0.4 + 0.6 * closeness(one, other));
    }
  }
  return best;
}

function closeness(one: Location, other: Location): number {
  if (one.start === undefined || other.start === undefined || one.end === undefined || other.end === undefined)
    return 0.4;
  const gap = Math.max(one.start - other.end, other.start - one.end, 0);
  return Math.exp(-gap / 25);
}

/** Reviewers shorten paths: one may be the tail of the other. A folder contains its files. */
function samePath(one: string, other: string): boolean {
  if (mayBeSameFile(one, other)) return true;
  return (one.endsWith("/") && other.startsWith(one)) || (other.endsWith("/") && one.startsWith(other));
}

/** Longer texts only add time. */
const MAX_TEXT = 20_000;

/** The words of a text in lower case: identifiers as a whole, and their parts. */
function wordsIn(text: string): string[] {
  const words: string[] = [];
  for (const [name] of text.slice(0, MAX_TEXT).matchAll(/[\p{L}\p{N}_]{2,60}/gu)) {
    const parts = name.split(/_+|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part.length > 1);
    if (parts.length > 1) words.push(name.toLowerCase());
    for (const part of parts) words.push(stem(part.toLowerCase()));
  }
  return words;
}

/** Enough for English prose about code: removes plural and tense. */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && (word.endsWith("ed") || word.endsWith("es"))) return word.slice(0, -2);
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
