import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";

/** A command that a reviewer's tools ran, as its stream reports it. */
export const loggedCommandSchema = z.strictObject({
  command: z.string().describe("as it was given to the tool, credentials masked"),
  state: z.enum(["begun", "done", "failed", "denied"]).describe("begun: its end was not reported"),
  output: z.string().optional().describe("what the reviewer was shown; absent: not in its stream, or not kept"),
  cut: z.literal(true).optional().describe("its command or its output is not kept whole"),
});
export type LoggedCommand = DeepReadonly<z.infer<typeof loggedCommandSchema>>;

/** All commands that a reviewer ran in one pass, in order. Empty: its tools ran none. */
export const commandLogSchema = z.strictObject({
  commands: z.array(loggedCommandSchema),
  left: z.int().positive().optional().describe("further commands that are not kept"),
});
export type CommandLog = DeepReadonly<z.infer<typeof commandLogSchema>>;
