import { type Severity, severityLevel } from "#model/severity.ts";
import type { Gold } from "./gold.ts";

/** What a program says of one report. */
export interface Prediction {
  readonly clusters: readonly { readonly members: readonly string[]; readonly severity: Severity }[];
  /** Dropped or routed. */
  readonly removed: readonly string[];
}

/** Counts over many reports, as `score.py` of the corpus makes them. */
export interface ClusterCounts {
  reports: number;
  kept: number;
  right: number;
  wrong: number;
  missed: number;
  clusters: number;
  exact: number;
  several: number;
  exactSeveral: number;
  matched: number;
  sameSeverity: number;
  nearSeverity: number;
  lost: number;
  merged: number;
  wronglyRemoved: number;
  removedRight: number;
}

export function emptyCounts(): ClusterCounts {
  return {
    reports: 0,
    kept: 0,
    right: 0,
    wrong: 0,
    missed: 0,
    clusters: 0,
    exact: 0,
    several: 0,
    exactSeveral: 0,
    matched: 0,
    sameSeverity: 0,
    nearSeverity: 0,
    lost: 0,
    merged: 0,
    wronglyRemoved: 0,
    removedRight: 0,
  };
}

/** Adds the score of one report. */
export function scoreClusters(gold: Gold, prediction: Prediction, counts: ClusterCounts): void {
  const all = gold.all;
  const clusters = prediction.clusters.map(({ members, severity }) => ({
    members: new Set(members.filter((member) => all.has(member))),
    severity,
  }));
  const of = new Map<string, number[]>();
  for (const [at, { members }] of clusters.entries()) {
    for (const member of members) of.set(member, [...(of.get(member) ?? []), at]);
  }
  const removed = new Set(prediction.removed.filter((raw) => !of.has(raw)));
  const kept = gold.kept;
  const keptSet = new Set(kept);
  counts.reports++;
  counts.kept += kept.length;
  scorePairs(gold, of, counts);
  const shown = clusters.map(({ members, severity }) => ({
    members: new Set([...members].filter((member) => keptSet.has(member))),
    severity,
  }));
  scoreExact(gold, shown, counts);
  for (const raw of all) {
    if (!of.has(raw) && !removed.has(raw)) counts.lost++;
    if (!removed.has(raw)) continue;
    if (keptSet.has(raw)) counts.wronglyRemoved++;
    else counts.removedRight++;
  }
  for (const { members } of shown) counts.merged += strangersIn(gold, [...members]);
}

const reviewerOf = (raw: string): string => raw.slice(0, raw.indexOf(":"));

function scorePairs(gold: Gold, of: ReadonlyMap<string, readonly number[]>, counts: ClusterCounts): void {
  const kept = gold.kept;
  for (const [at, one] of kept.entries()) {
    for (const other of kept.slice(at + 1)) {
      if (reviewerOf(one) === reviewerOf(other)) continue;
      const same = gold.same(one, other);
      if (same === undefined) continue;
      const joined = (of.get(one) ?? []).some((cluster) => (of.get(other) ?? []).includes(cluster));
      if (joined && same) counts.right++;
      else if (joined) counts.wrong++;
      else if (same) counts.missed++;
    }
  }
}

type Shown = readonly { readonly members: ReadonlySet<string>; readonly severity: Severity }[];

function scoreExact(gold: Gold, shown: Shown, counts: ClusterCounts): void {
  for (const { primary, split, severity } of gold.clusters.values()) {
    const hit = shown.some(
      ({ members }) =>
        [...primary].every((member) => members.has(member)) &&
        [...members].every((member) => primary.has(member) || split.has(member)),
    );
    counts.clusters++;
    if (hit) counts.exact++;
    if (primary.size > 1) {
      counts.several++;
      if (hit) counts.exactSeveral++;
    }
    const best = closest(shown, primary);
    if (best === undefined) continue;
    counts.matched++;
    const gap = Math.abs(severityLevel(best) - severityLevel(severity));
    if (gap === 0) counts.sameSeverity++;
    if (gap <= 1) counts.nearSeverity++;
  }
}

/** The severity of the shown cluster that overlaps most. */
function closest(shown: Shown, primary: ReadonlySet<string>): Severity | undefined {
  let best: { overlap: number; share: number; severity: Severity } | undefined;
  for (const { members, severity } of shown) {
    const overlap = [...primary].filter((member) => members.has(member)).length;
    if (overlap === 0) continue;
    const share = overlap / new Set([...primary, ...members]).size;
    if (best === undefined || overlap > best.overlap || (overlap === best.overlap && share > best.share)) {
      best = { overlap, share, severity };
    }
  }
  return best?.severity;
}

/** Members of a cluster whose majority belongs to another finding of the report. */
function strangersIn(gold: Gold, members: readonly string[]): number {
  const votes = new Map<string, { all: number; home: number }>();
  for (const member of members) {
    for (const place of gold.placesOf(member)) {
      const known = votes.get(place) ?? { all: 0, home: 0 };
      votes.set(place, { all: known.all + 1, home: known.home + (gold.homeOf(member) === place ? 1 : 0) });
    }
  }
  const [top] = [...votes].sort(([, a], [, b]) => b.all - a.all || b.home - a.home);
  return top === undefined ? 0 : members.filter((member) => !gold.placesOf(member).has(top[0])).length;
}

/** The figures that are printed. */
export function figuresOf(counts: ClusterCounts) {
  const precision = counts.right / Math.max(1, counts.right + counts.wrong);
  const recall = counts.right / Math.max(1, counts.right + counts.missed);
  return {
    precision,
    recall,
    f1: (2 * precision * recall) / Math.max(1e-9, precision + recall),
    exact: counts.exactSeveral / Math.max(1, counts.several),
    severity: counts.sameSeverity / Math.max(1, counts.matched),
    near: counts.nearSeverity / Math.max(1, counts.matched),
    lost: counts.lost,
    merged: counts.merged,
    mergedShare: counts.merged / Math.max(1, counts.kept),
    wronglyRemoved: counts.wronglyRemoved,
    pairs: `${counts.right}/${counts.wrong}/${counts.missed}`,
  };
}
