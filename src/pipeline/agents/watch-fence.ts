import { lstat } from "node:fs/promises";
import { posix } from "node:path";
import { compareFingerprints, isChanged } from "#adapters/desk/fingerprint.ts";
import type { Desk } from "#adapters/desk/open-desk.ts";
import type { Orphan } from "#adapters/process/left-behind.ts";
import type { ProcessControls } from "#adapters/process/run-process.ts";
import type { SandboxLevel } from "#adapters/sandbox/sandbox.ts";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { Fence } from "#model/panel/fence.ts";
import {
  type FenceObservations,
  judgeFence,
  type NetworkTry,
  type ProgramTry,
  type Seen,
} from "#steps/take-receipt/fence/judge-fence.ts";
import { readTries } from "#steps/take-receipt/fence/read-tries.ts";

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

/** An agent in a loop must not fill the memory. */
const MAX_TRIES = 200;
const MAX_OPEN = 1000;
/** What lives on for this long after its command is no helper that is about to end. */
const LIVES_ON = 400;

/** Starts to watch. The state of the desk before the run is known from when it was made. */
export function watchFence(context: FenceContext): FenceWatch {
  const { desk, folders, level, isObservable } = context;
  const since = Date.now();
  const begun = new Map<string, ToolEvent>();
  const seen = {
    network: new Map<string, NetworkTry>(),
    programs: new Map<string, ProgramTry>(),
    failed: new Map<string, FenceObservations["failed"][number]>(),
    written: new Set<string>(),
  };
  const downloads = new Set<string>();
  const read = new Map<string, Seen>();
  const processes = watchOrphans();
  const outlived: string[] = [];
  const takeCommand = (line: string, end: NetworkTry["end"]): void => {
    const tries = readTries(line, downloads);
    for (const command of tries.network) if (seen.network.size < MAX_TRIES) seen.network.set(command, { command, end });
    if (end === "refused") return;
    if (end === "failed")
      for (const one of tries.made) if (seen.failed.size < MAX_TRIES) seen.failed.set(one.command, one);
    for (const name of tries.programs) {
      // A later try that worked counts more than an earlier one that failed.
      if (seen.programs.size < MAX_TRIES && seen.programs.get(name)?.end !== "ran")
        seen.programs.set(name, { name, end });
    }
    for (const path of tries.written) if (seen.written.size < MAX_TRIES) seen.written.add(path);
  };
  const noteReading = (event: ToolEvent, when: "begins" | "ends"): void => {
    for (const path of pathsOf(event, folders)) {
      const known = read.get(path);
      if (!desk.before.has(path) || known === "changed") continue;
      const isNow = isChanged(desk.folder, path, desk.before);
      // A command that changed the file while it ran may have printed either text.
      if (when === "begins" || known === undefined) read.set(path, isNow ? "changed" : "as-given");
      else if (isNow) read.set(path, "unknown");
    }
  };
  return {
    seeTool(event) {
      if (event.state === "begun") {
        if (begun.size < MAX_OPEN) begun.set(event.id, event);
        // What was changed before this call began is what it reads.
        if (event.action === "read" || event.action === "run") noteReading(event, "begins");
        return;
      }
      const call = joinCall(event, begun.get(event.id));
      const isKnown = begun.delete(event.id);
      const end = ENDS[event.state];
      if (call.action === "run") takeCommand(call.detail ?? "", end);
      if (call.action === "fetch") takeFetch(call, end, seen.network);
      if (call.action === "write" && end === "ran")
        for (const path of call.paths)
          if (posix.isAbsolute(path) && seen.written.size < MAX_TRIES) seen.written.add(path);
      if (call.action === "run" || (call.action === "read" && !isKnown)) noteReading(call, "ends");
      if (call.action === "run") processes.look();
    },
    seeProgram: (controls) => processes.follow(controls),
    seeOutlived: (commands) => void outlived.push(...commands),
    async judge() {
      const { count, paths } = compareFingerprints(desk.before, await desk.fingerprint());
      return judgeFence({
        desk: paths,
        moreAtDesk: count - paths.length,
        read,
        network: [...seen.network.values()],
        programs: [...seen.programs.values()],
        failed: [...seen.failed.values()],
        processes: [...new Set([...outlived, ...processes.found()])].slice(0, MAX_TRIES),
        outside: await findWritten([...seen.written], { desk, folders, level, since }),
        unknown: [
          ...(isObservable ? [] : ["its tool calls, which its program does not report"]),
          ...(level === "none" ? ["files outside its folders that no tool call names"] : []),
        ],
      });
    },
  };
}

const ENDS = { done: "ran", failed: "failed", denied: "refused" } as const;

function joinCall(event: ToolEvent, beginning: ToolEvent | undefined): ToolEvent {
  if (beginning === undefined) return event;
  const { detail = beginning.detail } = event;
  const paths = event.paths.length > 0 ? event.paths : beginning.paths;
  return { ...event, paths, ...(detail === undefined ? {} : { detail }) };
}

function takeFetch({ name, detail, paths }: ToolEvent, end: NetworkTry["end"], tries: Map<string, NetworkTry>): void {
  const command = `${name} ${detail ?? paths.join(" ")}`.trim();
  if (tries.size < MAX_TRIES) tries.set(command, { command, end });
}

const MAX_WORDS = 500;

/** The files of the desk that a call is about, from the desk's folder. */
function pathsOf({ action, paths, detail = "" }: ToolEvent, folders: readonly string[]): string[] {
  const words =
    action === "run"
      ? detail
          .slice(0, 10_000)
          .split(/[\s'"`;|&<>()]+/)
          .slice(0, MAX_WORDS)
      : [];
  return [...paths, ...words].flatMap((path) => {
    const inside = posix.isAbsolute(path) ? below(posix.normalize(path), folders) : posix.normalize(path);
    // A relative path may start from the code.
    return inside === undefined ? [] : [inside, `code/${inside}`];
  });
}

function below(path: string, folders: readonly string[]): string | undefined {
  const folder = folders.find((one) => path.startsWith(`${one}/`));
  return folder === undefined ? undefined : path.slice(folder.length + 1);
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

/** Looks for processes that outlive the commands that started them, after each command and a little later. */
function watchOrphans() {
  let controls: ProcessControls | undefined;
  let timer: NodeJS.Timeout | undefined;
  const first = new Map<string, number>();
  const lasting = new Map<string, string>();
  const note = (orphans: readonly Orphan[]): void => {
    for (const { pid, start, command } of orphans) {
      const key = `${pid} ${start}`;
      const at = first.get(key) ?? Date.now();
      if (first.size < MAX_TRIES) first.set(key, at);
      if (Date.now() - at >= LIVES_ON * 0.9) lasting.set(key, command);
    }
  };
  const look = (): void => void controls?.orphans().then(note, () => undefined);
  return {
    follow: (given: ProcessControls): void => void (controls = given),
    look(): void {
      look();
      // One timer for several commands at once: the last look counts.
      clearTimeout(timer);
      timer = setTimeout(look, LIVES_ON);
      timer.unref();
    },
    found(): readonly string[] {
      clearTimeout(timer);
      return [...lasting.values()];
    },
  };
}
