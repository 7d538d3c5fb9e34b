import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { quoteSchema } from "../finding.ts";
import { clusterIdSchema, reviewIdSchema } from "../ids.ts";
import { locationSchema } from "../location.ts";
import { classSchema, severitySchema } from "../severity.ts";
import { rungSchema } from "../panel/evidence-ladder.ts";
import { identitySchema } from "./identity.ts";

/** The problem that a decision is about, so that it is known again where the review itself is not at hand. */
export const decidedProblemSchema = z.strictObject({
  identity: identitySchema,
  title: z.string(),
  text: z.string().describe("what the finding says, cut to a few thousand characters"),
  severity: severitySchema,
  class: classSchema.optional(),
  rung: rungSchema,
  locations: z.array(locationSchema),
  symbols: z.array(z.string()).describe("what encloses its places"),
  quotes: z.array(quoteSchema).describe("the code it was about, as the finding quotes it"),
  code: z
    .array(z.strictObject({ path: z.string(), lines: z.array(z.string()) }))
    .describe("the code at its places, from the reviewed commit"),
});
export type DecidedProblem = DeepReadonly<z.infer<typeof decidedProblemSchema>>;

/** What a person decided about a problem: one line of `decisions.jsonl`. Lines are only added; the newest about a problem holds. */
export const standingDecisionSchema = z.strictObject({
  version: z.literal(1),
  id: z
    .string()
    .regex(/^D-[0-9a-f]{10}$/)
    .describe("made from what it says, so that the same line twice is one decision"),
  kind: z.enum(["declined", "accepted-risk", "fixed", "reopened"]),
  problem: decidedProblemSchema,
  scope: z.strictObject({
    series: z
      .string()
      .optional()
      .describe("holds only for this pull request or branch: `pr-42`, `branch-x`; absent: for the repository"),
  }),
  reason: z.string().optional(),
  author: z.string().optional(),
  date: z.iso.datetime(),
  until: z.iso.date().optional().describe("the last day on which it holds"),
  of: z.strictObject({ review: reviewIdSchema, cluster: clusterIdSchema }).describe("the finding that was decided on"),
  head: z.string().optional().describe("the commit that was reviewed"),
  source: z
    .enum(["person", "import", "thread"])
    .describe("import: read from a published report; thread: from what somebody who may write did in a thread of ours"),
  url: z.string().optional().describe("where it was said"),
});
export type StandingDecision = DeepReadonly<z.infer<typeof standingDecisionSchema>>;

/** Whether a decision has not run out: `until` is its last day, and both are written `2026-11-16`. */
export function decisionHolds({ until }: Pick<StandingDecision, "until">, today: string): boolean {
  return until === undefined || today <= until;
}

/** A decision as a report shows it: who decided what, when and why. */
export const citedDecisionSchema = standingDecisionSchema.pick({
  id: true,
  kind: true,
  reason: true,
  author: true,
  date: true,
  until: true,
  source: true,
  url: true,
});
export type CitedDecision = DeepReadonly<z.infer<typeof citedDecisionSchema>>;
