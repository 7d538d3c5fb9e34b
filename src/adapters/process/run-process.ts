import { type ChildProcessByStdio, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { messageOf } from "#util/errors.ts";
import {
  endFamily,
  createFamily,
  type ProcessFamily,
  makeRunMark,
  RUN_VARIABLE,
  type RunMark,
} from "./process-family.ts";
import { findProgram } from "./find-program.ts";
import { findOrphans } from "./left-behind.ts";
import { startGuard, type Guard } from "./guard.ts";
import type { ProcessEnding, Launch, NotStarted, ProcessControls, ProcessResult, Watch } from "./launch.ts";
import { createTail, readOutput } from "./read-output.ts";
import { watchClock } from "./watch-clock.ts";
import { watchLimits } from "./watch-limits.ts";

export type { Launch, OutputLine, ProcessControls, ProcessResult, RunLimits, Watch } from "./launch.ts";

const GRACE = 3000;
const MAX_LINE_LENGTH = 32 * 1024 * 1024;

/**
 * Runs a program to its end in its own process group. Never throws for what the program does; throws an error of a
 * callback after it has ended the program. When the promise settles, no process that the program started is alive. A
 * guard ensures that even if we are killed.
 */
export async function runProcess(launch: Launch, watch: Watch = {}): Promise<ProcessResult> {
  const begun = performance.now();
  const refused = (ending: ProcessEnding): ProcessResult => ({
    ending,
    stderrTail: "",
    stdoutBytes: 0,
    stderrBytes: 0,
    outlived: [],
    killed: 0,
    left: 0,
    took: performance.now() - begun,
  });
  const program = await findStart(launch);
  if (watch.signal?.aborted === true) return refused({ kind: "aborted", reason: watch.signal.reason });
  if (program.path === undefined) return refused({ kind: "not-started", ...program });
  const started = start({ ...launch, command: program.path }, makeRunMark());
  if ("message" in started) return refused({ kind: "not-started", reason: "failed", message: started.message });
  return follow(started, { launch, watch, begun });
}

async function findStart(
  launch: Launch,
): Promise<{ path: string } | { path?: undefined; reason: NotStarted; message: string }> {
  if (process.platform === "win32") {
    return { reason: "failed", message: "programs are run as reviewers on Linux and macOS only" };
  }
  const folder = await stat(launch.cwd).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    return { reason: "bad-folder", message: `${launch.cwd} is not a folder that can be entered` };
  }
  return findProgram(launch);
}

/** Names the shell below in its error messages. */
const STARTER = "deep-review-start";
/**
 * Delays the program until its guard runs: it starts when a line arrives on the fourth pipe. If we die before that, the
 * pipe closes and the program never starts. The option for the limit differs between shells.
 */
const HOLD = `
[ -z "$1" ] || { ulimit -x "$1" || ulimit -w "$1"; } 2>/dev/null
shift
read -r go <&3 || exit 125; exec 3<&-; exec "$@"`;

interface Started {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly guard: Guard;
  readonly family: ProcessFamily;
}

function start({ command, args, cwd, env, handed }: Launch, mark: RunMark): Started | { message: string } {
  try {
    const child = spawn("/bin/sh", ["-c", HOLD, STARTER, mark.locks, command, ...args], {
      cwd,
      env: { ...env, [RUN_VARIABLE]: mark.variable },
      stdio: ["pipe", "pipe", "pipe", "pipe", ...(handed === undefined ? [] : ["pipe" as const])],
      detached: true,
    });
    const exit = new Promise<Awaited<Started["exit"]>>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
      child.once("error", () => resolve({ code: null, signal: null }));
    });
    const gate = child.stdio[3] as Writable;
    const gift = child.stdio[4] as Writable | undefined;
    for (const stream of [child.stdin, child.stdout, child.stderr, gate, gift]) stream?.on("error", () => undefined);
    gift?.end(handed);
    const { pid, stdin, stdout, stderr } = child as ChildProcessByStdio<Writable, Readable, Readable>;
    if (pid === undefined) return { message: "the system cannot start another process" };
    const family = createFamily(pid, mark);
    const guard = openGate(gate, () => startGuard(pid, mark));
    return { pid, stdin, stdout, stderr, exit, guard, family };
  } catch (error) {
    // Arguments or environment too large, or too many processes.
    return { message: messageOf(error) };
  }
}

