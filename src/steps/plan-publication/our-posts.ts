import {
  type PostedFindingMarker,
  isOwnPost,
  latestName,
  type Marker,
  parseMarker,
  type PostMarker,
} from "#grammar/marker.ts";
import type { PullComment, PullRequest, PullThread } from "#model/pull/pull-request.ts";
import type { Review } from "#model/review.ts";
import type { ProblemRef } from "./publication-input.ts";

/** A thread of ours, and its marker. */
export interface OurThread {
  readonly thread: PullThread;
  readonly marker: PostedFindingMarker;
  /** The names of its problem in the marker: the first one, and the latest. */
  readonly refs: readonly ProblemRef[];
  /** Anybody who commented in it, including a person through our account. */
  readonly repliedBy: string | undefined;
}

/** Our posts in a pull request, by marker and by account: anybody can write a marker. */
export interface OurPosts {
  readonly threads: readonly OurThread[];
  /** The oldest. */
  readonly summary: { readonly comment: PullComment; readonly marker: PostMarker } | undefined;
  /** Further summaries, posted by a concurrent run. */
  readonly doubles: readonly PullComment[];
}

/** Finds our earlier posts, oldest first: concurrent runs must agree on which of two posts is the duplicate. */
export function findOurPosts({ threads, comments }: PullRequest): OurPosts {
  const [summary, ...more] = comments.flatMap(readSummary).toSorted((one, other) => one.comment.id - other.comment.id);
  return {
    threads: threads.flatMap(readThread).toSorted((one, other) => numberOf(one) - numberOf(other)),
    summary,
    doubles: more.map(({ comment }) => comment),
  };
}

const numberOf = ({ thread: { comments } }: OurThread): number => comments[0]?.id ?? 0;

function readThread(thread: PullThread): OurThread[] {
  const [first, ...others] = thread.comments;
  const marker = first === undefined ? undefined : markerOf(first);
  if (marker?.kind !== "finding") return [];
  const refs = [{ review: marker.review, cluster: marker.id }, ...latestOf(marker)];
  return [{ thread, marker, refs, repliedBy: others.find((comment) => !isOwnPost(comment))?.author.login }];
}

function readSummary(comment: PullComment): NonNullable<OurPosts["summary"]>[] {
  const marker = markerOf(comment);
  return marker?.kind === "summary" ? [{ comment, marker }] : [];
}

const markerOf = ({ isOurs, body }: PullComment): Marker | undefined => (isOurs ? parseMarker(body) : undefined);

/** The marker field with the problem's name in the latest round. */
export const LATEST = "latest";

function latestOf(marker: PostedFindingMarker): ProblemRef[] {
  const latest = latestName(marker);
  return latest === undefined ? [] : [latest];
}

/** The reviewed commit for the marker of a post, so that a later run can compare it. Empty if it is not a commit. */
export function headMark({ scope: { head = "" } }: Pick<Review, "scope">): string {
  return /^[0-9a-f]{7,64}$/.test(head) ? head : "";
}
