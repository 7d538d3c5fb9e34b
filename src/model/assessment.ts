import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { reviewerIdSchema } from "./ids.ts";

/** A remark on the design as a whole: no defect to fix, a concern or a strength to know. */
export const observationSchema = z.strictObject({
  id: z.string().describe("`<reviewer>:D1` for a raw one, `D1` for one of the report"),
  reviewer: reviewerIdSchema.optional().describe("absent in the report's own list"),
  pass: z.int().positive().optional(),
  kind: z.enum(["concern", "strength"]),
  scope: z.enum(["in-scope", "future"]).optional(),
  text: z.string(),
  credits: z.array(reviewerIdSchema).describe("who the report says raised it; empty for a raw one"),
  sources: z
    .array(z.string())
    .optional()
    .describe("ids of the raw ones that it joins; absent for a raw one and where a report does not say"),
});
export type Observation = DeepReadonly<z.infer<typeof observationSchema>>;

/** The parts of a review besides its findings. */
export const sectionKeySchema = z.enum([
  "summary",
  "design",
  "testing",
  "documentation",
  "commits",
  "limitations",
  "unresolved",
]);
export type SectionKey = z.infer<typeof sectionKeySchema>;

/** What one reviewer wrote in one of the parts besides the findings, verbatim. */
export const assessmentSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  pass: z.int().positive(),
  section: sectionKeySchema.exclude(["summary"]),
  text: z.string(),
});
export type Assessment = DeepReadonly<z.infer<typeof assessmentSchema>>;

/** A point that one or more reviewers make in one part of their reviews, joined, with the way back to their words. */
export const sectionRemarkSchema = z.strictObject({
  group: z.string().describe("the heading it stands under: Concerns, Gaps; empty where there is none"),
  text: z.string().describe("in the words of the reviewer that says most"),
  credits: z.array(reviewerIdSchema).describe("everybody who makes the point"),
  sources: z
    .array(z.string())
    .describe("`<reviewer>:D1` for an observation, `<reviewer>:testing.2` for the second point there"),
  because: z.string().optional().describe("why it is listed here, for gaps in the tests"),
});
export type SectionRemark = DeepReadonly<z.infer<typeof sectionRemarkSchema>>;

/** A part of the report itself, verbatim Markdown. `key` is absent for a heading that the grammar does not know. */
export const sectionSchema = z.strictObject({
  key: sectionKeySchema.optional(),
  title: z.string(),
  text: z.string(),
  remarks: z
    .array(sectionRemarkSchema)
    .optional()
    .describe("the points that `text` was written from; absent in an import"),
});
export type Section = DeepReadonly<z.infer<typeof sectionSchema>>;
