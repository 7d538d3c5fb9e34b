import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { locationSchema } from "../location.ts";
import { pullCheckSchema } from "./pull-request.ts";

/** A request that is still open. */
export const feedbackSchema = z.strictObject({
  kind: z.enum(["thread", "review", "comment"]),
  author: z.string(),
  isBot: z.boolean(),
  text: z.string().describe("what was asked, cut to two thousand characters"),
  place: locationSchema.optional(),
  url: z.string(),
  state: z
    .enum(["acted-on", "not-acted-on", "unknown"])
    .describe("whether the reviewed commit changes what the thread is about"),
  because: z.string().min(1),
  isMaybeResolved: z.literal(true).optional().describe("a thread of which nobody could tell whether it is resolved"),
  reply: z
    .strictObject({ text: z.string(), url: z.string() })
    .optional()
    .describe("what the author of the pull request last answered, cut to two thousand characters"),
});
export type Feedback = DeepReadonly<z.infer<typeof feedbackSchema>>;

/** A limit of the change that its author names. */
export const statedLimitSchema = z.strictObject({ text: z.string(), author: z.string(), url: z.string() });
export type StatedLimit = DeepReadonly<z.infer<typeof statedLimitSchema>>;

/** What a round keeps of its pull request apart from title and number, so that it can be read without the platform. */
export const conversationSchema = z.strictObject({
  readAt: z.string(),
  isDraft: z.boolean(),
  state: z.enum(["open", "closed", "merged"]).optional().describe("absent: not known"),
  labels: z.array(z.string()),
  into: z.string().describe("the branch that it is to be merged into"),
  baseTip: z.string().describe("the tip of that branch, whose configuration, rules and decisions held"),
  from: z.string().optional().describe("`owner/name` of the fork; absent where it is no fork, or gone"),
  issues: z.array(z.strictObject({ name: z.string(), title: z.string(), url: z.string() })),
  feedback: z.array(feedbackSchema).describe("open, worst first"),
  resolved: z.int().nonnegative().describe("threads that are closed"),
  statedLimits: z.array(statedLimitSchema),
  checks: z.array(pullCheckSchema).describe("of the reviewed commit when the round began"),
  movedTo: z.string().optional().describe("the head that came while it was reviewed"),
  limits: z.array(z.string()),
});
export type Conversation = DeepReadonly<z.infer<typeof conversationSchema>>;
