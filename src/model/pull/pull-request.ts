import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";

/** Where a pull request lives. */
export const pullAddressSchema = z.strictObject({
  host: z.string().describe("github.com, or the host of a GitHub Enterprise server, with a port where it has one"),
  owner: z.string(),
  repository: z.string(),
  number: z.int().positive(),
});
export type PullAddress = DeepReadonly<z.infer<typeof pullAddressSchema>>;

/** Somebody on the platform. A deleted account is called `ghost`. */
export const actorSchema = z.strictObject({
  login: z.string().describe("without the `[bot]` of an app"),
  isBot: z.boolean(),
});
export type Actor = DeepReadonly<z.infer<typeof actorSchema>>;

/** One comment: in the talk below a pull request, or in a thread at a line. */
export const pullCommentSchema = z.strictObject({
  id: z.int().positive().describe("the number that the REST API knows it by"),
  author: actorSchema,
  body: z.string(),
  at: z.string().describe("when it was written, ISO"),
  url: z.string(),
  isOurs: z.boolean().describe("written by our own account; false without an account"),
});
export type PullComment = DeepReadonly<z.infer<typeof pullCommentSchema>>;

/** Talk at a place of the change. The first comment began it. */
export const pullThreadSchema = z.strictObject({
  id: z.string().describe("the id that the GraphQL API knows it by; empty where only REST was asked"),
  path: z.string(),
  line: z.int().positive().optional().describe("its last line at the head; absent where that line is gone"),
  startLine: z.int().positive().optional(),
  originalLine: z.int().positive().optional().describe("its last line at the commit that it was written on"),
  originalStartLine: z.int().positive().optional(),
  originalCommit: z.string().optional(),
  side: z.enum(["LEFT", "RIGHT"]).describe("LEFT: of the code before the change"),
  isResolved: z.boolean().optional().describe("absent: not known without a token"),
  isOutdated: z.boolean().optional().describe("its lines changed since; absent: not known"),
  resolvedBy: z.string().optional().describe("a login"),
  canResolve: z.boolean().describe("whether the platform allows us to resolve it"),
  comments: z.array(pullCommentSchema).min(1),
});
export type PullThread = DeepReadonly<z.infer<typeof pullThreadSchema>>;

/** A submitted review. Its inline comments are threads. */
export const pullReviewSchema = z.strictObject({
  id: z.int().positive(),
  author: actorSchema,
  state: z.enum(["approved", "changes-requested", "commented", "dismissed", "pending"]),
  body: z.string(),
  commit: z.string().optional(),
  at: z.string().optional(),
  url: z.string(),
  isOurs: z.boolean(),
});
export type PullReview = DeepReadonly<z.infer<typeof pullReviewSchema>>;

/** A check run or a commit status of the head. */
export const pullCheckSchema = z.strictObject({
  kind: z.enum(["check", "status"]),
  name: z.string().describe("of the job, or of the status"),
  workflow: z.string().optional(),
  state: z.enum(["success", "failure", "pending", "neutral", "skipped", "cancelled", "timed-out", "action-required"]),
  text: z.string().optional().describe("its title or description"),
  url: z.string().optional(),
  id: z.int().positive().optional().describe("of a check run"),
  externalId: z.string().optional().describe("what the one who made the check run calls it"),
});
export type PullCheck = DeepReadonly<z.infer<typeof pullCheckSchema>>;

/** An issue that the pull request closes. */
export const linkedIssueSchema = z.strictObject({
  name: z.string().describe("`owner/name#12`"),
  title: z.string(),
  state: z.enum(["open", "closed"]),
  url: z.string(),
  body: z.string(),
});
export type LinkedIssue = DeepReadonly<z.infer<typeof linkedIssueSchema>>;

/** What a pull request has long lists of. */
export const PULL_PARTS = ["threads", "comments", "reviews", "checks"] as const;
export type PullPart = (typeof PULL_PARTS)[number];

/** One side of a pull request. */
export const pullSideSchema = z.strictObject({
  branch: z.string(),
  commit: z.string(),
  repository: z.string().optional().describe("`owner/name`; absent: the fork is gone"),
});

/** A pull request as it was read. All text in it is untrusted. */
export const pullRequestSchema = z.strictObject({
  address: pullAddressSchema,
  url: z.string(),
  title: z.string(),
  body: z.string(),
  author: actorSchema,
  state: z.enum(["open", "closed", "merged"]),
  isDraft: z.boolean(),
  labels: z.array(z.string()),
  base: pullSideSchema.describe("the tip of the branch that it is to be merged into"),
  head: pullSideSchema,
  issues: z.array(linkedIssueSchema),
  threads: z.array(pullThreadSchema),
  comments: z.array(pullCommentSchema),
  reviews: z.array(pullReviewSchema),
  checks: z.array(pullCheckSchema).describe("of the head"),
  viewer: z.string().optional().describe("our own login; absent without a token"),
  readAt: z.string(),
  limits: z.array(z.string()).describe("what could not be read, in words for people"),
  unread: z.array(z.enum(PULL_PARTS)).optional().describe("of which not everything was read; absent: of none"),
});
export type PullRequest = DeepReadonly<z.infer<typeof pullRequestSchema>>;

/** `owner/name`. */
export const repositoryName = ({ owner, repository }: Pick<PullAddress, "owner" | "repository">): string =>
  `${owner}/${repository}`;
