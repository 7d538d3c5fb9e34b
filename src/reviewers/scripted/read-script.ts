import { z } from "zod";

/** A reviewer whose output comes from a file, for tests, demonstrations and replays without a network. */
const scriptedReviewerSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
  name: z.string().min(1),
  model: z.string().optional(),
  family: z.string().optional(),
  silent: z.number().nonnegative().max(3600).optional().describe("seconds before its first output"),
  seconds: z
    .number()
    .nonnegative()
    .max(3600)
    .optional()
    .describe("how long it takes; its text comes in parts over that time"),
  notes: z.array(z.string()).optional().describe("its progress messages meanwhile, one after the other"),
  says: z.string().optional().describe("its review, in Markdown"),
  fails: z.string().optional().describe("the error it fails with, after its output"),
});
export type ScriptedReviewer = z.infer<typeof scriptedReviewerSchema>;

const scriptSchema = z.strictObject({ reviewers: z.array(scriptedReviewerSchema).min(1) });

/** Reads a script, or explains why the text is not one. */
export function readScript(
  text: string,
):
  | { readonly ok: true; readonly reviewers: readonly ScriptedReviewer[] }
  | { readonly ok: false; readonly why: string } {
  try {
    const result = scriptSchema.safeParse(JSON.parse(text));
    if (result.success) return { ok: true, reviewers: result.data.reviewers };
    const [issue] = result.error.issues;
    return { ok: false, why: `${issue?.path.join(".") || "the file"}: ${issue?.message ?? "not a script"}` };
  } catch (error) {
    return { ok: false, why: `it is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