/** Lets the program start once its guard runs, or never. */
function openGate(gate: Writable, start: () => Guard): Guard {
  try {
    const guard = start();
    gate.end("go\n");
    return guard;
  } catch (error) {
    gate.destroy();
    throw error;
  }
}

interface Run {
  readonly launch: Launch;
  readonly watch: Watch;
  readonly begun: number;
}

async function follow(started: Started, { launch, watch, begun }: Run): Promise<ProcessResult> {
  const { pid, stdin, stdout, stderr, exit, guard, family } = started;
  const clock = watchClock(watch);
  const tail = createTail();
  const longest = watch.longestLine ?? MAX_LINE_LENGTH;
  const output = readOutput(stdout, { clock, longest, onChunk: watch.onStdout, onLine: watch.onLine });
  const errors = readOutput(stderr, {
    clock,
    longest,
    onChunk: (chunk) => {
      tail.add(chunk);
      return watch.onStderr?.(chunk);
    },
  });
  const orphans = async () => findOrphans(await family.living(), pid);
  const controls = { ...takeInput(launch, { pid, stdin, touch: clock.touch }), orphans };
  const failure = Promise.race([output.failed, errors.failed]);
  const printed = (): number => output.bytes() + errors.bytes();
  const limits = watchLimits(watch.limits, { family, folder: launch.cwd, printed });
  let thrown: unknown;
  try {
    watch.onStart?.(controls);
  } catch (error) {
    thrown = error;
  }
  const cause = thrown === undefined ? await Promise.race([exit, clock.over, limits.over, failure]) : undefined;
  clock.stop();
  limits.stop();
  stdin.destroy();
  // Processes that the leader left behind may be about to end by themselves.
  const isOver = cause !== undefined && "code" in cause;
  const patience = isOver ? 100 : 0;
  const { outlived, killed, left } = await endFamily(family, { grace: watch.grace ?? GRACE, patience });
  const ended = left === 0 ? await exit : { code: null, signal: null };
  await Promise.all([output.finish(), errors.finish()]);
  await guard.dismiss();
  const problem = thrown ?? output.problem() ?? errors.problem();
  if (problem !== undefined) throw problem;
  const stderrTail = tail.text();
  const ending = cause !== undefined && "kind" in cause ? cause : describeExit(ended, stderrTail);
  return {
    ending,
    exit: ended,
    stderrTail,
    stdoutBytes: output.bytes(),
    stderrBytes: errors.bytes(),
    outlived: isOver ? outlived : [],
    killed,
    left,
    took: performance.now() - begun,
  };
}

function takeInput(
  { input = "", keepStdin = false }: Launch,
  { pid, stdin, touch }: { pid: number; stdin: Writable; touch: () => void },
): Omit<ProcessControls, "orphans"> {
  if (input !== "") stdin.write(input);
  if (!keepStdin) stdin.end();
  return {
    pid,
    touch,
    send: (text) =>
      new Promise((resolve) => {
        if (!stdin.writable) return resolve(false);
        stdin.write(text, (error) => resolve(error === null || error === undefined));
      }),
    endInput: () => void stdin.end(),
  };
}

/** The starting shell reports a program that the system refuses: a script without its interpreter, a damaged binary. */
function describeExit({ code, signal }: Awaited<Started["exit"]>, errors: string): ProcessEnding {
  if ((code === 126 || code === 127) && errors.startsWith(`${STARTER}:`)) {
    return { kind: "not-started", reason: code === 127 ? "not-found" : "not-allowed", message: errors.trim() };
  }
  if (code !== null) return { kind: "exited", code };
  return { kind: "signalled", signal: signal ?? "unknown" };
}
