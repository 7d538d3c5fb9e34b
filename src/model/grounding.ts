import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { clusterIdSchema } from "./ids.ts";
import { lineSpanSchema } from "./finding.ts";

/** What the check of a statement's evidence against the code showed. Nothing is edited; it stands beside. */
export const groundingSchema = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("grounded"), why: z.string() }),
  z.strictObject({ status: z.literal("moved"), to: lineSpanSchema, why: z.string() }),
  z.strictObject({ status: z.literal("unsupported"), why: z.string() }),
  z.strictObject({ status: z.literal("unchecked"), why: z.string() }),
]);
export type Grounding = DeepReadonly<z.infer<typeof groundingSchema>>;

/** Code around a cited place, taken from the reviewed commit and never from a working tree. */
export const excerptSchema = z.strictObject({
  cluster: clusterIdSchema,
  commit: z.string(),
  path: z.string(),
  start: z.int().positive().describe("line number of the first line shown"),
  lines: z.array(z.string()),
  cited: z.array(lineSpanSchema).describe("the lines that the finding cites"),
  grounding: groundingSchema,
});
export type Excerpt = DeepReadonly<z.infer<typeof excerptSchema>>;
