import type { Review } from "#model/review.ts";
import { openEarlier } from "#model/history/open-earlier.ts";
import { listSome, oneLine, truncate } from "#util/words.ts";

/**
 * What keeps a review that is merged from being the whole story, a phrase each: it was incomplete itself, or problems of
 * rounds before it were still open, which nobody on its panel needs to have raised again.
 */
export function whatWasLacking(name: string, review: Review): string[] {
  const { verdict, previous, clusters, reviewers } = review;
  if (verdict.kind === "incomplete") return [wasIncomplete(name, verdict.because)];
  const weighed = openEarlier(previous, clusters, reviewers).map(({ ref, severity }) => `${ref} (${severity})`);
  // Somebody else's report may not say how grave they are. Of a status that is not understood nothing is said.
  const others = previous.filter(({ severity, status, byCommenters, raisedAgain = [] }) => {
    const isOpen = status === "open" || status === "partly-fixed";
    return severity === undefined && isOpen && byCommenters !== true && raisedAgain.length === 0;
  });
  const open = [...weighed, ...others.map(({ ref }) => ref)];
  if (open.length === 0) return [];
  return [`${name} has earlier findings that are, or may be, still open: ${listSome(open)}`];
}

const MAX_LENGTH = 600;

function wasIncomplete(name: string, because: string): string {
  return `${name} was incomplete: ${truncate(oneLine(because), MAX_LENGTH)}`;
}
