import type { CheckHit } from "#model/change/analyzer.ts";
import { severityLevel } from "#model/severity.ts";

/** Hits to be raised, and what was held back, so that nothing disappears without a word. */
export interface LimitedHits {
  readonly raised: readonly CheckHit[];
  /** Beyond what one reviewer may raise; the weakest. */
  readonly further: readonly CheckHit[];
  /** Checks that fired too often to be believed in this run. */
  readonly muted: readonly { readonly check: string; readonly hits: number }[];
}

/** A check that fires more often than this on one change has always been wrong about it. */
const BELIEVABLE = 10;

/** Keeps the gravest and surest hits. The order is the order of a review: worst first, then surest, then by place. */
export function limitHits(hits: readonly CheckHit[], most: number): LimitedHits {
  const counts = new Map<string, number>();
  for (const { check } of hits) counts.set(check, (counts.get(check) ?? 0) + 1);
  const believed = hits.filter(({ check }) => (counts.get(check) ?? 0) <= BELIEVABLE).toSorted(compareHits);
  const muted = [...counts].filter(([, count]) => count > BELIEVABLE).map(([check, count]) => ({ check, hits: count }));
  return { raised: believed.slice(0, most), further: believed.slice(most), muted };
}

/** Raises every hit, in the same order: for the results of a tool that somebody wants to see whole. */
export function raiseAll(hits: readonly CheckHit[]): LimitedHits {
  return { raised: hits.toSorted(compareHits), further: [], muted: [] };
}

function compareHits(one: CheckHit, other: CheckHit): number {
  return (
    severityLevel(other.severity) - severityLevel(one.severity) ||
    other.weight - one.weight ||
    comparePlaces(one, other)
  );
}

function comparePlaces({ places: [one] }: CheckHit, { places: [other] }: CheckHit): number {
  if (one.location.path !== other.location.path) return one.location.path < other.location.path ? -1 : 1;
  return (one.location.start ?? 0) - (other.location.start ?? 0);
}
