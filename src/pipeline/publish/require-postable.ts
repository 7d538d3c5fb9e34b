import { parseMarker } from "#grammar/marker.ts";
import type { PublicationPart } from "#model/pull/publication.ts";
import type { PullPart, PullRequest, PullReview } from "#model/pull/pull-request.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { printable } from "#util/printable.ts";

/** Refuses to post to a pull request that is not any more what was reviewed, unless the user says to. */
export function requireSame(review: Review, pull: PullRequest, allowMoved: boolean): void {
  const { head } = review.scope;
  if (head === undefined) throw withoutHead(review);
  if (allowMoved) return;
  if (pull.state !== "open") throw isOver(pull);
  if (pull.head.commit !== head) throw moved(pull, { from: head, to: pull.head.commit });
  const { into } = review.conversation ?? {};
  if (into !== undefined && into !== maskSecrets(pull.base.branch)) throw goesElsewhere(pull, into);
}

/**
 * The parts that are not posted beside what could not be read, since they might stand there already. Refuses where that is
 * all that was asked for.
 */
export function blindParts(
  { url, unread = [], limits }: PullRequest,
  parts: readonly PublicationPart[],
): readonly PublicationPart[] {
  const blind = parts.filter((part) => NEEDS[part].some((needed) => unread.includes(needed)));
  if (blind.length === 0 || blind.length < parts.length) return blind;
  throw new UserError({
    what: `not everything in the pull request could be read, so the ${blind.join(" and the ")} might be posted twice`,
    why: `of ${url}: ${limits.join("; ")}`,
    fix: "let the token read it all; to a pull request too long to be read only a check run can be posted: --parts check",
  });
}

/** Where each part of a publication would stand already. */
const NEEDS: Readonly<Record<PublicationPart, readonly PullPart[]>> = {
  review: ["threads", "reviews"],
  summary: ["comments"],
  check: [],
  sarif: [],
};

/** A pull request got other commits since it was reviewed. */
export function moved({ url }: Pick<PullRequest, "url">, { from, to }: { readonly from: string; readonly to: string }) {
  return new UserError({
    what: "the pull request is not what was reviewed",
    why: `the review is of ${short(from)}, and the head of ${url} is ${short(to)}`,
    fix: "review it again and publish that, or post to the reviewed commit all the same: --moved",
  });
}

/** Whose configuration, rules and decisions hold is a matter of the base branch, which the author can change. */
function goesElsewhere({ url, base }: PullRequest, into: string): UserError {
  return new UserError({
    what: "the pull request is not what was reviewed",
    why: `the review is of a merge into ${printable(into)}, and ${url} goes into ${printable(base.branch)}`,
    fix: "review it again and publish that, or post all the same: --moved",
  });
}

function isOver({ url, state }: PullRequest): UserError {
  return new UserError({
    what: `the pull request is ${state}`,
    why: `${url} takes no more commits, so nobody is likely to act on comments`,
    fix: "to post all the same: --moved",
  });
}

function withoutHead({ id }: Review): UserError {
  return new UserError({
    what: `review ${id} cannot be published`,
    why: "its record does not say which commit was reviewed",
    fix: "review the pull request with this program, then publish that",
  });
}

/** Drafts of reviews that we see: ours, which a lost connection left behind, and one that the user is writing. */
export function draftsIn({ reviews }: PullRequest): {
  readonly ours: readonly PullReview[];
  readonly users: readonly PullReview[];
} {
  const drafts = reviews.filter(({ state, isOurs }) => state === "pending" && isOurs);
  return { ours: drafts.filter(hasMarker), users: drafts.filter((draft) => !hasMarker(draft)) };
}

const hasMarker = ({ body }: PullReview): boolean => parseMarker(body)?.kind === "review";

/** GitHub lets an account have one draft at a time, and what a person is writing is not ours to hand in or delete. */
export function pendingReviewError({ url, viewer = "your account" }: PullRequest): UserError {
  return new UserError({
    what: "no review can be posted while you are writing one",
    why: `${viewer} has a review of ${url} that is not handed in, and GitHub allows one at a time`,
    fix: "submit or discard it on the page, then run the same command again; or leave inline comments out: --parts summary",
  });
}

const short = (commit: string): string => commit.slice(0, 10);
