import type { PullComment, PullRequest, PullThread } from "#model/pull/pull-request.ts";

const URL = "https://code.example/acme/kettle/pull/7";

/** A comment by Ada, unless told otherwise. */
export function aPullComment(over: Partial<PullComment> = {}): PullComment {
  const id = over.id ?? 1;
  return {
    id,
    author: { login: "ada", isBot: false },
    body: "Why is this not awaited?",
    at: "2026-11-01T09:00:00Z",
    url: `${URL}#discussion_r${id}`,
    isOurs: false,
    ...over,
  };
}

/** An open thread at line 12 of the boiler. */
export function aPullThread(over: Partial<PullThread> = {}): PullThread {
  return {
    id: "PRRT_1",
    path: "src/boiler.ts",
    line: 12,
    originalLine: 12,
    originalCommit: "a".repeat(40),
    side: "RIGHT",
    isResolved: false,
    isOutdated: false,
    canResolve: true,
    comments: [aPullComment()],
    ...over,
  };
}

/** A pull request without talk, unless told otherwise. */
export function aPullRequest(over: Partial<PullRequest> = {}): PullRequest {
  return {
    address: { host: "code.example", owner: "acme", repository: "kettle", number: 7 },
    url: URL,
    title: "Boil water twice",
    body: "Twice is safer.",
    author: { login: "tess", isBot: false },
    state: "open",
    isDraft: false,
    labels: [],
    base: { branch: "main", commit: "b".repeat(40), repository: "acme/kettle" },
    head: { branch: "twice", commit: "c".repeat(40), repository: "acme/kettle" },
    issues: [],
    threads: [],
    comments: [],
    reviews: [],
    checks: [],
    viewer: "deep-review-bot",
    readAt: "2026-11-01T10:00:00Z",
    limits: [],
    ...over,
  };
}

/** One text wherever a pull request can hold any. */
export function aHostilePull(text: string): PullRequest {
  const author = { login: text, isBot: true };
  const comment = aPullComment({ author, body: text, url: text });
  return aPullRequest({
    title: text,
    body: text,
    author,
    labels: [text],
    base: { branch: text, commit: text },
    head: { branch: text, commit: text },
    issues: [{ name: text, title: text, state: "open", url: text, body: text }],
    threads: [aPullThread({ path: text, comments: [comment] })],
    comments: [comment],
    reviews: [{ id: 1, author, state: "changes-requested", body: text, url: text, isOurs: false }],
    checks: [{ kind: "check", name: text, workflow: text, state: "failure", text, url: text }],
    limits: [text],
  });
}
