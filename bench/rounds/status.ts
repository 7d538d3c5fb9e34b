import type { PairModel } from "#likeness/pair-model.ts";
import { sameFileAndTitle } from "./baseline.ts";
import { knownBefore, type Seen } from "./observe.ts";
import { MATCH_AT } from "#steps/history/match/thresholds.ts";
import { wordingsOf } from "#steps/history/collect/wordings.ts";
import type { CorpusSeries } from "./series.ts";

/** What the Resolution tables say of findings, against whether the next report raises them again. */
export interface StatusFigures {
  /** Rows with a later report to compare with, by what they say; how many of them the next report raises again. */
  readonly rows: Readonly<
    Record<"fixed" | "declined", { readonly of: number; readonly again: number; readonly againByTitle: number }>
  >;
  /** Reports with a table of previous findings. */
  readonly tables: number;
}

/** Without the repository only words can be compared: a finding that is raised again is open, one that is not is settled. */
export function scoreStatus(
  reported: readonly Seen[],
  series: readonly CorpusSeries[],
  models: ReadonlyMap<string, PairModel>,
): StatusFigures {
  const rows = { fixed: { of: 0, again: 0, againByTitle: 0 }, declined: { of: 0, again: 0, againByTitle: 0 } };
  for (const each of series) {
    for (const [at, { review }] of each.rounds.slice(0, -1).entries()) {
      const next = each.rounds[at + 1]!.review;
      const known = knownBefore(each, at + 1, models.get(each.pullRequest)!);
      const later = reported.filter((seen) => seen.review === next.id);
      const said = next.clusters
        .filter(({ ruling }) => ruling.kind === "keep")
        .flatMap((cluster) => wordingsOf(next, cluster));
      for (const { kind, about, source } of review.decisions) {
        if ((kind !== "fixed" && kind !== "declined") || source !== "resolution" || about.cluster === undefined)
          continue;
        const problem = known.find(({ sightings }) =>
          sightings.some(({ review: id, cluster }) => id === review.id && cluster === about.cluster),
        );
        if (problem === undefined) continue;
        const row = rows[kind];
        row.of++;
        const again = later.some(
          ({ recognition }) =>
            recognition !== undefined &&
            recognition.confidence >= MATCH_AT &&
            recognition.of.review === problem.ref.review &&
            recognition.of.cluster === problem.ref.cluster,
        );
        if (again) row.again++;
        if (said.some((finding) => sameFileAndTitle(finding, [problem]) !== undefined)) row.againByTitle++;
      }
    }
  }
  const tables = series.flatMap(({ rounds }) => rounds).filter(({ review }) => review.previous.length > 0).length;
  return { rows, tables };
}
