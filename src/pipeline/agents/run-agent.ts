import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Launch, runProcess, type ProcessControls, type ProcessResult } from "#adapters/process/run-process.ts";
import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import type { AgentAdapter, AgentJob, AgentPlan } from "#reviewers/agent/agent-adapter.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import type { AttemptEnd } from "./ask-again.ts";
import { stoppedAnswering, answerTimedOut } from "./describe-ended.ts";

/** What one run needs of the world. */
export interface AgentEnvironment {
  /** Puts the program into a sandbox, where there is one. */
  readonly wrap: (launch: Launch) => Promise<Launch>;
  /** The environment that every agent gets: PATH, language, proxies. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly idleSeconds: number;
  /** How long a program may stay whose conversation is over; five seconds where it is not said. */
  readonly partingSeconds?: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: AgentEvent) => void | Promise<void>;
  /** Everything it prints, as it comes. */
  readonly onPrinted: (stream: "stdout" | "stderr", text: string) => void | Promise<void>;
}

/** Starts an agent, reads what it prints, and says how it went. Never throws for what the agent does. */
export async function runAgent(adapter: AgentAdapter, job: AgentJob, world: AgentEnvironment): Promise<AttemptEnd> {
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
  const gone = new AbortController();
  let parting: NodeJS.Timeout | undefined;
  const complain = async (line: string): Promise<void> => react(reader.complaint?.(line) ?? []);
  const react = async (events: readonly AgentEvent[]): Promise<void> => {
    for (const event of events) {
      if (event.type === "send") await controls?.send(event.text);
      if (event.type === "close") {
        controls?.endInput();
        parting ??= setTimeout(() => gone.abort(), (world.partingSeconds ?? PARTING_SECONDS) * 1000);
      }
      await world.onEvent(event);
    }
  };
  const result = await runProcess(await world.wrap(launchOf(plan, job, world)), {
    signal: anySignal([world.signal, gone.signal]),
    deadline: world.timeoutSeconds * 1000,
    idle: world.idleSeconds * 1000,
    onStart: (given) => {
      controls = given;
    },
    onStdout: (chunk) => world.onPrinted("stdout", stdout.decode(chunk, { stream: true })),
    onLine: (line) => {
      if (line.piece === 0 && line.isLast) return react(reader.line(line.text));
      // It may have been the review: whatever comes after it is not the whole.
      hasUnread = true;
      return undefined;
    },
    onStderr: async (chunk) => {
      const text = stderr.decode(chunk, { stream: true });
      await world.onPrinted("stderr", text);
      const lines = (rest + text).split("\n");
      rest = (lines.pop() ?? "").slice(-MAX_COMPLAINT_LENGTH);
      for (const line of lines) await complain(line);
    },
  }).finally(() => clearTimeout(parting));
  await world.onPrinted("stdout", stdout.decode());
  await world.onPrinted("stderr", stderr.decode());
  if (rest !== "") await complain(rest);
  const hasStayed = gone.signal.aborted && !world.signal.aborted;
  const end = judge(result, (exit) => reader.end(exit), { ...world, hasStayed });
  return end.ok && hasUnread ? UNREAD : end;
}

const PARTING_SECONDS = 5;
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
  /** Whether it was ended because it stayed after its conversation was over. */
  readonly hasStayed: boolean;
}

function judge({ ending, exit, stderrTail }: ProcessResult, end: EndReader, limits: Limits): AttemptEnd {
  // A program that we ended may have answered before, and only not have left.
  const ifItHadLeft = (): AgentEnd => end({ code: 0, signal: null, complaint: stderrTail });
  const unlessAnswered = (failure: AttemptEnd): AttemptEnd => (ifItHadLeft().ok ? { ok: true } : failure);
  switch (ending.kind) {
    case "not-started":
      return { ok: false, kind: "not-started", message: ending.message };
    case "deadline":
      return unlessAnswered(answerTimedOut(limits.timeoutSeconds));
    case "idle":
      return unlessAnswered(stoppedAnswering(limits.idleSeconds));
    case "aborted":
      return limits.hasStayed ? ifItHadLeft() : { ok: false, kind: "stopped", message: "was stopped" };
    case "exited":
    case "signalled":
      return end({ ...told(exit?.code ?? null, exit?.signal ?? null), complaint: stderrTail });
  }
}

/** A sandbox, a shell, and some agents themselves turn the signal that ended a program into a number. */
function told(code: number | null, signal: string | null): { code: number | null; signal: string | null } {
  const told = code === null ? undefined : SIGNALS[code];
  return signal === null && told !== undefined ? { code: null, signal: told } : { code, signal };
}

/** Only those that end programs: Gemini's exit codes are its server's status modulo 256, which begins above them. */
const SIGNALS: Readonly<Record<number, string>> = {
  129: "SIGHUP",
  130: "SIGINT",
  134: "SIGABRT",
  135: "SIGBUS",
  137: "SIGKILL",
  139: "SIGSEGV",
  143: "SIGTERM",
};
