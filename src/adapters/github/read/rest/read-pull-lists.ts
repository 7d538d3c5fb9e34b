import type { PullAddress } from "#model/pull/pull-request.ts";
import type { GitHub } from "../../client.ts";
import { type ListRequest, type ReadList, readList } from "./read-list.ts";
import {
  checkRunObject,
  commentObject,
  type PullObject,
  reviewCommentObject,
  reviewObject,
  statusObject,
} from "./rest-objects.ts";

/** The lists that belong to a pull request, all at once. Without a token one that is said to be empty is not asked for. */
export async function readPullLists(github: GitHub, pull: PullObject, address: PullAddress) {
  const where = { owner: address.owner, repo: address.repository };
  const numbered = { ...where, pull_number: address.number };
  const atHead = { ...where, ref: pull.head.sha };
  const list = <T>(request: ListRequest<T>, length?: number): Promise<ReadList<T>> =>
    length === 0 && !github.hasToken ? Promise.resolve({ entries: [], limits: [] }) : readList(github, request);
  const [comments, inline, reviews, runs, statuses] = await Promise.all([
    list({ ...COMMENTS, parameters: { ...where, issue_number: address.number } }, pull.comments),
    list({ ...INLINE, parameters: numbered }, pull.review_comments),
    list({ ...REVIEWS, parameters: numbered }),
    list({ ...RUNS, parameters: atHead }),
    list({ ...STATUSES, parameters: atHead }),
  ]);
  return { comments, inline, reviews, runs, statuses };
}

const COMMENTS = {
  route: "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
  schema: commentObject,
  things: "comments",
};
const INLINE = {
  route: "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  schema: reviewCommentObject,
  things: "comments at lines",
};
const REVIEWS = {
  route: "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  schema: reviewObject,
  things: "reviews",
};
const RUNS = {
  route: "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
  schema: checkRunObject,
  things: "check runs",
  key: "check_runs",
};
const STATUSES = {
  route: "GET /repos/{owner}/{repo}/commits/{ref}/status",
  schema: statusObject,
  things: "commit statuses",
  key: "statuses",
};
