import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import type { Assessment, Observation } from "../assessment.ts";
import { reviewerIdSchema } from "../ids.ts";
import type { FixVerdict } from "../history/lineage.ts";
import { commandLogSchema } from "./command-log.ts";
import { fenceSchema } from "./fence.ts";
import type { FileClaim } from "./receipt.ts";

/** Anything that turns a change into findings. Reviewers of one family count once in agreement. */
export const reviewerSchema = z.strictObject({
  id: reviewerIdSchema,
  name: z.string().describe("as people call it: Claude, Codex, Loose Ends"),
  kind: z.enum(["agent", "model", "analyzer", "gate", "import", "scripted", "person"]),
  model: z.string().optional().describe("Opus 4.7, GPT 5.5"),
  effort: z.string().optional(),
  family: z.string().describe("the vendor's line of models; two reviewers of one family count once in agreement"),
  optional: z.literal(true).optional().describe("the round is whole without it"),
  commented: z
    .literal(true)
    .optional()
    .describe("it commented on the pull request: it is heard, but nobody chose it, so it decides nothing"),
  blind: z.literal(true).optional().describe("it sees no title, description, message or author"),
  recorded: z.literal(true).optional().describe("its words were recorded earlier, as in the demo"),
});
export type Reviewer = DeepReadonly<z.infer<typeof reviewerSchema>>;

/** `Claude Opus 4.7`: how a reviewer is named on a finding line. */
export function reviewerTitle({ name, model }: Reviewer): string {
  return model === undefined ? name : `${name} ${model}`;
}

/**
 * Whether a reviewer was asked to read the whole change, so that it means something if it does not raise a problem. Analyzers
 * and other tools look for certain things only, and commenters were not asked at all.
 */
export function wasAsked({ kind }: Pick<Reviewer, "kind">): boolean {
  return !isProgram({ kind }) && kind !== "person";
}

/** Whether it is a set of checks: an analyzer, the gates, or another tool. It cannot judge a change. */
export function isProgram({ kind }: Pick<Reviewer, "kind">): boolean {
  return kind === "analyzer" || kind === "gate" || kind === "import";
}

/** Whether it is on the panel because it commented on the pull request. Anybody can do that, so it decides nothing. */
export function isCommenter({ kind, commented }: Pick<Reviewer, "kind" | "commented">): boolean {
  return commented === true || kind === "person";
}

/** Whether only commenters raise a problem: it is listed, but the verdict and the gate do not depend on it. */
export function isByCommentersAlone(
  { credits }: { readonly credits: readonly { readonly reviewer: string }[] },
  reviewers: readonly Reviewer[],
): boolean {
  const commenters = new Set<string>(reviewers.filter(isCommenter).map(({ id }) => id));
  return credits.length > 0 && credits.every(({ reviewer }) => commenters.has(reviewer));
}

/** What a reviewer did with its tools: the total, and the kinds as far as they are known. */
export const toolCallsSchema = z.strictObject({
  total: z.int().nonnegative(),
  kinds: z.array(z.strictObject({ name: z.string(), count: z.int().nonnegative() })),
});
export type ToolCalls = DeepReadonly<z.infer<typeof toolCallsSchema>>;

/** What a run has used. Absent means unknown, never zero. */
export const usageSchema = z.strictObject({
  inputTokens: z.int().nonnegative().optional().describe("all that went in, cached ones among them"),
  cachedTokens: z.int().nonnegative().optional(),
  outputTokens: z.int().nonnegative().optional().describe("all that came out, reasoning among them"),
  reasoningTokens: z.int().nonnegative().optional(),
  costUsd: z.number().nonnegative().optional().describe("as the agent reports it"),
});
export type Usage = DeepReadonly<z.infer<typeof usageSchema>>;

/** How far a run was kept from the rest of the machine. */
export const isolationSchema = z.strictObject({
  level: z
    .enum(["bubblewrap", "sandbox-exec", "process"])
    .describe("process: an environment, a HOME and a copy of its own, but no sandbox of the system"),
  note: z.string().optional().describe("why not more"),
});
export type Isolation = DeepReadonly<z.infer<typeof isolationSchema>>;

