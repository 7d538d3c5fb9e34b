import { isRead } from "#model/change/scope.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { FileClaim } from "#model/panel/receipt.ts";
import type { Review } from "#model/review.ts";

/**
 * The files that a reviewer says it reviewed and that its tools provably never opened: no changed line of them was shown to
 * it, in a patch or in the code. Empty where its tools cannot be watched.
 */
export function findUnopened({ receipt, reviewers, runs, scope }: Review, id: ReviewerId): readonly FileClaim[] {
  const kind = reviewers.find((reviewer) => reviewer.id === id)?.kind;
  const isWatched = (kind === "agent" || kind === "model") && receipt.gate !== undefined;
  const isUnknown = receipt.unobserved?.includes(id) === true || receipt.readAll?.includes(id) === true;
  const isWhole = runs.some(({ reviewer, outcome }) => reviewer === id && outcome === "completed");
  if (!isWatched || isUnknown || !isWhole) return [];
  const shown = new Set([
    ...receipt.readings.flatMap(({ reviewer, hunk }) => (reviewer === id ? [hunk.path] : [])),
    ...(receipt.opened ?? []).flatMap(({ reviewer, path }) => (reviewer === id ? [path] : [])),
  ]);
  // A file without hunks, such as a renamed one, has nothing to open.
  const hunks = new Set((scope.hunks ?? []).map(({ path }) => path));
  const files = new Set(scope.files.flatMap((file) => (isRead(file) && hunks.has(file.path) ? [file.path] : [])));
  const claims = receipt.claims.filter(
    ({ reviewer, claim, path }) => reviewer === id && claim !== "other" && files.has(path) && !shown.has(path),
  );
  return claims.filter(({ path }, at) => claims.findIndex((one) => one.path === path) === at);
}
