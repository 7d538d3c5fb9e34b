import type { Overlap, ReportDigest, ReviewMark, TrackRecord } from "#model/archive.ts";
import type { ReviewerId } from "#model/ids.ts";
import { keptOf, type ReviewerShare, raisedOf, tally, tookPart } from "./tally.ts";
import { monthOf } from "./time.ts";

/**
 * The record of each reviewer over the given reviews (in chronological order). The most frequent reviewer comes first.
 */
export function trackRecords(digests: readonly ReportDigest[]): readonly TrackRecord[] {
  const parts = digests.flatMap((digest) => digest.reviewers.map((part) => ({ digest, part })));
  const records = [...groupBy(parts, ({ part }) => part.reviewer)].map(([reviewer, own]) => recordOf(reviewer, own));
  return records.toSorted((a, b) => b.overall.reviews - a.overall.reviews || (a.reviewer < b.reviewer ? -1 : 1));
}

/** Who confirms whom: for each ordered pair, over the reviews in which neither failed. */
export function overlapsOf(digests: readonly ReportDigest[]): readonly Overlap[] {
  const pairs = new Map<string, { of: ReviewerId; by: ReviewerId; shared: number; base: number }>();
  for (const { reviewers, kept } of digests) {
    const present = reviewers.filter(tookPart).map(({ reviewer }) => reviewer);
    for (const of of present) {
      for (const by of present) {
        if (of === by) continue;
        const key = `${of} ${by}`;
        const pair = pairs.get(key) ?? { of, by, shared: 0, base: 0 };
        const own = kept.filter((finding) => finding.reviewers.includes(of));
        pair.base += own.length;
        pair.shared += own.filter((finding) => finding.reviewers.includes(by)).length;
        pairs.set(key, pair);
      }
    }
  }
  return [...pairs.values()];
}

function recordOf(reviewer: ReviewerId, parts: readonly ReviewerShare[]): TrackRecord {
  const dated = parts.filter(({ digest }) => digest.startedAt !== undefined);
  const byMonth = groupBy(dated, ({ digest }) => monthOf(digest.startedAt ?? ""));
  const byModel = groupBy(parts, ({ part }) => part.model);
  return {
    reviewer,
    // The newest name wins: that is what people call it now.
    name: parts.at(-1)?.part.name ?? reviewer,
    overall: tally(parts),
    byMonth: [...byMonth].map(([month, own]) => ({ month, tally: tally(own) })),
    byModel: [...byModel].map(([model, own]) => ({ model, tally: tally(own) })),
    byReview: parts.map(markOf),
  };
}

function markOf({ digest, part }: ReviewerShare): ReviewMark {
  return {
    review: digest.id,
    startedAt: digest.startedAt,
    outcome: part.outcome,
    durationSeconds: part.durationSeconds,
    raised: part.endings && raisedOf(part.endings).all,
    kept: part.endings && keptOf(part.endings),
  };
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
