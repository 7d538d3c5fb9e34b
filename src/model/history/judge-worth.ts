import { listSome } from "#util/words.ts";
import { isByCommentersAlone, isJudged } from "../panel/reviewer.ts";
import type { Review } from "../review.ts";
import { type Severity, severityLevel } from "../severity.ts";
import { openEarlier } from "./open-earlier.ts";

/** One round of a series as the trend shows it. Absent figures are unknown. */
export interface TrendPoint {
  readonly round: number;
  readonly kept: number;
  readonly latent?: number;
  readonly introduced?: number;
  readonly newCode?: number;
}

/** Whether another round is worth it, and how the rounds so far went. */
export interface Worth {
  readonly isWorth: boolean;
  /** A sentence. */
  readonly because: string;
  /** The rounds of the series, oldest first, this one last. */
  readonly trend: readonly TrendPoint[];
}

/**
 * The stop rule: another round is not worth it if this one found no new problem at or above the gate and none of the
 * earlier ones at or above it is open or of unknown status. An incomplete round has to be repeated.
 */
export function judgeWorth(
  review: Pick<Review, "clusters" | "previous" | "reviewers" | "runs" | "series" | "verdict">,
  gate: Severity = "important",
): Worth {
  const trend = trendOf(review);
  const counts = ({ severity = "suggestion" }: { readonly severity?: Severity | undefined }): boolean =>
    severityLevel(severity) >= severityLevel(gate);
  const deciding = review.clusters.filter((cluster) => !isByCommentersAlone(cluster, review.reviewers));
  const kept = deciding.flatMap(({ id, ruling, lineage }) =>
    ruling.kind === "keep" && counts(ruling) ? [{ id, kind: lineage?.kind ?? "latent" }] : [],
  );
  const fresh = kept.filter(({ kind }) => isNew(kind)).map(({ id }) => id);
  const standing = kept.filter(({ kind }) => !isNew(kind)).map(({ id }) => id);
  const silent = openEarlier(review.previous, review.clusters, review.reviewers)
    .filter(counts)
    .map(({ ref }) => ref);
  const isIncomplete = review.verdict.kind === "incomplete";
  const reasons = [
    ...(isIncomplete ? ["this one is incomplete"] : []),
    ...(fresh.length > 0
      ? [`${listSome(fresh, MAX_NAMED)} ${fresh.length === 1 ? "is" : "are"} new and ${gate} or worse`]
      : []),
    ...(standing.length + silent.length > 0
      ? [
          `${listSome([...standing, ...silent], MAX_NAMED)} still ${standing.length + silent.length === 1 ? "stands" : "stand"}`,
        ]
      : []),
  ];
  // On the same code it would find the same.
  const when = isIncomplete ? "" : " after the fixes";
  if (reasons.length > 0)
    return { isWorth: true, because: `Another round is worth it${when}: ${reasons.join("; ")}.`, trend };
  return { isWorth: false, because: describeNotWorth(review, gate), trend };
}

/** If only built-in reviewers took part, no one has read the whole change, so nothing can be predicted. */
function describeNotWorth(review: Pick<Review, "reviewers" | "runs" | "series">, gate: Severity): string {
  const isRead = isJudged(review);
  const round = isRead ? "Another round" : "Another round with the built-in reviewers alone";
  const isFirst = (review.series?.entries ?? []).length === 0;
  const found = isFirst
    ? `this one found nothing that is ${gate} or worse`
    : `this one found nothing new that is ${gate} or worse, and no earlier finding of that weight is open`;
  const tail = isRead ? "" : " No agent has read the change.";
  return `${round} is not worth it: ${found}.${tail}`;
}

const isNew = (kind: string): boolean => kind === "latent" || kind === "new-code" || kind === "introduced";

/** Earlier rounds as recorded; this one from its problems. */
function trendOf({ clusters, series }: Pick<Review, "clusters" | "series">): TrendPoint[] {
  const earlier = (series?.entries ?? []).map(({ round, kept, latent, introduced, newCode }) => ({
    round,
    kept,
    ...(latent !== undefined && { latent }),
    ...(introduced !== undefined && { introduced }),
    ...(newCode !== undefined && { newCode }),
  }));
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep");
  const count = (kind: string): number => kept.filter(({ lineage }) => lineage?.kind === kind).length;
  const round = (earlier.at(-1)?.round ?? 0) + 1;
  if (earlier.length === 0) return [{ round, kept: kept.length }];
  const now = { latent: count("latent"), introduced: count("introduced"), newCode: count("new-code") };
  return [...earlier, { round, kept: kept.length, ...now }];
}

const MAX_NAMED = 5;
