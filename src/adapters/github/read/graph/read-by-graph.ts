import {
  type PullAddress,
  PULL_PARTS,
  type PullPart,
  type PullRequest,
  type PullThread,
} from "#model/pull/pull-request.ts";
import type { GitHub } from "../../client.ts";
import { GitHubError } from "../../client/github-error.ts";
import { plainLogin } from "../actor.ts";
import { readEach, describeNotUnderstood, unreadParts } from "../read-each.ts";
import { type QueryGraph, queryWithoutNewFields } from "./pull-query.ts";
import { finishThreads } from "./finish-threads.ts";
import { checkNode, commentNode, headNode, issueNode, labelNode, reviewNode, threadNode } from "./graph-nodes.ts";
import { MAX_ENTRIES, nodesOf, type PullPage, readPages } from "./read-pages.ts";
import {
  graphActor,
  translateCheck,
  commentFromNode,
  translateIssue,
  reviewFromNode,
  translateThread,
} from "./translate-nodes.ts";

/** Reads a pull request by GraphQL, in one call if no part has more than a hundred entries. */
export async function readByGraph(github: GitHub, address: PullAddress): Promise<PullRequest> {
  const query = queryWithoutNewFields(github);
  const { pages, cut } = await readPages(query, { github, address });
  const [first] = pages;
  if (first === undefined) throw notUnderstood(github);
  const { hasMoreIssues, ...head } = readHeadOf(first, { github, address });
  const comments = readEach(nodesOf(pages, "comments"), commentNode);
  const reviews = readEach(nodesOf(pages, "reviews"), reviewNode);
  const checks = readChecks(pages, first);
  const { threads, limits, odd: oddThreads } = await readThreads(pages, query);
  const odd = { threads: oddThreads, comments: comments.odd, reviews: reviews.odd, checks: checks.odd };
  const refused = refusedParts(pages);
  const isUnread = (part: PullPart): boolean =>
    cut.includes(part) || odd[part] > 0 || refused.some((one) => one.part === part);
  return {
    ...head,
    threads,
    comments: comments.read.map(commentFromNode),
    reviews: reviews.read.map(reviewFromNode),
    checks: checks.read.map(translateCheck),
    viewer: first.viewer === undefined ? undefined : plainLogin(first.viewer),
    readAt: new Date().toISOString(),
    ...unreadParts(PULL_PARTS.filter(isUnread)),
    limits: [
      ...new Set([
        ...refused.map(({ limit }) => limit),
        ...cut.map((part) => `only the first ${MAX_ENTRIES} ${PART_NAMES[part]} were read`),
        ...(pages.some(({ pull }) => pull.headRefOid !== first.pull.headRefOid) ? [MOVED] : []),
        ...(hasMoreIssues ? ["only the first 20 linked issues were read"] : []),
        ...limits,
        ...checks.limits,
        ...describeNotUnderstood(comments.odd, PART_NAMES.comments),
        ...describeNotUnderstood(reviews.odd, PART_NAMES.reviews),
      ]),
    ],
  };
}

const PART_NAMES: Readonly<Record<PullPart, string>> = {
  threads: "review threads",
  comments: "comments",
  reviews: "reviews",
  checks: "checks and statuses",
};

const MOVED = "new commits came while it was read";

type Place = { readonly github: GitHub; readonly address: PullAddress };

/** Reads the data of the first page. */
function readHeadOf({ pull }: PullPage, { github, address }: Place) {
  const read = headNode.safeParse(pull);
  if (!read.success) throw notUnderstood(github);
  const { data } = read;
  const labels = readEach(data.labels?.nodes, labelNode).read.map(({ name }) => name);
  const base = {
    branch: data.baseRefName,
    // GitHub's base commit is the tip of the branch at the last push; the branch may have moved since.
    commit: data.baseRef?.target?.oid ?? data.baseRefOid,
    repository: data.baseRepository?.nameWithOwner ?? `${address.owner}/${address.repository}`,
  };
  return {
    address,
    url: data.url,
    title: data.title,
    body: data.body,
    author: graphActor(data.author),
    state: STATES[data.state],
    isDraft: data.isDraft,
    labels,
    base,
    head: {
      branch: data.headRefName,
      commit: data.headRefOid,
      repository: data.headRepository?.nameWithOwner,
    },
    issues: readEach(data.closingIssuesReferences?.nodes, issueNode).read.map(translateIssue),
    hasMoreIssues: data.closingIssuesReferences?.pageInfo?.hasNextPage ?? false,
  };
}

const STATES = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;

async function readThreads(pages: readonly PullPage[], query: QueryGraph) {
  const { read, odd: oddThreads } = readEach(nodesOf(pages, "threads"), threadNode);
  const translated = read.map(translateThread);
  const threads = translated.flatMap(({ thread }): PullThread[] => (thread === undefined ? [] : [thread]));
  const long = read.filter(({ comments }) => comments?.pageInfo?.hasNextPage === true).map(({ id }) => id);
  const finished = await finishThreads(threads, long, query);
  const oddComments = translated.reduce((sum, { odd: count }) => sum + count, 0);
  const limits = [
    ...describeNotUnderstood(oddThreads, PART_NAMES.threads),
    ...describeNotUnderstood(oddComments, "comments in review threads"),
    ...finished.limits,
  ];
  return { threads: finished.threads, limits, odd: oddThreads + oddComments };
}

/** Omits checks of another commit than the head. */
function readChecks(pages: readonly PullPage[], first: PullPage) {
  const of = pages[0]?.pull.commits?.nodes?.[0]?.commit.oid;
  if (of !== undefined && of !== first.pull.headRefOid)
    return { read: [], odd: 0, limits: ["the checks of the head are not known yet"] };
  const { read, odd: count } = readEach(nodesOf(pages, "checks"), checkNode);
  return { read, odd: count, limits: describeNotUnderstood(count, PART_NAMES.checks) };
}

/** The parts that GitHub refused, with its message. */
function refusedParts(pages: readonly PullPage[]): readonly Refused[] {
  const errors = pages.flatMap((page) => page.errors).slice(0, 20);
  return errors.map(({ path, message }) => {
    const { what, part } = REFUSED.find(({ word }) => path.includes(word)) ?? { what: "a part of it" };
    return { limit: `${what} could not be read: ${message}`, part };
  });
}

interface Refused {
  readonly limit: string;
  readonly part: PullPart | undefined;
}

/** By a word in the path of the error. */
const REFUSED: readonly { readonly word: string; readonly what: string; readonly part?: PullPart }[] = [
  { word: "closingIssuesReferences", what: "a linked issue" },
  { word: "reviewThreads", what: "a part of the review threads", part: "threads" },
  { word: "commits", what: "a part of the checks and statuses", part: "checks" },
  { word: "reviews", what: "a part of the reviews", part: "reviews" },
  { word: "comments", what: "a part of the comments", part: "comments" },
  { word: "labels", what: "a part of the labels" },
];

function notUnderstood(github: GitHub): GitHubError {
  const said = "the form of its answer is not understood";
  return new GitHubError({ kind: "not-github", host: github.host, said, maybeDone: false });
}
