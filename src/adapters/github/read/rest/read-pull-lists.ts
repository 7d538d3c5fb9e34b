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

/** A list that a route gives page by page. */
interface ListRequest<T> {
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** One entry. */
  readonly schema: z.ZodType<T>;
  /** What the entries are called: `reviews`. */
  readonly things: string;
  /** Where the list stands in the answer; absent: it is the answer. */
  readonly key?: string;
}

/** What a list holds, and what could not be read of it. */
interface ReadList<T> {
  readonly entries: readonly T[];
  readonly limits: readonly string[];
}

/** Reads a list, as far as the budget allows. A list that is refused is empty, and that is told. */
async function readList<T>(github: GitHub, request: ListRequest<T>): Promise<ReadList<T>> {
  const { route, parameters, schema, things, key } = request;
  const most = github.hasToken ? MAX_PAGES : MAX_PAGES_ALONE;
  const nodes: unknown[] = [];
  const limits: string[] = [];
  try {
    for (let page = 1; ; page += 1) {
      const { data, hasNext } = await github.request(route, { ...parameters, per_page: 100, page });
      nodes.push(...listIn(data, key));
      if (!hasNext) break;
      if (page === most) {
        limits.push(`only the first ${most * 100} ${things} were read`);
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
/** Without a token there are sixty calls an hour for everything. */
const MAX_PAGES_ALONE = 3;

function listIn(data: unknown, key: string | undefined): readonly unknown[] {
  const given = key === undefined ? data : lookUp(z.record(z.string(), z.unknown()).safeParse(data).data, key);
  return z.array(z.unknown()).safeParse(given).data ?? [];
}

/** The pull request itself, by REST: one call. */
export async function readPullObject(github: GitHub, address: PullAddress): Promise<PullObject> {
  const { owner, repository: repo, number: pull_number } = address;
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  const read = pullObject.safeParse((await github.request(route, { owner, repo, pull_number })).data);
  if (read.success) return read.data;
  const said = "it tells the pull request in a form that is not understood";
  throw new GitHubError({ kind: "not-github", host: github.host, said, maybeDone: false });
}
