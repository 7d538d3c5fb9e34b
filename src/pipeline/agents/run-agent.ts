import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Launch, runProcess, type ProcessControls, type ProcessResult } from "#adapters/process/run-process.ts";
import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import type { AgentAdapter, AgentJob, AgentPlan } from "#reviewers/agent/agent-adapter.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { type AttemptEnd, answerTimedOut, stoppedAnswering, WAS_STOPPED } from "./ask-again.ts";

/** What one run of an agent needs from its surroundings. */
export interface AgentEnvironment {
  /** Puts the program into the sandbox, if there is one. */
  readonly wrap: (launch: Launch) => Promise<Launch>;
  /** The environment that every agent gets: PATH, language, proxies. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly idleSeconds: number;
  /** How long the program may take to exit after the conversation is over. Default: five seconds. */
  readonly exitSeconds?: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: AgentEvent) => void | Promise<void>;
  /** Gets the running program. */
  readonly onStart?: (controls: ProcessControls) => void;
  /** Gets the command lines of what still ran when the program had ended by itself. */
  readonly onOutlived?: (commands: readonly string[]) => void;
  /** Gets everything the program prints. */
  readonly onPrinted: (stream: "stdout" | "stderr", text: string) => void | Promise<void>;
}

/** Runs an agent to its end and reads its output. Never throws for what the agent does. */
export async function runAgent(adapter: AgentAdapter, job: AgentJob, around: AgentEnvironment): Promise<AttemptEnd> {
  const missing = adapter.needs?.(job);
  if (missing !== undefined) return { ok: false, kind: "not-started", message: missing };
  const plan = adapter.plan(job);
  await writeHome(job.home, plan);
  const reader = adapter.createReader(job);
  const stdout = new TextDecoder();
  const stderr = new TextDecoder();
  let controls: ProcessControls | undefined;
  let rest = "";
  let hasUnread = false;
  const overdue = new AbortController();
  let exitTimer: NodeJS.Timeout | undefined;
  const complain = async (line: string): Promise<void> => react(reader.complaint?.(line) ?? []);
  const react = async (events: readonly AgentEvent[]): Promise<void> => {
    for (const event of events) {
      if (event.type === "send") await controls?.send(event.text);
      if (event.type === "close") {
        controls?.endInput();
        exitTimer ??= setTimeout(() => overdue.abort(), (around.exitSeconds ?? EXIT_SECONDS) * 1000);
      }
      await around.onEvent(event);
    }
  };
  const result = await runProcess(await around.wrap(launchOf(plan, job, around)), {
    signal: anySignal([around.signal, overdue.signal]),
    deadline: around.timeoutSeconds * 1000,
    idle: around.idleSeconds * 1000,
    onStart: (given) => {
      controls = given;
      around.onStart?.(given);
    },
    onStdout: (chunk) => around.onPrinted("stdout", stdout.decode(chunk, { stream: true })),
    onLine: (line) => {
      if (line.piece === 0 && line.isLast) return react(reader.line(line.text));
      // The line was too long to read and may have been the review, so the output is incomplete.
      hasUnread = true;
      return undefined;
    },
    onStderr: async (chunk) => {
      const text = stderr.decode(chunk, { stream: true });
      await around.onPrinted("stderr", text);
      const lines = (rest + text).split("\n");
      rest = (lines.pop() ?? "").slice(-MAX_COMPLAINT_LENGTH);
      for (const line of lines) await complain(line);
    },
  }).finally(() => clearTimeout(exitTimer));
  around.onOutlived?.(result.outlived);
  await around.onPrinted("stdout", stdout.decode());
  await around.onPrinted("stderr", stderr.decode());
  if (rest !== "") await complain(rest);
  const isOverdue = overdue.signal.aborted && !around.signal.aborted;
  const end = readEnding(result, (exit) => reader.end(exit), { ...around, isOverdue });
  return end.ok && hasUnread ? UNREAD : end;
}

const EXIT_SECONDS = 5;
const MAX_COMPLAINT_LENGTH = 64 * 1024;
const UNREAD: AttemptEnd = {
  ok: false,
  kind: "limit",
  message: "it printed a line larger than 32 MB, which was not read",
};

async function writeHome(home: string, { files }: AgentPlan): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text, { mode: 0o600 });
  }
}

function launchOf(
  { command, args, cwd, ...plan }: AgentPlan,
  { home, tmp }: AgentJob,
  { env }: AgentEnvironment,
): Launch {
  const own = { ...env, ...plan.env, HOME: home, TMPDIR: tmp };
  return { command, args, cwd, env: own, input: plan.stdin, keepStdin: plan.keepsStdin };
}

type EndReader = (exit: {
  readonly code: number | null;
  readonly signal: string | null;
  readonly complaint: string;
}) => AgentEnd;

interface Limits extends Pick<AgentEnvironment, "timeoutSeconds" | "idleSeconds"> {
  /** We ended the program because it did not exit after the conversation was over. */
  readonly isOverdue: boolean;
}

function readEnding({ ending, exit, stderrTail }: ProcessResult, end: EndReader, limits: Limits): AttemptEnd {
  // A program that we ended may have answered before and just not have exited.
  const asIfExited = (): AgentEnd => end({ code: 0, signal: null, complaint: stderrTail });
  const unlessAnswered = (failure: AttemptEnd): AttemptEnd => (asIfExited().ok ? { ok: true } : failure);
  switch (ending.kind) {
    case "not-started":
      return { ok: false, kind: "not-started", message: ending.message };
    case "deadline":
      return unlessAnswered(answerTimedOut(limits.timeoutSeconds));
    case "idle":
      return unlessAnswered(stoppedAnswering(limits.idleSeconds));
    case "limit":
      return unlessAnswered({ ok: false, kind: "crash", message: ending.why });
    case "aborted":
      return limits.isOverdue ? asIfExited() : WAS_STOPPED;
    case "exited":
    case "signalled":
      return end({ ...exitOf(exit?.code ?? null, exit?.signal ?? null), complaint: stderrTail });
  }
}

/** A sandbox, a shell and some agents turn the signal that ended a program into an exit code. */
function exitOf(code: number | null, signal: string | null): { code: number | null; signal: string | null } {
  const meant = code === null ? undefined : SIGNALS[code];
  return signal === null && meant !== undefined ? { code: null, signal: meant } : { code, signal };
}

/** Only signals that end programs. Gemini's exit codes (its server's status modulo 256) are all larger. */
const SIGNALS: Readonly<Record<number, string>> = {
  129: "SIGHUP",
  130: "SIGINT",
  134: "SIGABRT",
  135: "SIGBUS",
  137: "SIGKILL",
  139: "SIGSEGV",
  143: "SIGTERM",
};
