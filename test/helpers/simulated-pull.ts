import type { InlineComment, Post } from "#model/pull/publication.ts";
import { type PullComment, type PullRequest, pullRequestSchema, type PullThread } from "#model/pull/pull-request.ts";
import type { Over } from "./builders.ts";

const US = { login: "deep-review", isBot: true };
export const ADA = { login: "ada", isBot: false };

/** Pull request 42 of `example/hookrelay`, in which nobody has said anything, as an app of ours sees it. */
export function aPull(over: Over<PullRequest> = {}): PullRequest {
  return pullRequestSchema.parse({
    address: { host: "github.com", owner: "example", repository: "hookrelay", number: 42 },
    url: "https://github.com/example/hookrelay/pull/42",
    title: "Retry failed deliveries",
    body: "",
    author: { login: "sample-author", isBot: false },
    state: "open",
    isDraft: false,
    labels: [],
    base: { branch: "main", commit: "5b1d0c2f8e7a4d3c9b6a1f0e2d4c8b7a6f5e3d21", repository: "example/hookrelay" },
    head: { branch: "retry", commit: "9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72", repository: "example/hookrelay" },
    issues: [],
    threads: [],
    comments: [],
    reviews: [],
    checks: [],
    viewer: US.login,
    readAt: "2026-11-02T09:15:00Z",
    limits: [],
    ...over,
  });
}

/** A comment; ours where nobody is named. */
export function aComment(body: string, over: Over<PullComment> = {}): PullComment {
  const isOurs = over.author === undefined;
  return {
    id: 1,
    author: US,
    body,
    at: "2026-11-02T09:15:00Z",
    url: "https://x.example/1",
    isOurs,
    ...over,
  } as PullComment;
}

/** The pull request after these posts were written, as the platform would show it. */
export function carryOut(pull: PullRequest, posts: readonly Post[]): PullRequest {
  return posts.reduce(write, pull);
}

function write(pull: PullRequest, post: Post): PullRequest {
  switch (post.kind) {
    case "review":
      return post.comments.reduce(addThread, pull);
    case "edit":
      return { ...pull, threads: pull.threads.map((thread) => edited(thread, post.comment, post.body)) };
    case "resolve":
      return {
        ...pull,
        threads: pull.threads.map((thread) => (thread.id === post.thread ? resolved(thread) : thread)),
      };
    case "remove":
      return {
        ...pull,
        threads: pull.threads.filter(({ comments: [first] }) => first?.id !== post.comment),
        comments: pull.comments.filter(({ id }) => id !== post.comment),
      };
    case "summary":
      return { ...pull, comments: withSummary(pull, post) };
    case "check": {
      const others = pull.checks.filter(({ id }) => id === undefined || id !== post.id);
      const { name, externalId } = post;
      const run = { kind: "check", name, state: "neutral", id: post.id ?? nextId(pull), externalId } as const;
      return { ...pull, checks: [...others, run] };
    }
    case "sarif":
      return pull;
  }
}

/** One more than every number that is taken. */
function nextId({ threads, comments, checks }: PullRequest): number {
  const taken = [...comments, ...threads.flatMap((thread) => thread.comments)].map(({ id }) => id);
  return Math.max(100, ...taken, ...checks.map(({ id }) => id ?? 0)) + 1;
}

function addThread(pull: PullRequest, { path, line, startLine, side, body }: InlineComment): PullRequest {
  const id = nextId(pull);
  const thread: PullThread = {
    id: `PRRT_${id}`,
    path,
    line,
    ...(startLine !== undefined && { startLine }),
    side,
    isResolved: false,
    isOutdated: false,
    canResolve: true,
    comments: [aComment(stored(body), { id, url: `${pull.url}#discussion_r${id}` })],
  };
  return { ...pull, threads: [...pull.threads, thread] };
}

/** Platforms keep line ends of their own, and no blanks at the end. */
const stored = (body: string): string => body.replaceAll("\n", "\r\n").trimEnd();

const edited = (thread: PullThread, id: number, body: string): PullThread => ({
  ...thread,
  comments: thread.comments.map((comment) => (comment.id === id ? { ...comment, body: stored(body) } : comment)),
});

const resolved = (thread: PullThread): PullThread => ({ ...thread, isResolved: true, resolvedBy: US.login });

function withSummary(
  pull: PullRequest,
  { comment, body }: Extract<Post, { kind: "summary" }>,
): PullRequest["comments"] {
  if (comment === undefined) return [...pull.comments, aComment(stored(body), { id: nextId(pull) })];
  return pull.comments.map((one) => (one.id === comment ? { ...one, body: stored(body) } : one));
}
