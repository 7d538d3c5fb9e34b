import { z } from "zod";

const line = z.int().positive().nullish().catch(null);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** Null: the account was deleted. */
const user = z.object({ login: z.string(), type: z.string().catch("User") }).nullish();
export type RestUser = z.infer<typeof user>;

const repository = z.object({ full_name: z.string() }).nullish();

export const pullObject = z.object({
  number: z.int().positive(),
  html_url: z.string(),
  title: text,
  body: text,
  user,
  state: z.enum(["open", "closed"]),
  merged_at: z.string().nullish(),
  draft: z.boolean().nullish(),
  labels: z.array(z.object({ name: z.string() })).catch([]),
  base: z.object({ ref: z.string(), sha: z.string(), repo: repository }),
  head: z.object({ ref: z.string(), sha: z.string(), repo: repository }),
  comments: z.int().nonnegative().optional(),
  review_comments: z.int().nonnegative().optional(),
});
export type PullObject = z.infer<typeof pullObject>;

/** A comment in the conversation of a pull request. */
export const commentObject = z.object({
  id: z.int().positive(),
  user,
  body: text,
  created_at: z.string(),
  html_url: z.string(),
});
export type CommentObject = z.infer<typeof commentObject>;

/** A comment at lines. */
export const reviewCommentObject = commentObject.extend({
  in_reply_to_id: z.int().positive().nullish(),
  path: z.string(),
  line,
  start_line: line,
  original_line: line,
  original_start_line: line,
  original_commit_id: z.string().nullish(),
  side: z.enum(["LEFT", "RIGHT"]).catch("RIGHT"),
  subject_type: z.string().nullish(),
});
export type ReviewCommentObject = z.infer<typeof reviewCommentObject>;

export const reviewObject = z.object({
  id: z.int().positive(),
  user,
  state: z.enum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING"]),
  body: text,
  commit_id: z.string().nullish(),
  submitted_at: z.string().nullish(),
  html_url: z.string(),
});
export type ReviewObject = z.infer<typeof reviewObject>;

export const checkRunObject = z.object({
  id: z.int().positive(),
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullish(),
  html_url: z.string().nullish(),
  external_id: z.string().nullish(),
  output: z.object({ title: z.string().nullish() }).nullish(),
});

export const statusObject = z.object({
  context: z.string(),
  state: z.string(),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
});

export const permissionObject = z.object({ permission: z.string(), role_name: z.string().nullish() });
export const refObject = z.object({ object: z.object({ sha: z.string() }) });
export const userObject = z.object({ login: z.string() });
