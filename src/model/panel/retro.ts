import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { clusterIdSchema, reviewerIdSchema } from "../ids.ts";

/** The retro as its author wrote it. Its numbers are shown next to the computed ones, never instead of them. */
export const retroSchema = z.strictObject({
  paragraphs: z.array(z.strictObject({ reviewer: reviewerIdSchema, text: z.string() })),
  columns: z.array(reviewerIdSchema),
  rows: z.array(z.strictObject({ label: z.string(), cells: z.array(z.string()) })),
  overall: z.string().optional().describe("everything else in the section, in order"),
});
export type Retro = DeepReadonly<z.infer<typeof retroSchema>>;

/** One line of a report's own account of what it changed. */
export const reconciliationNoteSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  label: z.string().describe("the raw label: I1"),
  what: z.enum(["dropped", "routed", "rerated", "merged", "other"]),
  targets: z.array(clusterIdSchema),
  text: z.string(),
});
export type ReconciliationNote = DeepReadonly<z.infer<typeof reconciliationNoteSchema>>;

export const reconciliationSchema = z.strictObject({ text: z.string(), notes: z.array(reconciliationNoteSchema) });
export type Reconciliation = DeepReadonly<z.infer<typeof reconciliationSchema>>;
