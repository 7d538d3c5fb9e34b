import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { commitSchema } from "../change/scope.ts";
import { clusterIdSchema, findingIdSchema, reviewerIdSchema, reviewIdSchema } from "../ids.ts";
import { locationSchema } from "../location.ts";
import { severitySchema } from "../severity.ts";
import { matchTierSchema } from "./identity.ts";
import { citedDecisionSchema } from "./standing-decision.ts";

/** A problem of an earlier round, by its place in the archive. */
export const earlierRefSchema = z.strictObject({
  review: reviewIdSchema,
  round: z
    .int()
    .nonnegative()
    .describe("its place in the series, counted and not as printed; 0: of no round of it, only a decision knows it"),
  cluster: clusterIdSchema,
});
export type EarlierRef = DeepReadonly<z.infer<typeof earlierRefSchema>>;

/**
 * `R2.I3`: an earlier problem as people and reviewers call it in a later round. One that only a decision knows is called
 * by its review: `20261102-091500-pr-42.I3`.
 */
export const earlierName = ({
  review,
  round,
  cluster,
}: Pick<EarlierRef, "round" | "cluster"> & Partial<EarlierRef>): string =>
  round === 0 && review !== undefined ? `${review}.${cluster}` : `R${round}.${cluster}`;

/** How a problem was recognised as one of an earlier round. */
export const earlierMatchSchema = z.strictObject({
  of: earlierRefSchema,
  tier: matchTierSchema,
  confidence: z.number().min(0).max(1),
  because: z.string().min(1),
});
export type EarlierMatch = DeepReadonly<z.infer<typeof earlierMatchSchema>>;

/**
 * Where a problem of a later round comes from. `latent`: new, its lines are as they were in round 1. `new-code`: new, in
 * lines that came since. `introduced`: new, in lines that a commit last changed which also touched an earlier problem.
 * `carried-over`: it was open. `moved`: it was open, at another place. `re-raised`: a person had decided against it.
 * `contradicts`: it asks to undo what an earlier problem asked for.
 */
export const lineageSchema = z.strictObject({
  kind: z.enum(["latent", "new-code", "introduced", "carried-over", "moved", "re-raised", "contradicts"]),
  because: z.string().min(1),
  recognised: earlierMatchSchema
    .optional()
    .describe("the earlier problem that it is; for `contradicts`, that it is against"),
  fixOf: z
    .array(earlierRefSchema)
    .optional()
    .describe("for `introduced`: the earlier problems that the commit touched"),
  commit: commitSchema.optional().describe("the commit that last changed its lines, where that came after round 1"),
  decision: z.string().optional().describe("the decision that speaks against it"),
  shownBecause: z.string().optional().describe("why it is shown although a person declined it"),
});
export type Lineage = DeepReadonly<z.infer<typeof lineageSchema>>;

/** A reviewer's verdict on the fix of an earlier problem. */
export const fixVerdictSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  pass: z.int().positive(),
  of: z.string().describe("the earlier problem: `R2.I3`"),
  closes: z.enum(["yes", "partly", "no", "cannot-tell"]),
  introduces: z
    .array(findingIdSchema)
    .optional()
    .describe("findings of its own that the fix brings in; empty: it says there are none"),
  locations: z.array(locationSchema).describe("what it rests on"),
  quotes: z.array(z.string()),
  isGrounded: z
    .boolean()
    .optional()
    .describe("whether a quote stands at the reviewed commit; absent: nothing was quoted"),
  text: z.string().describe("as written"),
});
export type FixVerdict = DeepReadonly<z.infer<typeof fixVerdictSchema>>;

/** A finding of an earlier round and its state now. In an import, as the report states it. */
export const previousFindingSchema = z.strictObject({
  ref: z.string().describe("`R2.I3`; in an import as written"),
  title: z.string(),
  status: z
    .enum(["fixed", "partly-fixed", "open", "declined", "accepted-risk", "gone", "unknown"])
    .describe("gone: with its code"),
  text: z.string().describe("why, in a sentence; in an import the status as written"),
  of: earlierRefSchema.optional().describe("absent in an import"),
  rounds: z.array(z.int().positive()).optional().describe("every round that raised it, oldest first"),
  severity: severitySchema.optional(),
  byCommenters: z.literal(true).optional().describe("commenters alone raised it, so it decides nothing"),
  locations: z.array(locationSchema).optional().describe("where its code stands now; before, where it is gone"),
  commits: z.array(commitSchema).optional().describe("commits since that touched its code"),
  raisedAgain: z.array(clusterIdSchema).optional().describe("problems of this round that it was recognised in"),
  decision: z.string().optional().describe("the decision that holds"),
  verdicts: z.array(fixVerdictSchema).optional().describe("what reviewers say of its fix"),
});
export type PreviousFinding = DeepReadonly<z.infer<typeof previousFindingSchema>>;

/** One round of the series that a review belongs to, in figures. */
export const seriesEntrySchema = z.strictObject({
  review: reviewIdSchema,
  round: z.int().positive(),
  head: z.string().optional(),
  kept: z.int().nonnegative(),
  latent: z.int().nonnegative().optional().describe("new ones in unchanged lines; absent in round 1 and in imports"),
  introduced: z.int().nonnegative().optional().describe("new ones that fixes brought in"),
  newCode: z.int().nonnegative().optional(),
});
export type SeriesEntry = DeepReadonly<z.infer<typeof seriesEntrySchema>>;

/** What a round knows about the rounds before it. */
export const roundLinkSchema = z.strictObject({
  entries: z.array(seriesEntrySchema).describe("the earlier rounds, oldest first"),
  continues: z.string().optional().describe("the target that this one replaces, as the user linked it"),
  decisions: z
    .array(citedDecisionSchema)
    .optional()
    .describe("the decisions that this record names by id, so that it can be read without the file they stand in"),
  retired: z
    .array(clusterIdSchema)
    .optional()
    .describe("names that were printed in this series and that no record of it has any more; never given again"),
  notes: z
    .array(z.string())
    .describe("what could not be known: a predecessor that cannot be read, a rewritten history"),
});
export type RoundLink = DeepReadonly<z.infer<typeof roundLinkSchema>>;
