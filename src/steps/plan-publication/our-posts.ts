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

/** A thread that we began, and what its marker says. */
export interface OurThread {
  readonly thread: PullThread;
  readonly marker: PostedFindingMarker;
  /** The names of its problem that the marker holds: the one that it was made with, and the latest. */
  readonly refs: readonly ProblemRef[];
  /** Somebody who spoke in it: a person through our account counts, too. */
  readonly repliedBy: string | undefined;
}

/** What of a pull request is ours, by marker and by account: anybody can write a marker. */
export interface OurPosts {
  readonly threads: readonly OurThread[];
  /** The oldest. */
  readonly summary: { readonly comment: PullComment; readonly marker: PostMarker } | undefined;
  /** Further summaries, which another run posted at the same time. */
  readonly doubles: readonly PullComment[];
}

/** Finds what we posted before, oldest first: two runs at the same time must agree in which of two posts is the double. */
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

/** The name of the field that holds the problem's name in the latest round. */
export const LATEST = "latest";

function latestOf(marker: PostedFindingMarker): ProblemRef[] {
  const latest = latestName(marker);
  return latest === undefined ? [] : [latest];
}

/** What a post says of the reviewed commit, so that a later run knows whether it is the same. Empty if it is no commit. */
export function headMark({ scope: { head = "" } }: Pick<Review, "scope">): string {
  return /^[0-9a-f]{7,64}$/.test(head) ? head : "";
}
