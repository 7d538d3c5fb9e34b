import type { ReportDigest, ReviewMark, TrackRecord } from "#model/archive.ts";
import type { ReviewerId } from "#model/ids.ts";
import { type ReviewerShare, tally } from "./tally.ts";

/**
 * The record of each reviewer over the given reviews (in chronological order). The most frequent reviewer comes first.
 */
export function trackRecords(digests: readonly ReportDigest[]): readonly TrackRecord[] {
  const parts = digests.flatMap((digest) => digest.reviewers.map((part) => ({ digest, part })));
  const records = [...groupBy(parts, ({ part }) => part.reviewer)].map(([reviewer, own]) => recordOf(reviewer, own));
  return records.toSorted((a, b) => b.overall.reviews - a.overall.reviews || (a.reviewer < b.reviewer ? -1 : 1));
}

function recordOf(reviewer: ReviewerId, parts: readonly ReviewerShare[]): TrackRecord {
  const byModel = groupBy(parts, ({ part }) => part.model);
  return {
    reviewer,
    // The newest name wins: that is what people call it now.
    name: parts.at(-1)?.part.name ?? reviewer,
    overall: tally(parts),
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
