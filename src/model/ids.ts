import { z } from "zod";

/** Names one review in the archive: the report's file name without extension, e.g. `20261102-091500-pr-42`. */
export const reviewIdSchema = z.string().min(1).brand<"ReviewId">();
export type ReviewId = z.infer<typeof reviewIdSchema>;

/** Names a reviewer on the panel: a lower-case slug such as `claude`. */
export const reviewerIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/)
  .brand<"ReviewerId">();
export type ReviewerId = z.infer<typeof reviewerIdSchema>;

/**
 * Names a finding of one reviewer: `<reviewer>:<label>`, or `<reviewer>:p<pass>.<label>` from the second pass on.
 * A label that a review uses twice gets `~2`, `~3` … in order of appearance.
 */
export const findingIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*:(p\d+\.)?[A-Z]\d+(~\d+)?$/)
  .brand<"FindingId">();
export type FindingId = z.infer<typeof findingIdSchema>;

/**
 * Names a cluster in the report: `C1 I1 S1` kept, `F1` of an architecture review, `R1` routed, `X1` dropped. In a series
 * the letter is that of the round that named the problem.
 */
export const clusterIdSchema = z
  .string()
  .regex(/^[CISFRX]\d+(~\d+)?$/)
  .brand<"ClusterId">();
export type ClusterId = z.infer<typeof clusterIdSchema>;

export const reviewId = (text: string): ReviewId => reviewIdSchema.parse(text);
export const reviewerId = (text: string): ReviewerId => reviewerIdSchema.parse(text);
export const clusterId = (text: string): ClusterId => clusterIdSchema.parse(text);

/** The id of a raw finding; the pass is named from the second on. */
export function findingId(reviewer: ReviewerId, label: string, pass = 1): FindingId {
  return findingIdSchema.parse(`${reviewer}:${pass > 1 ? `p${pass}.` : ""}${label}`);
}
