import type { Commit } from "#model/change/scope.ts";
import type { LineSpan } from "#model/location.ts";
import type { Repository } from "../repository.ts";
import { createBlame } from "./blame.ts";
import type { CodeAt } from "#model/history/code-facts.ts";
import type { LineStretch } from "./map-lines.ts";
import type { LineDiff } from "./read-diffs.ts";
import type { HeadHistory } from "./read-steps.ts";
import { type PlacedLines, type Touch, walkBack, walkForward } from "./walk-steps.ts";

/** Two heads and the differences between them. */
export interface Comparison {
  readonly repository: Repository;
  readonly passage: HeadHistory;
  readonly files: readonly LineDiff[];
  readonly from: CodeAt;
  readonly to: CodeAt;
}

/** Where the replacing lines are at the new head. */
interface Successor {
  readonly path: string;
  readonly spans: readonly LineStretch[];
  /** Lines close to them that changed. */
  readonly beside: readonly LineStretch[];
}

/** Commits that touched lines, and those that only touched others close to them; oldest first. */
interface Touching {
  readonly commits: readonly Commit[];
  readonly nearby: readonly Commit[];
}

/** The commits that touched lines of the old head; without a line of commits, those whose text replaced them. */
export async function touching(between: Comparison, place: PlacedLines, now: Successor | undefined): Promise<Touching> {
  const { passage } = between;
  const [commits, nearby] = [new Map<string, Commit>(), new Map<string, Commit>()];
  if (passage.steps !== undefined) {
    for (const touch of walkForward(passage.steps, place)) {
      const found = touch.isBeside ? nearby : commits;
      for (const commit of await authorsOf(between, touch)) found.set(commit.id, commit);
    }
  } else if (now !== undefined) {
    for (const commit of await blamed(between, now.path, now.spans)) commits.set(commit.id, commit);
    for (const commit of await blamed(between, now.path, now.beside)) nearby.set(commit.id, commit);
  }
  return { commits: [...commits.values()], nearby: [...nearby.values()].filter(({ id }) => !commits.has(id)) };
}

/** Attributes the changes of a merge to the merged commits, as far as the lines show them. */
async function authorsOf({ repository }: Comparison, { step, path, span }: Touch): Promise<readonly Commit[]> {
  if (!step.isMerge || span.end < span.start) return [step.commit];
  const blame = createBlame(repository, `${step.parent}..${step.commit.id}`);
  const lines = (await blame(path, span.start, span.end)) ?? [];
  const own = lines.filter(({ isBoundary }) => !isBoundary);
  return own.length === 0 ? [step.commit] : distinct(own);
}

async function blamed(
  { repository, passage, to }: Comparison,
  path: string,
  spans: readonly LineStretch[],
): Promise<Commit[]> {
  const range = passage.start === undefined ? to.commit : `${passage.start}..${to.commit}`;
  const blame = createBlame(repository, range);
  const found: BlamedCommit[] = [];
  for (const { start: first, end } of spans.slice(0, MAX_SPANS)) {
    found.push(...((await blame(path, first, end)) ?? []).filter(({ isBoundary }) => !isBoundary));
  }
  const order = new Map(passage.commits.map(({ id }, at) => [id, at]));
  found.sort((a, b) => (order.get(a.commit) ?? -1) - (order.get(b.commit) ?? -1) || a.time - b.time);
  return distinct(found);
}

const MAX_SPANS = 20;

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
  return (await blamed(between, place.path, [place.span])).at(-1);
}

/** The lines that the file has; undefined if it has none of them. */
export function spanWithin(all: readonly string[], lines: LineSpan | undefined): LineStretch | undefined {
  const { start, end } = lines ?? { start: 1, end: all.length };
  return start > all.length ? undefined : { start, end: Math.min(end, all.length) };
}
