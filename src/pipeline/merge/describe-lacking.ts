import type { Review } from "#model/review.ts";
import { openEarlier } from "#model/history/open-earlier.ts";
import { listSome, oneLine, truncate } from "#util/words.ts";

/** Phrases about what a merged review lacks: it was incomplete, or problems of earlier rounds were still open. */
export function describeLacking(name: string, review: Review): string[] {
  const { verdict, previous, clusters, reviewers } = review;
  if (verdict.kind === "incomplete")
    return [`${name} was incomplete: ${truncate(oneLine(verdict.because), MAX_LENGTH)}`];
  const weighed = openEarlier(previous, clusters, reviewers).map(({ ref, severity }) => `${ref} (${severity})`);
  // Somebody else's report may not give their severity. An unknown status is ignored.
  const others = previous.filter(({ severity, status, byCommenters, raisedAgain = [] }) => {
    const isOpen = status === "open" || status === "partly-fixed";
    return severity === undefined && isOpen && byCommenters !== true && raisedAgain.length === 0;
  });
  const open = [...weighed, ...others.map(({ ref }) => ref)];
  if (open.length === 0) return [];
  return [`${name} has earlier findings that are, or may be, still open: ${listSome(open)}`];
}

const MAX_LENGTH = 600;
