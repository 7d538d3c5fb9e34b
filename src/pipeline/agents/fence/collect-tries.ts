import { posix } from "node:path";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { FenceObservations, NetworkTry, ProgramTry } from "#steps/take-receipt/fence/judge-fence.ts";
import { readTries } from "#steps/take-receipt/fence/read-tries.ts";

/** An agent in a loop must not fill the memory. */
const MAX_TRIES = 200;
const ENDS = { done: "ran", failed: "failed", denied: "refused" } as const;

/** Values by name, of which only the first are kept and the others are counted. */
function bounded<Value>(over: () => void) {
  const kept = new Map<string, Value>();
  return {
    kept,
    set(name: string, value: Value): void {
      if (kept.has(name) || kept.size < MAX_TRIES) kept.set(name, value);
      else over();
    },
  };
}

/** Collects from the tool calls of a run what they try and a reviewer must not do. */
export function collectTries() {
  let more = 0;
  const over = (): void => void (more += 1);
  const network = bounded<NetworkTry>(over);
  const programs = bounded<ProgramTry>(over);
  const failed = bounded<FenceObservations["failed"][number]>(over);
  const written = bounded<true>(over);
  const downloads = new Set<string>();
  const takeCommand = (line: string, end: NetworkTry["end"]): void => {
    const tries = readTries(line, downloads);
    for (const command of tries.network) network.set(command, { command, end });
    if (end === "refused") return;
    if (end === "failed") for (const one of tries.made) failed.set(one.command, one);
    for (const name of tries.programs) {
      // A try that worked counts more than one that failed.
      if (programs.kept.get(name)?.end !== "ran") programs.set(name, { name, end });
    }
    for (const path of tries.written) written.set(path, true);
  };
  return {
    /** Takes a call that has ended. */
    take({ action, name, state, detail = "", paths }: ToolEvent): void {
      if (state === "begun") return;
      const end = ENDS[state];
      const command = `${name} ${detail === "" ? paths.join(" ") : detail}`.trim();
      if (action === "run") takeCommand(detail, end);
      if (action === "fetch") network.set(command, { command, end });
      if (action === "write" && end === "ran")
        for (const path of paths) if (posix.isAbsolute(path)) written.set(path, true);
    },
    /** Absolute paths that it was to write. */
    written: (): readonly string[] => [...written.kept.keys()],
    tries: (): Pick<FenceObservations, "network" | "programs" | "failed"> => ({
      network: [...network.kept.values()],
      programs: [...programs.kept.values()],
      failed: [...failed.kept.values()],
    }),
    more: (): number => more,
  };
}
