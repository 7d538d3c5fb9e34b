import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { groundingSchema } from "../grounding.ts";
import { type Finding, REPRO_SIDES } from "../finding.ts";
import { type FindingId, findingIdSchema } from "../ids.ts";
import { locationSchema } from "../location.ts";
import { classSchema, type Severity } from "../severity.ts";
import { patchStateSchema } from "./patch.ts";
import { isolationSchema, reviewerSchema, usageSchema } from "./reviewer.ts";

/** The proof of an answer. We look up quoted code ourselves; a command and its output are only the verifier's claim. */
export const proofSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("quote"),
    place: locationSchema.optional(),
    code: z.string(),
    grounding: groundingSchema.describe("what the program found of it at the reviewed commit"),
  }),
  z.strictObject({
    kind: z.literal("command"),
    command: z.string(),
    output: z.string().optional().describe("as the verifier reports it; nobody else ran it"),
  }),
]);
export type Proof = DeepReadonly<z.infer<typeof proofSchema>>;

/** The answer after we checked its evidence. `none`: there is no answer, so nothing is verified. */
export const answerSchema = z.enum(["confirmed", "refuted", "cannot-tell", "none"]);
export type Answer = z.infer<typeof answerSchema>;

/** Why there is no answer. */
export const silenceSchema = z.enum(["failed", "timeout", "unreadable", "stopped", "no-verifier", "limit"]);
export type Silence = z.infer<typeof silenceSchema>;

/** One problem put to an agent of another family, and what came of it. */
export const verificationSchema = z.strictObject({
  claim: findingIdSchema.describe("the finding whose words were put to the verifier"),
  findings: z.array(findingIdSchema).min(1).describe("the primary members of its cluster at that time"),
  verifier: reviewerSchema.optional().describe("absent: nobody was asked"),
  answer: answerSchema,
  stated: answerSchema
    .exclude(["none"])
    .optional()
    .describe("the answer of the verifier, if its evidence does not support it"),
  silence: silenceSchema.optional().describe("with `none`: why there is no answer"),
  proofs: z.array(proofSchema),
  because: z.string().describe("its reason; of an answer that was lowered or is missing, ours"),
  seconds: z.number().nonnegative().optional(),
  usage: usageSchema.optional().describe("absent: unknown"),
  text: z.string().optional().describe("the whole text of the verifier, verbatim"),
});
export type Verification = DeepReadonly<z.infer<typeof verificationSchema>>;

/** One run of a repro by us. */
export const reproRunSchema = z.strictObject({
  side: z.enum(REPRO_SIDES),
  commit: z.string().optional().describe("the commit whose code it ran on; of `patched`, before the patch"),
  exitCode: z.int().optional().describe("absent: it did not end by itself"),
  output: z.string().describe("what it printed, credentials masked"),
  cut: z.literal(true).optional().describe("it printed more than is kept"),
  seconds: z.number().nonnegative(),
});
export type ReproRun = DeepReadonly<z.infer<typeof reproRunSchema>>;

/** A finding's repro, run by us. */
export const demonstrationSchema = z.strictObject({
  finding: findingIdSchema,
  script: z.string(),
  language: z.string().optional().describe("as the finding states it"),
  command: z.array(z.string()).describe("what we ran; empty: nothing was run"),
  directory: z.string().optional().describe("where it ran, from the root of the repository; `.` is the root"),
  runs: z.array(reproRunSchema).describe("head first; a repro that shows something runs twice there"),
  versions: z
    .array(z.strictObject({ program: z.string(), version: z.string() }))
    .optional()
    .describe("of the interpreter and of the programs that the script names, as they say themselves"),
  isolation: isolationSchema.optional(),
  outcome: z.enum(["shown", "not-shown", "flaky", "could-not-run"]),
  why: z.string(),
  class: classSchema
    .exclude(["enhancement"])
    .optional()
    .describe("regression: shown at the head and not at the base; gap: shown at both; absent: the runs do not tell"),
  classWhy: z.string().optional().describe("why, or why there is no class: the base cannot be fed the same input"),
  patch: z
    .strictObject({ state: patchStateSchema, why: z.string() })
    .optional()
    .describe("what the finding's patch does to it; absent: there is none, or it was not tried"),
});
export type Demonstration = DeepReadonly<z.infer<typeof demonstrationSchema>>;

/** Whether the commit contains the quoted code, at the cited place or another. */
export function stands({ status }: { readonly status: string }): boolean {
  return status === "grounded" || status === "moved" || status === "ambiguous";
}

/** True of a proof that the program found in the code itself. */
export function isFound(proof: Proof): boolean {
  return proof.kind === "quote" && isDistinctiveQuote(proof.code) && stands(proof.grounding);
}

/** So few signs stand everywhere and prove nothing: `}` or `end`. */
const MIN_SIGNS = 8;

/** Whether a quote is long enough to tell one place from another. */
export function isDistinctiveQuote(code: string): boolean {
  return code.replaceAll(/\s/g, "").length >= MIN_SIGNS;
}

/** The verifications of a cluster: those whose claim was worded by one of its primary members. */
export function verificationsOf(
  verifications: readonly Verification[],
  members: readonly { readonly finding: string; readonly share: string }[],
): Verification[] {
  return verifications.filter(({ claim }) =>
    members.some(({ finding, share }) => finding === claim && share !== "secondary"),
  );
}

/** A problem that would be kept, before the round is judged. It has no number and no final ruling. */
export interface OpenProblem {
  /** Its speaker: the finding that a verifier gets. */
  readonly finding: Finding;
  /** Its primary members. */
  readonly findings: readonly [FindingId, ...FindingId[]];
  readonly severity: Severity;
  /** The families of its reviewers, in lower case, each once. The verifier is of another family. */
  readonly families: readonly string[];
  /** Why it is contested. Absent: it is not. */
  readonly contest?: string | undefined;
  /** Why its quoted code does not support it. Absent: it does, or it could not be checked. */
  readonly doubt?: string | undefined;
}
