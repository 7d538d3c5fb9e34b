import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { findingIdSchema } from "../ids.ts";
import { gateRunSchema } from "./gate.ts";

/** What is known of a proposed patch. Only a tested one is offered as a fix. */
export const patchStateSchema = z
  .enum(["tested", "applies", "does-not-apply", "does-not-fix", "breaks-gates"])
  .describe(
    "tested: with it the repro no longer shows the problem and every gate that was green stays green; applies: it applies, and no more is known; does-not-apply: only a sketch",
  );
export type PatchState = z.infer<typeof patchStateSchema>;

/** A patch that a finding proposes, and what came of it at the reviewed commit. */
export const patchTrialSchema = z.strictObject({
  finding: findingIdSchema,
  patch: z.string().describe("its diffs as one patch for `git apply`"),
  paths: z.array(z.string()).describe("the files that it changes; empty if it does not apply"),
  commit: z.string().describe("the commit that it was applied to"),
  state: patchStateSchema,
  why: z.string().describe("the reason for the state, a clause"),
  gates: z
    .array(z.strictObject({ name: z.string(), command: z.string(), run: gateRunSchema.omit({ side: true }) }))
    .optional()
    .describe("gates that are green at the head, run with the patch; absent: none was run"),
});
export type PatchTrial = DeepReadonly<z.infer<typeof patchTrialSchema>>;

/** Whether something that we ran speaks against the patch, or git refuses it: it must not be offered. */
export const isRefused = ({ state }: Pick<PatchTrial, "state">): boolean => state !== "tested" && state !== "applies";
