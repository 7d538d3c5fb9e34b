import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { isolationSchema } from "./reviewer.ts";
import type { ToolFormat } from "./tool-hit.ts";

/** A command of the repository that passes or fails: its tests, types or lint. The configuration names it. */
export interface Gate {
  readonly name: string;
  /** A line for the shell. */
  readonly command: string;
  readonly timeoutSeconds: number;
  /** The form of what it prints, where it is a linter; `none`: nothing in it is read. Undefined: it is recognised. */
  readonly format?: ToolFormat | "none" | undefined;
  /** The file that it writes what it finds to, instead of printing it. Relative to the root. */
  readonly report?: string | undefined;
}

/** The id and the name of the panel member that runs the gates. */
export const GATES_ID = "gates";
export const GATES_NAME = "Gates";

/** The id of a gate where a check's id is wanted. */
export const gateCheck = (name: string): string => `${GATES_ID}/${name}`;

/** One run of a gate. */
export const gateRunSchema = z.strictObject({
  side: z.enum(["head", "base"]),
  exitCode: z.int().optional().describe("absent: it did not end by itself"),
  ended: z.string().describe("how it ended, in words"),
  output: z.string().describe("the end of what it printed, credentials masked"),
  cut: z.literal(true).optional().describe("it printed more than is kept"),
  seconds: z.number().nonnegative(),
});
export type GateRun = DeepReadonly<z.infer<typeof gateRunSchema>>;

export const gateStateSchema = z
  .enum(["green", "newly-red", "red-before", "flaky", "could-not-run", "not-allowed"])
  .describe(
    "newly-red: fails twice at the head and passes at the base; red-before: fails at both; flaky: fails and passes at the head",
  );
export type GateState = z.infer<typeof gateStateSchema>;

/** A gate and what its runs showed. */
export const gateResultSchema = z.strictObject({
  name: z.string(),
  command: z.string(),
  state: gateStateSchema,
  why: z.string().describe("the reason for the state, a clause"),
  runs: z.array(gateRunSchema).describe("in the order of time"),
  isolation: isolationSchema.optional().describe("absent: nothing was run"),
});
export type GateResult = DeepReadonly<z.infer<typeof gateResultSchema>>;

/** Why a gate that the configuration names was not run. */
export const NOT_ALLOWED =
  "gates run only with --allow-run or if you trust the configuration, and in CI only if the base branch names them";

/** `newly red`, `could not run`. */
export const describeGateState = (state: GateState): string => state.replaceAll("-", " ");

/** All runs of a gate together, in seconds. */
export const gateSeconds = ({ runs }: GateResult): number =>
  Math.round(runs.reduce((sum, { seconds }) => sum + seconds, 0) * 1000) / 1000;
