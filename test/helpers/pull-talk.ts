import { formatMarker } from "#grammar/marker.ts";
import { clusterId, reviewId } from "#model/ids.ts";
import {
  type PullComment,
  pullCommentSchema,
  type PullRequest,
  pullRequestSchema,
  type PullReview,
  pullReviewSchema,
  type PullThread,
  pullThreadSchema,
} from "#model/pull/pull-request.ts";
import type { Over } from "./builders.ts";

const PULL_URL = "https://code.example/acme/shop/pull/42";

/** A pull request of ada's that nobody has said anything of. */
export function aPullRequest(over: Over<PullRequest> = {}): PullRequest {
  return pullRequestSchema.parse({
    address: { host: "code.example", owner: "acme", repository: "shop", number: 42 },
    url: PULL_URL,
    title: "Deliver once",
    body: "Delivers each order once.",
    author: { login: "ada", isBot: false },
    state: "open",
    isDraft: false,
    labels: [],
    base: { branch: "main", commit: "b".repeat(40), repository: "acme/shop" },
    head: { branch: "once", commit: "a".repeat(40), repository: "acme/shop" },
    issues: [],
    threads: [],
    comments: [],
    reviews: [],
    checks: [],
    viewer: "deep-review",
    readAt: "2026-11-16T12:00:00Z",
    limits: [],
    ...over,
  });
}

/** What somebody wrote; a login that ends with `[bot]` is a bot's. */
export function aComment(login: string, body: string, over: Over<PullComment> = {}): PullComment {
  const id = over.id ?? 100;
  return pullCommentSchema.parse({
    id,
    author: { login: login.replace("[bot]", ""), isBot: login.endsWith("[bot]") },
    body,
    at: "2026-11-16T10:00:00Z",
    url: `${PULL_URL}#discussion_r${id}`,
    isOurs: false,
    ...over,
  });
}

/** An open thread at lines 40 to 41 of the head. */
export function aThread(comments: readonly PullComment[], over: Over<PullThread> = {}): PullThread {
  return pullThreadSchema.parse({
    id: "PRRT_1",
    path: "src/deliver.ts",
    line: 41,
    startLine: 40,
    originalLine: 41,
    originalStartLine: 40,
    originalCommit: "a".repeat(40),
    side: "RIGHT",
    isResolved: false,
    isOutdated: false,
    canResolve: true,
    comments,
    ...over,
  });
}

/** The comment with which we began a thread about `I3`. */
export function ownComment(id = "I3"): PullComment {
  const review = reviewId("20261115-101500-pr-42");
  const body = `${formatMarker({ kind: "finding", review, id: clusterId(id) })}\n**Important** Retries never stop`;
  return aComment("deep-review[bot]", body, { id: 1, isOurs: true, at: "2026-11-15T11:00:00Z" });
}

/** A review that somebody submitted. */
export function aPullReview(login: string, over: Over<PullReview> = {}): PullReview {
  const id = over.id ?? 900;
  return pullReviewSchema.parse({
    id,
    author: { login: login.replace("[bot]", ""), isBot: login.endsWith("[bot]") },
    state: "commented",
    body: "",
    at: "2026-11-16T10:00:00Z",
    url: `${PULL_URL}#pullrequestreview-${id}`,
    isOurs: false,
    ...over,
  });
}
