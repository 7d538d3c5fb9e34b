import { pagesOf } from "../../../helpers/scripted-github.ts";

/** A pull request of an invented project, in the values that GitHub's schema has for it. */

export const HEAD = "a".repeat(40);
export const BASE = "b".repeat(40);
export const TIP = "c".repeat(40);
export const ADDRESS = { owner: "ada", repository: "kettle", number: 7 };

const WEB = "https://github.com/ada/kettle";

export const ada = { __typename: "User", login: "ada" };
export const grace = { __typename: "User", login: "grace" };
export const lintBot = { __typename: "Bot", login: "lint-bot" };

export function comment(id: number, more: object = {}) {
  return {
    fullDatabaseId: String(id),
    databaseId: id,
    author: grace,
    body: `remark ${id}`,
    createdAt: "2026-03-01T10:00:00Z",
    url: `${WEB}/pull/7#r${id}`,
    viewerDidAuthor: false,
    state: "SUBMITTED",
    originalCommit: { oid: BASE },
    ...more,
  };
}

export function thread(id: number, more: { readonly comments?: readonly object[] } & Record<string, unknown> = {}) {
  const { comments = [comment(id * 1000)], ...rest } = more;
  return {
    __typename: "PullRequestReviewThread",
    id: `T_${id}`,
    path: "src/kettle.ts",
    line: 12,
    startLine: null,
    originalLine: 10,
    originalStartLine: null,
    diffSide: "RIGHT",
    subjectType: "LINE",
    isResolved: false,
    isOutdated: false,
    resolvedBy: null,
    viewerCanResolve: true,
    comments: pagesOf(comments),
    ...rest,
  };
}

export function review(id: number, more: object = {}) {
  return {
    fullDatabaseId: String(id),
    databaseId: id,
    author: grace,
    state: "CHANGES_REQUESTED",
    body: "Please look again.",
    commit: { oid: HEAD },
    submittedAt: "2026-03-01T10:05:00Z",
    url: `${WEB}/pull/7#review${id}`,
    viewerDidAuthor: false,
    ...more,
  };
}

export const failing = {
  __typename: "CheckRun",
  databaseId: 900,
  name: "unit tests",
  status: "COMPLETED",
  conclusion: "FAILURE",
  title: "3 failed",
  permalink: `${WEB}/runs/900`,
  externalId: "ours-1",
  checkSuite: { workflowRun: { workflow: { name: "CI" } } },
};
export const deployed = {
  __typename: "StatusContext",
  context: "deploy/preview",
  state: "ERROR",
  description: "no room",
  targetUrl: "https://example.org/1",
};

/** The pull request; lists are given as arrays. */
export function pull(more: Record<string, unknown> = {}) {
  const lists = { threads: [], talk: [], reviewed: [], contexts: [], ...more } as Record<string, readonly unknown[]>;
  const issue = {
    number: 3,
    title: "It boils over",
    state: "OPEN",
    url: `${WEB}/issues/3`,
    body: "Since March.",
    repository: { nameWithOwner: "ada/kettle" },
  };
  return {
    url: `${WEB}/pull/7`,
    title: "Stop at 100 degrees",
    body: "Closes #3",
    author: ada,
    state: "OPEN",
    isDraft: false,
    labels: pagesOf([{ name: "safety" }]),
    baseRefName: "main",
    baseRefOid: BASE,
    baseRef: { target: { __typename: "Commit", oid: TIP } },
    baseRepository: { nameWithOwner: "ada/kettle" },
    headRefName: "stop",
    headRefOid: HEAD,
    headRepository: { nameWithOwner: "grace/kettle" },
    closingIssuesReferences: pagesOf([issue]),
    reviewThreads: pagesOf(lists["threads"] ?? []),
    comments: pagesOf(lists["talk"] ?? []),
    reviews: pagesOf(lists["reviewed"] ?? []),
    commits: pagesOf([{ commit: { oid: HEAD, statusCheckRollup: { contexts: pagesOf(lists["contexts"] ?? []) } } }]),
    ...more,
  };
}

/** What GraphQL begins with. */
export function root(pullRequest: object | (() => object), more: object = {}) {
  return {
    rateLimit: { cost: 1 },
    viewer: { login: "deep-review[bot]" },
    repository: { pullRequest },
    ...more,
  };
}
