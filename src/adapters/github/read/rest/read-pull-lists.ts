import type { PullAddress } from "#model/pull/pull-request.ts";
import { type GitHub, GitHubError } from "../../client.ts";
import {
  checkRunObject,
  commentObject,
  type PullObject,
  reviewCommentObject,
  reviewObject,
  statusObject,
  pullObject,
} from "./rest-objects.ts";
import { z } from "zod";
import { describeStatus } from "../../client/github-error.ts";
import { readEach, describeNotUnderstood } from "../read-each.ts";
import { lookUp } from "#util/look-up.ts";

/** Reads all lists of a pull request in parallel. Without a token, skips those that are known to be empty. */
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

/** A list that a route returns page by page. */
interface ListRequest<T> {
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Of one entry. */
  readonly schema: z.ZodType<T>;
  /** What the entries are called: `reviews`. */
  readonly things: string;
  /** The key of the list in the answer; absent: the answer is the list. */
  readonly key?: string;
}

/** The entries of a list, and what could not be read. */
interface ReadList<T> {
  readonly entries: readonly T[];
  readonly limits: readonly string[];
}

/** Reads a list up to a maximum number of pages. A refused list is empty, and `limits` names it. */
async function readList<T>(github: GitHub, request: ListRequest<T>): Promise<ReadList<T>> {
  const { route, parameters, schema, things, key } = request;
  const maxPages = github.hasToken ? MAX_PAGES : MAX_PAGES_ALONE;
  const nodes: unknown[] = [];
  const limits: string[] = [];
  try {
    for (let page = 1; ; page += 1) {
      const { data, hasNext } = await github.request(route, { ...parameters, per_page: 100, page });
      nodes.push(...listIn(data, key));
      if (!hasNext) break;
      if (page === maxPages) {
        limits.push(`only the first ${maxPages * 100} ${things} were read`);
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof GitHubError) || error.kind !== "refused") throw error;
    limits.push(`the ${things} could not be read: ${describeStatus(error.facts)}`);
  }
  const { read, odd } = readEach(nodes, schema);
  return { entries: read, limits: [...limits, ...describeNotUnderstood(odd, things)] };
}

const MAX_PAGES = 10;
/** Without a token there are only sixty calls per hour. */
const MAX_PAGES_ALONE = 3;

function listIn(data: unknown, key: string | undefined): readonly unknown[] {
  const given = key === undefined ? data : lookUp(z.record(z.string(), z.unknown()).safeParse(data).data, key);
  return z.array(z.unknown()).safeParse(given).data ?? [];
}

/** Reads the pull request itself by REST in one call. */
export async function readPullObject(github: GitHub, address: PullAddress): Promise<PullObject> {
  const { owner, repository: repo, number: pull_number } = address;
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  const read = pullObject.safeParse((await github.request(route, { owner, repo, pull_number })).data);
  if (read.success) return read.data;
  const said = "the form of its answer is not understood";
  throw new GitHubError({ kind: "not-github", host: github.host, said, maybeDone: false });
}
