import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { clusterIdSchema } from "./ids.ts";

/** A person's decision on a finding or a gap. `action` keeps the words of the table it was read from. */
export const decisionSchema = z.strictObject({
  kind: z.enum(["fixed", "declined", "accepted-risk", "reopened", "commented", "not-applicable", "other"]),
  action: z.string(),
  about: z.strictObject({
    kind: z.enum(["finding", "testing", "documentation", "design", "other"]),
    cluster: clusterIdSchema.optional(),
    text: z.string().describe("the thing decided on, as written"),
  }),
  reason: z.string().optional(),
  source: z.enum(["resolution", "earlier-rounds"]),
});
export type Decision = DeepReadonly<z.infer<typeof decisionSchema>>;

/** When and how the findings of a report were worked off. Its rows are decisions with source `resolution`. */
export const resolutionSchema = z.strictObject({
  fields: z.array(z.strictObject({ key: z.string(), value: z.string() })).describe("Addressed, Commit, Scope …"),
  notes: z.string().optional().describe("prose around the table"),
});
export type Resolution = DeepReadonly<z.infer<typeof resolutionSchema>>;
