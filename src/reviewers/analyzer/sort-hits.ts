import type { CheckHit } from "#model/change/analyzer.ts";
import { severityLevel } from "#model/severity.ts";

/** The order of a review: worst first, then most certain, then by place. */
export function sortHits(hits: readonly CheckHit[]): CheckHit[] {
  return hits.toSorted(compareHits);
}

function compareHits(one: CheckHit, other: CheckHit): number {
  return (
    severityLevel(other.severity) - severityLevel(one.severity) ||
    other.weight - one.weight ||
    comparePlaces(one, other)
  );
}

function comparePlaces({ places: [one] }: CheckHit, { places: [other] }: CheckHit): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  if (one.location.path !== other.location.path) return one.location.path < other.location.path ? -1 : 1;
  return (one.location.start ?? 0) - (other.location.start ?? 0);
}
