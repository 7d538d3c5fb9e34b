import type { Statement } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { type Location, mayBeSameFile } from "#model/location.ts";
import { likeness, type Profile, Vocabulary } from "./text-profile.ts";

/** What a finding and a statement of the report are compared by. */
export interface Portrait {
  readonly locations: readonly Location[];
  readonly title: Profile;
  readonly text: Profile;
  readonly code: Profile;
}

type Problem = Pick<Finding, "title" | "locations" | "body" | "quotes" | "fix"> | Statement;

/** Draws the portraits of all problems of one report; words are weighed over all of them. */
export function drawPortraits<T extends Problem>(
  problems: readonly T[],
): { portraits: Map<T, Portrait>; vocabulary: Vocabulary } {
  const vocabulary = new Vocabulary();
  for (const problem of problems) vocabulary.add(`${problem.title}\n${problem.body}`);
  const portraits = new Map<T, Portrait>();
  for (const problem of problems) {
    portraits.set(problem, {
      locations: problem.locations,
      title: vocabulary.profile(problem.title),
      text: vocabulary.profile(`${problem.title}\n${problem.title}\n${problem.body}`),
      code: vocabulary.profile(codeOf(problem)),
    });
  }
  return { portraits, vocabulary };
}

/** How alike two problems are, and by what. Between 0 and 1. */
export interface Likeness {
  readonly score: number;
  readonly place: number;
  readonly text: number;
}

// Found on the hand-checked reports and kept round: words decide, the place tells problems of one topic apart.
const WEIGHTS = { place: 0.3, title: 0.25, text: 0.3, code: 0.15 };

/** Compares a finding with a statement of the report. */
export function compare(one: Portrait, other: Portrait): Likeness {
  const place = nearness(one.locations, other.locations);
  const title = likeness(one.title, other.title);
  const text = likeness(one.text, other.text);
  const code = likeness(one.code, other.code);
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

/** Reviewers shorten paths: one may be the tail of the other. A folder holds its files. */
export function samePath(one: string, other: string): boolean {
  if (mayBeSameFile(one, other)) return true;
  return (one.endsWith("/") && other.startsWith(one)) || (other.endsWith("/") && one.startsWith(other));
}
