import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import type { Assessment, Observation } from "./assessment.ts";
import { reviewerIdSchema } from "./ids.ts";
import type { FileClaim } from "./receipt.ts";

/** Anything that turns a change into findings. Reviewers of one family count as one voice in agreement. */
export const reviewerSchema = z.strictObject({
  id: reviewerIdSchema,
  name: z.string().describe("as people call it: Claude, Codex, Loose Ends"),
  kind: z.enum(["agent", "model", "analyzer", "import", "scripted"]),
  model: z.string().optional().describe("Opus 4.7, GPT 5.5"),
  effort: z.string().optional(),
  family: z.string().describe("the vendor's line of models; two reviewers of one family are one voice"),
});
export type Reviewer = DeepReadonly<z.infer<typeof reviewerSchema>>;

/** `Claude Opus 4.7`: how a reviewer is named on a finding line. */
export function reviewerTitle({ name, model }: Reviewer): string {
  return model === undefined ? name : `${name} ${model}`;
}

/** What a reviewer did with its tools: the total, and the kinds as far as they are known. */
export const toolCallsSchema = z.strictObject({
  total: z.int().nonnegative(),
  kinds: z.array(z.strictObject({ name: z.string(), count: z.int().nonnegative() })),
});
export type ToolCalls = DeepReadonly<z.infer<typeof toolCallsSchema>>;

/** One reviewer's work in one round. Failure is data: the round goes on and the report says so. */
export const reviewerRunSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  pass: z.int().positive(),
  outcome: z.enum(["completed", "failed", "unknown"]),
  message: z.string().optional().describe("why it failed, or what is odd about it"),
  durationSeconds: z.number().nonnegative().optional(),
  toolCalls: toolCallsSchema.optional(),
  text: z.string().optional().describe("everything it said, verbatim"),
  textStatus: z
    .enum(["verbatim", "abridged", "pointer", "absent"])
    .describe("pointer: only a note where the text once was; absent: not in the source"),
  summary: z.string().optional().describe("its own executive summary"),
});
export type ReviewerRun = DeepReadonly<z.infer<typeof reviewerRunSchema>>;

/** How a reviewer ended over its passes: one that completed is enough; unknown where nothing is said. */
export function outcomeOf(runs: readonly Pick<ReviewerRun, "outcome">[]): ReviewerRun["outcome"] {
  if (runs.some(({ outcome }) => outcome === "completed")) return "completed";
  return runs.length > 0 && runs.every(({ outcome }) => outcome === "failed") ? "failed" : "unknown";
}

/** Text that the reader could not place. Kept and shown, never dropped. */
export const unplacedSchema = z.strictObject({
  reviewer: reviewerIdSchema.optional().describe("absent: text of the report itself"),
  pass: z.int().positive().optional(),
  line: z.int().positive().describe("first line, in the raw review's text or in the report"),
  text: z.string(),
  why: z.string(),
});
export type Unplaced = DeepReadonly<z.infer<typeof unplacedSchema>>;

/** What a reviewer that writes prose says beside its findings. Absent for one that does not, such as an analyzer. */
export interface Sayings {
  readonly observations?: readonly Observation[];
  readonly assessments?: readonly Assessment[];
  /** Its coverage summary, file by file. */
  readonly claims?: readonly FileClaim[];
  /** Text that its reader could not place. */
  readonly unplaced?: readonly Unplaced[];
}
