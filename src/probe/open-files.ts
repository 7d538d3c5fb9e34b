import type { NotBroken, ProbeInput } from "./planned-break.ts";

/** A changed file of source, parsed. Made by `openProbeFiles`; its parts are the planner's business. */
export interface ProbeFile extends ProbeInput {
  /** The changed lines of the head that hold code: no comments, blank lines, imports or types. */
  readonly codeLines: ReadonlySet<number>;
}

/** Parses the changed files that can be broken, and says why the others cannot. Loads grammars; never throws. */
export async function openProbeFiles(
  _inputs: readonly ProbeInput[],
): Promise<{ readonly files: readonly ProbeFile[]; readonly left: readonly NotBroken[] }> {
  throw new Error("not built yet");
}
