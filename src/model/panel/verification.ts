import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { groundingSchema } from "../grounding.ts";
import { findingIdSchema } from "../ids.ts";
import { locationSchema } from "../location.ts";
import { isolationSchema, reviewerSchema, usageSchema } from "./reviewer.ts";

/** What a verifier rests its answer on. Code is looked up by program; a command and its output are its word, not ours. */
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
    output: z.string().optional().describe("as the verifier tells it; nobody else ran it"),
  }),
]);
export type Proof = DeepReadonly<z.infer<typeof proofSchema>>;

/** What an answer comes to after its evidence was looked up. `none`: there is no answer, so nothing is verified. */
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
    .describe("what the verifier said, where its evidence does not bear it"),
  silence: silenceSchema.optional().describe("with `none`: why there is no answer"),
  proofs: z.array(proofSchema),
  because: z.string().describe("its reason; of an answer that was lowered or is missing, ours"),
  seconds: z.number().nonnegative().optional(),
  usage: usageSchema.optional().describe("absent: unknown"),
  text: z.string().optional().describe("everything the verifier said, verbatim"),
});
export type Verification = DeepReadonly<z.infer<typeof verificationSchema>>;

/** One run of a repro by us. */
export const reproRunSchema = z.strictObject({
  side: z.enum(["head", "base"]),
  exitCode: z.int().optional().describe("absent: it did not end by itself"),
  output: z.string().describe("what it printed, credentials masked"),
  cut: z.literal(true).optional().describe("it printed more than is kept"),
  seconds: z.number().nonnegative(),
});
export type ReproRun = DeepReadonly<z.infer<typeof reproRunSchema>>;

/** A finding's repro, run by us and not on anybody's word. */
export const demonstrationSchema = z.strictObject({
  finding: findingIdSchema,
  script: z.string(),
  command: z.array(z.string()).describe("what we ran; empty: nothing was run"),
  runs: z.array(reproRunSchema),
  isolation: isolationSchema.optional(),
  outcome: z.enum(["shown", "not-shown", "could-not-run"]),
  why: z.string(),
});
export type Demonstration = DeepReadonly<z.infer<typeof demonstrationSchema>>;

/** Whether looked-up code stands at the commit, at the cited place or another. */
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
