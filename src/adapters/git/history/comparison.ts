import type { Commit } from "#model/change/scope.ts";
import type { LineSpan } from "#model/finding.ts";
import type { Repository } from "../repository.ts";
import { createBlame } from "./blame.ts";
import type { CodeAt } from "./code-at.ts";
import type { Span } from "./map-lines.ts";
import type { LineDiff } from "./read-diffs.ts";
import type { Passage } from "./read-steps.ts";
import { type PlacedLines, type Touch, walkBack, walkForward } from "./walk-steps.ts";

/** Two heads and all that differs between them. */
export interface Comparison {
  readonly repository: Repository;
  readonly passage: Passage;
  readonly files: readonly LineDiff[];
  readonly from: CodeAt;
  readonly to: CodeAt;
}

/** Where the lines of the new head are that took the place of others. */
export interface Successor {
  readonly path: string;
  readonly spans: readonly Span[] | undefined;
}

/** The commits that touched lines of the old head; where there is no line of commits, those whose text replaced them. */
export async function touching(between: Comparison, place: PlacedLines, now: Successor | undefined): Promise<Commit[]> {
  const { passage } = between;
  if (passage.steps === undefined) return now === undefined ? [] : blamed(between, now, passage.start);
  const found: Commit[] = [];
  for (const touch of walkForward(passage.steps, place)) {
    for (const commit of await authorsOf(between, touch)) {
      if (!found.some(({ id }) => id === commit.id)) found.push(commit);
    }
  }
  return found;
}

/** What a merge brought in was done by the commits that it merged, as far as they can be told from the lines. */
async function authorsOf({ repository }: Comparison, { step, path, span }: Touch): Promise<readonly Commit[]> {
  if (!step.isMerge || span.end < span.start) return [step.commit];
  const blame = createBlame(repository, `${step.parent}..${step.commit.id}`);
  const lines = (await blame(path, span.start, span.end)) ?? [];
  const own = lines.filter(({ isBoundary }) => !isBoundary);
  return own.length === 0 ? [step.commit] : distinct(own);
}

async function blamed({ repository, passage, to }: Comparison, now: Successor, start?: string): Promise<Commit[]> {
  const range = start === undefined ? to.commit : `${start}..${to.commit}`;
  const blame = createBlame(repository, range);
  const found: BlamedCommit[] = [];
  for (const { start: first, end } of (now.spans ?? []).slice(0, MOST_SPANS)) {
    found.push(...((await blame(now.path, first, end)) ?? []).filter(({ isBoundary }) => !isBoundary));
  }
  const order = new Map(passage.commits.map(({ id }, at) => [id, at]));
  found.sort((a, b) => (order.get(a.commit) ?? -1) - (order.get(b.commit) ?? -1) || a.time - b.time);
  return distinct(found);
}

const MOST_SPANS = 20;

interface BlamedCommit {
  readonly commit: string;
  readonly summary: string;
  readonly time: number;
}

function distinct(lines: readonly BlamedCommit[]): Commit[] {
  return [...new Map(lines.map(({ commit, summary }) => [commit, { id: commit, subject: summary }])).values()];
}

/** The newest commit since the old head that touched lines of the new one. */
export async function newestOf(between: Comparison, place: PlacedLines): Promise<Commit | undefined> {
  const { passage } = between;
  if (passage.steps !== undefined) {
    const touch = walkBack(passage.steps, place);
    return touch === undefined ? undefined : (await authorsOf(between, touch)).at(-1);
  }
  return (await blamed(between, { path: place.path, spans: [place.span] }, passage.start)).at(-1);
}

/** The lines as far as the file has them; undefined: it has none of them. */
export function spanWithin(all: readonly string[], lines: LineSpan | undefined): Span | undefined {
  const { start, end } = lines ?? { start: 1, end: all.length };
  return start > all.length ? undefined : { start, end: Math.min(end, all.length) };
}
