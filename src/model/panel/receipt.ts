import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { reviewerIdSchema } from "../ids.ts";
import { locationSchema } from "../location.ts";
import { hunkSchema } from "../change/scope.ts";

/** A reviewer's statement about one file in its coverage summary. */
export const fileClaimSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  pass: z.int().positive(),
  path: z.string(),
  claim: z.enum(["clean", "trivial", "findings", "other"]),
  labels: z.array(z.string()).describe("the labels it names for this file: I1, S2"),
  note: z.string().optional().describe("the words as written"),
});
export type FileClaim = DeepReadonly<z.infer<typeof fileClaimSchema>>;

/** A hunk that a reviewer provably opened. */
export const hunkReadingSchema = z.strictObject({ reviewer: reviewerIdSchema, hunk: hunkSchema });
export type HunkReading = DeepReadonly<z.infer<typeof hunkReadingSchema>>;

/** What one reviewer provably read in one pass, from what its tools did. */
export const readingSchema = z.strictObject({
  isObservable: z.boolean().describe("false: its tools cannot be watched, so nothing is proven"),
  hunks: z.array(hunkSchema).describe("hunks of the change that it was shown"),
  opened: z.array(z.strictObject({ path: z.string(), times: z.int().positive() })),
  notGiven: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  partly: z
    .array(
      z.strictObject({
        hunk: hunkSchema,
        lines: z.int().positive().describe("changed lines that must be shown"),
        seen: z
          .array(z.strictObject({ from: z.int().nonnegative(), to: z.int().positive() }))
          .describe("those that were, counted from 0 within the hunk; `to` is not included"),
      }),
    )
    .optional()
    .describe("hunks of which it was shown some lines: a hunk that was cut is read when all passes together show it"),
});
export type Reading = DeepReadonly<z.infer<typeof readingSchema>>;

/** A file that was not given to a reviewer, with the reason: nothing is cut silently. */
export const notGivenSchema = z.strictObject({ reviewer: reviewerIdSchema, path: z.string(), why: z.string() });
export type NotGiven = DeepReadonly<z.infer<typeof notGivenSchema>>;

/** A file that a reviewer provably opened, inside or outside the change. */
export const openedFileSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  path: z.string().describe("from the repository's root"),
  times: z.int().positive(),
});
export type OpenedFile = DeepReadonly<z.infer<typeof openedFileSchema>>;

/** How many agents must read a hunk before it counts as clean, and the hunks that fewer have read. */
export const readingGateSchema = z.strictObject({
  readers: z.int().positive(),
  unread: z.array(hunkSchema).describe("hunks that fewer agents provably read"),
});
export type ReadingGate = DeepReadonly<z.infer<typeof readingGateSchema>>;

/** Hits of one check that is switched off. They were never findings, so no ledger contains them. */
export const switchedOffSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  check: z.string(),
  by: z.enum(["configuration", "path", "comment"]),
  at: z.string().describe("the file that switches it off, its glob, or the place of the comment"),
  reason: z.string().optional().describe("as the comment gives it"),
  added: z
    .literal(true)
    .optional()
    .describe("this change adds the comment, the code it is about, or that line of the configuration"),
  count: z.int().positive().describe("places in all"),
  places: z.array(locationSchema).describe("the first of them"),
});
export type SwitchedOff = DeepReadonly<z.infer<typeof switchedOffSchema>>;

/** What a built-in check looked at and did not report, with the reason. */
export const skippedHitSchema = z.strictObject({
  check: z.string(),
  path: z.string(),
  line: z.int().positive().optional().describe("at the head; of something that was removed, at the base"),
  about: z.string().describe("what it is about, as Markdown"),
  why: z.string(),
});

/** The first of them, and the number of the others. They were never findings, so no ledger contains them. */
export const skippedHitsSchema = z.strictObject({ hits: z.array(skippedHitSchema), more: z.int().nonnegative() });
export type SkippedHits = DeepReadonly<z.infer<typeof skippedHitsSchema>>;

/** What was read: claimed by the reviewers file by file, and proven hunk by hunk where their tools were watched. */
export const receiptSchema = z.strictObject({
  claims: z.array(fileClaimSchema),
  readings: z.array(hunkReadingSchema),
  readAll: z
    .array(reviewerIdSchema)
    .optional()
    .describe("reviewers that provably opened every hunk of the scope; their readings are not listed one by one"),
  switchedOff: z.array(switchedOffSchema).optional().describe("absent: nothing was"),
  skipped: skippedHitsSchema.optional().describe("absent: nothing was"),
  opened: z.array(openedFileSchema).optional().describe("files that agents opened; absent: nobody was watched"),
  unobserved: z
    .array(reviewerIdSchema)
    .optional()
    .describe("agents whose tools cannot be watched: what they read is unproven"),
  notGiven: z.array(notGivenSchema).optional().describe("absent: everybody was given everything"),
  gate: readingGateSchema.optional().describe("absent: no agent took part"),
});
export type Receipt = DeepReadonly<z.infer<typeof receiptSchema>>;

/** The part of a receipt about what agents provably read. */
export type AgentReceipt = Pick<Receipt, "readings" | "opened" | "unobserved" | "notGiven" | "gate">;