/** Something that happened in a run and that a reader of the report must know. */
export const incidentSchema = z.strictObject({
  kind: z
    .enum([
      "denied",
      "changed-code",
      "changed-repository",
      "left-running",
      "wrote-outside",
      "network",
      "downloaded",
      "other-model",
      "waited",
      "retried",
      "stopped",
      "set-up",
      "unlooked",
      "odd",
    ])
    .describe("unlooked: it may have missed what is important there, so the round is incomplete"),
  text: z.string(),
});
export type Incident = DeepReadonly<z.infer<typeof incidentSchema>>;

/** What an incident is called before its text. */
export const INCIDENT_WORDS: Readonly<Record<Incident["kind"], string>> = {
  denied: "Denied:",
  "changed-code": "Changed the code:",
  "changed-repository": "Changed the repository:",
  "left-running": "Left running:",
  "wrote-outside": "Wrote outside its folders:",
  network: "Network:",
  downloaded: "Downloaded:",
  "other-model": "Another model:",
  waited: "Waited:",
  retried: "Tried again:",
  stopped: "Stopped:",
  "set-up": "Set-up:",
  unlooked: "Not looked at:",
  odd: "Odd:",
};

/** One reviewer's work in one round. Failure is data: the round continues and the report shows it. */
export const reviewerRunSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  pass: z.int().positive(),
  outcome: z.enum(["completed", "failed", "unknown"]),
  message: z.string().optional().describe("why it failed, or what is odd about it"),
  durationSeconds: z.number().nonnegative().optional(),
  toolCalls: toolCallsSchema.optional(),
  commandLog: commandLogSchema.optional().describe("absent: its stream does not show what its tools ran"),
  text: z.string().optional().describe("its whole text, verbatim"),
  textStatus: z
    .enum(["verbatim", "abridged", "pointer", "absent"])
    .describe("pointer: only a note where the text once was; absent: not in the source"),
  summary: z.string().optional().describe("its own executive summary"),
  isPartial: z.literal(true).optional().describe("it did not end; its text was saved as far as it came"),
  program: z
    .strictObject({ name: z.string(), version: z.string().optional() })
    .optional()
    .describe("the agent's program, as it was run"),
  model: z.string().optional().describe("the model that answered, as the agent reports it"),
  usage: usageSchema.optional().describe("absent: unknown"),
  isolation: isolationSchema.optional(),
  incidents: z.array(incidentSchema).optional().describe("absent: nothing out of the ordinary"),
  fence: fenceSchema.optional().describe("what it did and must not do; absent: nobody looked"),
});
export type ReviewerRun = DeepReadonly<z.infer<typeof reviewerRunSchema>>;

/** The outcome of a reviewer over its passes: one completed pass is enough. */
export function outcomeOf(runs: readonly Pick<ReviewerRun, "outcome">[]): ReviewerRun["outcome"] {
  if (runs.some(({ outcome }) => outcome === "completed")) return "completed";
  return runs.length > 0 && runs.every(({ outcome }) => outcome === "failed") ? "failed" : "unknown";
}

/**
 * Whether somebody who was asked to read the whole change has answered. Analyzers and other tools look at lines only, and
 * an agent that failed has judged nothing.
 */
export function isJudged({ reviewers, runs }: JudgedRound): boolean {
  return reviewers.some(
    (each) => wasAsked(each) && outcomeOf(runs.filter(({ reviewer }) => reviewer === each.id)) !== "failed",
  );
}

interface JudgedRound {
  readonly reviewers: readonly Reviewer[];
  readonly runs: readonly Pick<ReviewerRun, "reviewer" | "outcome">[];
}

/** Text that the reader could not place. Kept and shown, never dropped. */
export const unplacedSchema = z.strictObject({
  reviewer: reviewerIdSchema.optional().describe("absent: text of the report itself"),
  pass: z.int().positive().optional(),
  line: z.int().positive().describe("first line, in the raw review's text or in the report"),
  text: z.string(),
  why: z.string(),
  mayHoldFinding: z.literal(true).optional().describe("not understood: it keeps the round incomplete"),
});
export type Unplaced = DeepReadonly<z.infer<typeof unplacedSchema>>;

/** What a reviewer that writes prose states apart from its findings. Absent for others, such as analyzers. */
export interface ReviewerStatements {
  readonly observations?: readonly Observation[];
  readonly assessments?: readonly Assessment[];
  /** Its coverage summary, file by file. */
  readonly claims?: readonly FileClaim[];
  /** Its verdicts on the fixes of earlier problems. */
  readonly fixVerdicts?: readonly FixVerdict[];
  /** Text that its reader could not place. */
  readonly unplaced?: readonly Unplaced[];
}
