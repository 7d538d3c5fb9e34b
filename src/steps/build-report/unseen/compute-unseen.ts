import { wasAsked } from "#model/panel/reviewer.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { ReadingMap } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import type { Unseen, UnseenGroup } from "#model/history/report-history.ts";
import { keptClusters, type KeptCluster, type Supporters } from "../supporters.ts";
import { estimateUnseen, inWholeProblems } from "./estimate-unseen.ts";
import { describeUnseen } from "./describe-unseen.ts";

/** The record, the reviewers behind each cluster, and what agents provably read. */
export interface UnseenInput {
  readonly review: Review;
  readonly stands: Supporters;
  readonly reading: ReadingMap | undefined;
}

/**
 * Estimates how many problems are unseen from the overlap of independent reviewers. Reviewers of one family count once.
 * Analyzers, other tools and commenters do not count, nor do reviewers that failed or did not read the change.
 */
export function computeUnseen({ review, stands, reading }: UnseenInput): Unseen | undefined {
  if (review.kind !== "change") return undefined;
  const families = new Map<string, ReviewerId[]>();
  for (const { id, family } of review.reviewers.filter(wasAsked)) {
    if (!hasEnded(review, id) || !hasRead(reading, id)) continue;
    families.set(family, [...(families.get(family) ?? []), id]);
  }
  if (families.size === 0) return undefined;
  const voices = [...families.values()];
  const problems = keptClusters(review.clusters).filter(({ cluster }) => isFresh(cluster));
  const groupOf = (of: UnseenGroup["of"], own: readonly KeptCluster[]): UnseenGroup => {
    const counts = own.map(
      ({ cluster }) => voices.filter((ids) => ids.some((id) => stands.get(cluster.id)?.has(id))).length,
    );
    const seenBy = voices.map((_, at) => counts.filter((count) => count === at + 1).length);
    const result = estimateUnseen({ voices: voices.length, seenBy });
    return "why" in result
      ? { of, seenBy, estimate: undefined, why: result.why }
      : { of, seenBy, estimate: inWholeProblems(result), why: undefined };
  };
  const groups = [
    groupOf("all", problems),
    groupOf(
      "grave",
      problems.filter(({ severity }) => severity !== "suggestion"),
    ),
    groupOf(
      "suggestion",
      problems.filter(({ severity }) => severity === "suggestion"),
    ),
  ];
  return { voices, groups, sentence: describeUnseen(voices.length, groups, review.series !== undefined) };
}

/** Each pass reads another part of the change, so all must have ended. */
function hasEnded({ runs }: Review, id: ReviewerId): boolean {
  const own = runs.filter(({ reviewer }) => reviewer === id);
  return own.length > 0 && own.every(({ outcome, isPartial }) => outcome === "completed" && isPartial !== true);
}

/**
 * A reviewer that left out more than a tenth of the hunks does not count. Without a receipt, it is assumed to have read
 * all.
 */
function hasRead(reading: ReadingMap | undefined, id: ReviewerId): boolean {
  const at = reading?.agents.findIndex((agent) => agent.id === id) ?? -1;
  if (reading === undefined || at < 0) return true;
  const rows = reading.files.flatMap((file) => file.rows);
  const missed = rows.filter(({ states }) => states[at] !== "read" && states[at] !== "unproven");
  return missed.reduce((sum, { hunks }) => sum + hunks, 0) * 10 <= reading.hunks;
}

/** Reviewers know the problems of earlier rounds, so agreeing on them does not show what they would find themselves. */
function isFresh({ lineage }: RuledCluster): boolean {
  return lineage === undefined || !["carried-over", "moved", "re-raised"].includes(lineage.kind);
}
