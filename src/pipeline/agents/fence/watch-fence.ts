import { lstat } from "node:fs/promises";
import { posix } from "node:path";
import { compareFingerprints } from "#adapters/desk/fingerprint.ts";
import type { Desk } from "#adapters/desk/open-desk.ts";
import type { ProcessControls } from "#adapters/process/run-process.ts";
import type { SandboxLevel } from "#adapters/sandbox/sandbox.ts";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { Fence } from "#model/panel/fence.ts";
import { judgeFence } from "#steps/take-receipt/fence/judge-fence.ts";
import { collectTries } from "./collect-tries.ts";
import { watchOrphans } from "./watch-orphans.ts";
import { below, watchReadings } from "./watch-readings.ts";

/** Watches one run of an agent for what it must not do. */
export interface FenceWatch {
  /** Gets every tool event of the run, in order. */
  seeTool(event: ToolEvent): void;
  /** Gets the running program. */
  seeProgram(controls: ProcessControls): void;
  /** Gets the command lines of what still ran when the program had ended. */
  seeOutlived(commands: readonly string[]): void;
  /** Looks at what the run has left. Called once, before the desk is removed. */
  judge(): Promise<Fence>;
}

interface FenceContext {
  readonly desk: Desk;
  /** All names of the desk's folder. */
  readonly folders: readonly string[];
  readonly level: SandboxLevel;
  /** Its tool calls can be watched. */
  readonly isObservable: boolean;
}

const MAX_OPEN = 1000;

/** Starts to watch. The state of the desk before the run is known from when it was made. */
export function watchFence(context: FenceContext): FenceWatch {
  const { desk, folders } = context;
  const since = Date.now();
  const begun = new Map<string, ToolEvent>();
  const collected = collectTries();
  const readings = watchReadings(desk, folders);
  const processes = watchOrphans();
  const outlived: string[] = [];
  return {
    seeTool(event) {
      if (event.state === "begun") {
        if (begun.size < MAX_OPEN) begun.set(event.id, event);
        // What was changed before this call began is what it reads.
        if (event.action === "read" || event.action === "run") readings.note(event, "begins");
        return;
      }
      const call = joinCall(event, begun.get(event.id));
      const isKnown = begun.delete(event.id);
      collected.take(call);
      if (call.action === "run" || (call.action === "read" && !isKnown)) readings.note(call, "ends");
      if (call.action === "run") processes.look();
    },
    seeProgram: (controls) => processes.follow(controls),
    seeOutlived: (commands) => void outlived.push(...commands),
    async judge() {
      const { count, paths } = compareFingerprints(desk.before, await desk.fingerprint());
      return judgeFence({
        desk: paths,
        more: count - paths.length + collected.more(),
        read: readings.read,
        ...collected.tries(),
        processes: [...new Set([...outlived, ...processes.found()])],
        outside: await findWritten(collected.written(), { ...context, since }),
        unknown: describeUnknown(context),
      });
    },
  };
}

function describeUnknown({ isObservable, level }: FenceContext): string[] {
  return [
    ...(isObservable ? [] : ["its tool calls, which its program does not report"]),
    ...(level === "none" ? ["files outside its folders that no tool call names"] : []),
  ];
}

function joinCall(event: ToolEvent, beginning: ToolEvent | undefined): ToolEvent {
  if (beginning === undefined) return event;
  const { detail = beginning.detail } = event;
  const paths = event.paths.length > 0 ? event.paths : beginning.paths;
  return { ...event, paths, ...(detail === undefined ? {} : { detail }) };
}

interface Whereabouts extends Pick<FenceContext, "desk" | "folders" | "level"> {
  readonly since: number;
}

/** The paths outside its folders that were written since the run began. In a sandbox nothing outside can be. */
async function findWritten(paths: readonly string[], { desk, folders, level, since }: Whereabouts): Promise<string[]> {
  if (level !== "none") return [];
  const own = [...folders, desk.home, desk.tmp];
  const elsewhere = paths.map((path) => posix.normalize(path)).filter((path) => below(path, own) === undefined);
  const written = await Promise.all(
    elsewhere.map(async (path) => {
      const stats = await lstat(path).catch(() => undefined);
      return stats !== undefined && stats.ctimeMs >= since ? [path] : [];
    }),
  );
  return written.flat();
}
