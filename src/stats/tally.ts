import type { FindingFate, FindingFates, ReportDigest, ReviewerDigest, Tally } from "#model/archive.ts";
import type { SeverityCounts } from "#model/report.ts";
import { SEVERITIES, type Severity, severityLevel } from "#model/severity.ts";

/** One reviewer's part in one review, with the review it belongs to. */
export interface ReviewerShare {
  readonly digest: ReportDigest;
  readonly part: ReviewerDigest;
}

/** Adds up one reviewer's parts. A figure that a review does not state is left out, also of the base. */
export function tally(parts: readonly ReviewerShare[]): Tally {
  const known = parts.flatMap(({ digest, part }) =>
    part.endings === undefined ? [] : [{ digest, part, endings: part.endings }],
  );
  const besideOthers = known.filter(hadOthers);
  const endings = addEndings(known.map((one) => one.endings));
  return {
    reviews: parts.length,
    failed: parts.filter(({ part }) => part.outcome === "failed").length,
    withRaw: known.length,
    raised: raisedOf(endings),
    kept: keptOf(endings),
    routed: countEndings(endings, (_, ending) => ending === "routed"),
    dropped: countEndings(endings, (_, ending) => ending === "dropped"),
    endings,
    refuted: sum(known.map(({ part }) => part.refuted)),
    downgraded: countEndings(endings, (claimed, ending) => levelsRisen(claimed, ending) < 0),
    promoted: countEndings(endings, (claimed, ending) => levelsRisen(claimed, ending) > 0),
    keptBesideOthers: sum(besideOthers.map((one) => keptOf(one.endings))),
    alone: addCounts(besideOthers.map(({ part }) => part.alone)),
    durations: parts.flatMap(({ part }) => part.durationSeconds ?? []),
  };
}

/** A count of zero raw findings. */
export function emptyEndings(): Record<Severity, Record<FindingFate, number>> {
  return { critical: { ...NONE }, important: { ...NONE }, suggestion: { ...NONE } };
}

/** How many raw findings a reviewer raised, by claimed severity. */
export function raisedOf(endings: FindingFates): SeverityCounts & { readonly all: number } {
  return addCounts([mapSeverities((severity) => sum(Object.values(endings[severity])))]);
}

/** How many of its raw findings are in a kept cluster. */
export function keptOf(endings: FindingFates): number {
  return countEndings(endings, (_, ending) => ending !== "routed" && ending !== "dropped");
}

/** The sum of counts, by severity and in total. */
export function addCounts(counts: readonly SeverityCounts[]): SeverityCounts & { readonly all: number } {
  const total = mapSeverities((severity) => sum(counts.map((count) => count[severity])));
  return { ...total, all: total.critical + total.important + total.suggestion };
}

/** Whether it did not fail. Reports often omit whether a run ended; then its findings show that it worked. */
function tookPart({ outcome }: ReviewerDigest): boolean {
  return outcome !== "failed";
}

// If only one reviewer completed, everything it found is unique, which means nothing.
function hadOthers({ digest, part }: ReviewerShare): boolean {
  return tookPart(part) && digest.reviewers.filter(tookPart).length > 1;
}

function addEndings(all: readonly FindingFates[]): FindingFates {
  const total = emptyEndings();
  for (const endings of all) {
    for (const claimed of SEVERITIES) {
      for (const ending of ENDINGS) total[claimed][ending] += endings[claimed][ending];
    }
  }
  return total;
}

function countEndings(endings: FindingFates, counts: (claimed: Severity, ending: FindingFate) => boolean): number {
  let total = 0;
  for (const claimed of SEVERITIES) {
    for (const ending of ENDINGS) if (counts(claimed, ending)) total += endings[claimed][ending];
  }
  return total;
}

function levelsRisen(claimed: Severity, ending: FindingFate): number {
  return ending === "routed" || ending === "dropped" ? 0 : severityLevel(ending) - severityLevel(claimed);
}

function mapSeverities(value: (severity: Severity) => number): SeverityCounts {
  return { critical: value("critical"), important: value("important"), suggestion: value("suggestion") };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const ENDINGS: readonly FindingFate[] = [...SEVERITIES, "routed", "dropped"];

const NONE = { critical: 0, important: 0, suggestion: 0, routed: 0, dropped: 0 };
