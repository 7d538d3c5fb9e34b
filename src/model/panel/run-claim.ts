import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { findingIdSchema, reviewerIdSchema } from "../ids.ts";

/** What the log of its reviewer says about a statement of a run. */
export const claimAuditSchema = z
  .enum(["in-log", "not-in-log", "contradicted", "not-available"])
  .describe("contradicted: its log shows another result; not-available: no log, or not enough of it to tell");
export type ClaimAudit = z.infer<typeof claimAuditSchema>;

/** A reviewer's statement that it ran something, compared with the log of what its tools did. */
export const runClaimSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  pass: z.int().positive(),
  finding: findingIdSchema.optional().describe("absent: it stands outside the findings"),
  line: z.int().positive().describe("where it begins in the text of the raw review"),
  kind: z.enum(["statement", "output"]).describe("output: what a script printed, in a block of its own"),
  words: z.string().describe("the sentence as written, or the first line of the output, cut where long"),
  audit: claimAuditSchema,
  why: z.string().describe("a clause"),
});
export type RunClaim = DeepReadonly<z.infer<typeof runClaimSchema>>;

/** Whether a statement counts against its author: nothing in its log supports it. */
export function isUnsupportedRun({ audit }: Pick<RunClaim, "audit">): boolean {
  return audit === "not-in-log" || audit === "contradicted";
}

/** `not in its log`, in the words of all formats. */
export function auditWords({ audit }: Pick<RunClaim, "audit">): string {
  return AUDIT_WORDS[audit];
}

const AUDIT_WORDS: Readonly<Record<ClaimAudit, string>> = {
  "in-log": "in its log",
  "not-in-log": "not in its log",
  contradicted: "contradicted by its log",
  "not-available": "log not available",
};
