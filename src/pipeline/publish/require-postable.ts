import { parseMarker } from "#grammar/marker.ts";
import type { PublicationPart } from "#model/pull/publication.ts";
import type { PullPart, PullRequest, PullReview } from "#model/pull/pull-request.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { printable } from "#util/printable.ts";

/** Throws if the pull request is no longer what was reviewed, unless the user allows it. */
export function requireSame(review: Review, pull: PullRequest, allowMoved: boolean): void {
  const { head } = review.scope;
  if (head === undefined) throw withoutHead(review);
  if (allowMoved) return;
  if (pull.state !== "open") throw isOver(pull);
  if (pull.head.commit !== head) throw moved(pull, { from: head, to: pull.head.commit });
  const { into } = review.conversation ?? {};
  if (into !== undefined && into !== maskSecrets(pull.base.branch)) throw otherBase(pull, into);
}

/** The parts that may exist where we could not read. They are not posted. Throws if they are all that was requested. */
export function unreadableParts(
  { url, unread = [], limits }: PullRequest,
  parts: readonly PublicationPart[],
): readonly PublicationPart[] {
  const unreadable = parts.filter((part) => NEEDS[part].some((needed) => unread.includes(needed)));
  if (unreadable.length === 0 || unreadable.length < parts.length) return unreadable;
  throw new UserError({
    what: `not everything in the pull request could be read, so the ${unreadable.join(" and the ")} might be posted twice`,
    why: `of ${url}: ${limits.join("; ")}`,
    fix: "use a token that can read everything; if the pull request is too long to be read, post only a check run: --parts check",
  });
}

/** Where an earlier post of each part would be. */
const NEEDS: Readonly<Record<PublicationPart, readonly PullPart[]>> = {
  review: ["threads", "reviews"],
  summary: ["comments"],
  check: [],
  sarif: [],
};

/** The error for a pull request with other commits than the reviewed ones. */
export function moved({ url }: Pick<PullRequest, "url">, { from, to }: { readonly from: string; readonly to: string }) {
  return new UserError({
    what: "the pull request is not what was reviewed",
    why: `the review is of ${short(from)}, and the head of ${url} is ${short(to)}`,
    fix: "review it again and publish that, or post to the reviewed commit anyway: --moved",
  });
}

/** The base branch decides which configuration, rules and decisions apply, and the author can change it. */
function otherBase({ url, base }: PullRequest, into: string): UserError {
  return new UserError({
    what: "the pull request is not what was reviewed",
    why: `the review is of a merge into ${printable(into)}, and ${url} goes into ${printable(base.branch)}`,
    fix: "review it again and publish that, or post anyway: --moved",
  });
}

function isOver({ url, state }: PullRequest): UserError {
  return new UserError({
    what: `the pull request is ${state}`,
    why: `${url} accepts no more commits, so nobody is likely to act on comments`,
    fix: "to post anyway: --moved",
  });
}

function withoutHead({ id }: Review): UserError {
  return new UserError({
    what: `review ${id} cannot be published`,
    why: "its record does not contain the reviewed commit",
    fix: "review the pull request with this program, then publish that",
  });
}

/** The visible drafts of reviews: ours, left behind by a lost connection, and the one that the user is writing. */
export function draftsIn({ reviews }: PullRequest): {
  readonly ours: readonly PullReview[];
  readonly users: readonly PullReview[];
} {
  const drafts = reviews.filter(({ state, isOurs }) => state === "pending" && isOurs);
  return { ours: drafts.filter(hasMarker), users: drafts.filter((draft) => !hasMarker(draft)) };
}

const hasMarker = ({ body }: PullReview): boolean => parseMarker(body)?.kind === "review";

/** GitHub allows one draft per account, and we must neither submit nor delete the draft of a person. */
export function pendingReviewError({ url, viewer = "your account" }: PullRequest): UserError {
  return new UserError({
    what: "no review can be posted while you are writing one",
    why: `${viewer} has a review of ${url} that is not submitted, and GitHub allows one at a time`,
    fix: "submit or discard it on the page, then run the same command again; or leave inline comments out: --parts summary",
  });
}

const short = (commit: string): string => commit.slice(0, 10);
