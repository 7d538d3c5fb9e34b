import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { assessmentSchema, observationSchema, sectionSchema } from "./assessment.ts";
import { ruledClusterSchema } from "./cluster.ts";
import { decisionSchema, resolutionSchema } from "./decision.ts";
import { findingSchema } from "./finding.ts";
import { excerptSchema, findingGroundingSchema } from "./grounding.ts";
import { reviewIdSchema } from "./ids.ts";
import { ledgerSchema } from "./ledger.ts";
import { gateResultSchema } from "./panel/gate.ts";
import { patchTrialSchema } from "./panel/patch.ts";
import { probeResultSchema } from "./panel/probe-result.ts";
import { receiptSchema } from "./panel/receipt.ts";
import { conversationSchema } from "./pull/conversation.ts";
import { reconciliationSchema, retroSchema } from "./panel/retro.ts";
import { reviewerRunSchema, reviewerSchema, unplacedSchema } from "./panel/reviewer.ts";
import { fixVerdictSchema, previousFindingSchema, roundLinkSchema } from "./history/lineage.ts";
import { roundSchema, scopeSchema } from "./change/scope.ts";
import { severitySchema } from "./severity.ts";
import { runClaimSchema } from "./panel/run-claim.ts";
import { statedVerdictSchema, verdictSchema } from "./verdict.ts";
import { demonstrationSchema, verificationSchema } from "./panel/verification.ts";

/** The version of `review.json` that this program writes, and the newest it reads. `upgradeReview` reads the older ones. */
export const SCHEMA_VERSION = 2;

/** The field of the header that names the agent which worded the summary. */
export const SUMMARY_EDITOR = "Summary worded by";

/** Where a record comes from. */
export const originSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("round"), tool: z.string().describe("name and version of the program") }),
  z.strictObject({ kind: z.literal("import"), format: z.literal("deep-review-markdown") }),
]);
export type Origin = DeepReadonly<z.infer<typeof originSchema>>;

/** The judging of one change in one round: what review.json holds. Everything shown is computed from it. */
export const reviewSchema = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  id: reviewIdSchema,
  kind: z.enum(["change", "architecture"]),
  title: z.string().describe('the heading of the report, without "Deep Review:"'),
  origin: originSchema,
  scope: scopeSchema,
  conversation: conversationSchema.optional().describe("absent where no pull request was read"),
  round: roundSchema,
  header: z.array(z.strictObject({ key: z.string(), value: z.string() })).describe("fields with no place of their own"),
  reviewers: z.array(reviewerSchema),
  runs: z.array(reviewerRunSchema),
  findings: z.array(findingSchema).describe("raw, by reviewer and in their order"),
  observations: z.array(observationSchema).describe("raw, then the report's own"),
  assessments: z.array(assessmentSchema),
  receipt: receiptSchema,
  clusters: z.array(ruledClusterSchema).describe("kept by severity, then routed, then dropped"),
  ledger: ledgerSchema,
  verdict: verdictSchema,
  statedVerdict: statedVerdictSchema.optional(),
  failOn: severitySchema
    .optional()
    .describe("a finding at or above fails the round, as was asked or configured; absent: none does"),
  sections: z.array(sectionSchema).describe("the report's own prose, in its order"),
  series: roundLinkSchema.optional().describe("absent in an import, and if earlier rounds were not searched"),
  previous: z.array(previousFindingSchema).describe("every problem of the earlier rounds, and what became of it"),
  fixVerdicts: z
    .array(fixVerdictSchema)
    .optional()
    .describe("the reviewers' verdicts on the fixes of earlier problems"),
  decisions: z.array(decisionSchema),
  resolution: resolutionSchema.optional(),
  retro: retroSchema.optional(),
  reconciliation: reconciliationSchema.optional(),
  processNotes: z.string().optional(),
  groundings: z
    .array(findingGroundingSchema)
    .optional()
    .describe("what was checked of each raw finding, in their order"),
  verifications: z.array(verificationSchema).optional().describe("absent: nobody was to verify anything"),
  demonstrations: z.array(demonstrationSchema).optional().describe("absent: no repro was to be run"),
  patches: z.array(patchTrialSchema).optional().describe("absent: no finding proposes a patch that git could read"),
  runClaims: z
    .array(runClaimSchema)
    .optional()
    .describe("what reviewers say they ran, compared with the logs of their tools; absent: nobody says so"),
  gates: z.array(gateResultSchema).optional().describe("absent: the configuration names none"),
  probe: probeResultSchema.optional().describe("absent: the configuration asks for none"),
  excerpts: z.array(excerptSchema),
  unplaced: z.array(unplacedSchema),
  gaps: z.array(z.string()).describe("what the source lacks, in plain words"),
});
export type Review = DeepReadonly<z.infer<typeof reviewSchema>>;
