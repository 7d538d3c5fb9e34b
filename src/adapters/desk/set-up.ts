import { totalmem } from "node:os";
import { join } from "node:path";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { ProcessResult, RunLimits } from "../process/launch.ts";
import { runProcess } from "../process/run-process.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SetupCache } from "./setup-cache.ts";
import { wrapCommand } from "./wrap-command.ts";

/** One configured command that prepared a desk. */
export interface SetUpRun {
  readonly command: string;
  readonly ok: boolean;
  /** How it ended, for people. */
  readonly ended: string;
  /** The last 64 kB of both outputs, interleaved. */
  readonly output: string;
  readonly took: number;
}

/** The commands that prepare desks, and where they may run. */
export interface SetUpPlan {
  readonly commands: readonly string[];
  /** Additional variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly sandbox: () => Promise<Sandbox>;
  /** Folders that must not be read: the user's checkout, and what is kept of other desks. */
  readonly hidden: readonly string[];
  /** Whether the user allowed the network. */
  readonly network: boolean;
  /** Whether the user said in words that they run even without a sandbox. */
  readonly mayLackSandbox?: boolean | undefined;
  /** Keeps what they install. Absent: they run for each desk. */
  readonly cache?: SetupCache | undefined;
  /** For each command, in milliseconds. */
  readonly deadline?: number | undefined;
}

/** The folders that they prepare. */
export interface SetUpFolders {
  readonly code: string;
  readonly home: string;
  readonly tmp: string;
  /** What git needs to read the history. */
  readonly objectFolders: readonly string[];
  /** Folders of repositories in the code, whose `.git` stays as it is. */
  readonly repositories: readonly string[];
}

interface SetUpRequest extends SetUpFolders {
  readonly plan: SetUpPlan;
  readonly signal?: AbortSignal | undefined;
}

const GIGABYTE = 1024 ** 3;

/** What the commands of a repository may use, unless the configuration says otherwise. */
export const DEFAULT_LIMITS: RunLimits = {
  memory: Math.min(8 * GIGABYTE, Math.round(totalmem() * 0.75)),
  processes: 256,
  output: GIGABYTE / 16,
  freeDisk: GIGABYTE / 4,
};

const DEADLINE = 10 * 60 * 1000;
const MAX_OUTPUT = 64 * 1024;

/** Runs the commands in order in the sandbox until one fails. Throws only if the signal fires. */
export async function setUp(request: SetUpRequest): Promise<readonly SetUpRun[]> {
  const { plan, signal } = request;
  const sandbox = await plan.sandbox();
  const runs: SetUpRun[] = [];
  for (const command of plan.commands) {
    if (sandbox.level === "none" && plan.mayLackSandbox !== true) {
      return [...runs, { command, ok: false, ended: `it was not run, ${sandbox.says}`, output: "", took: 0 }];
    }
    const run = await runCommand(command, sandbox, request);
    signal?.throwIfAborted();
    runs.push(run);
    if (!run.ok) break;
  }
  return runs;
}

async function runCommand(command: string, sandbox: Sandbox, request: SetUpRequest): Promise<SetUpRun> {
  const { plan, code, home, tmp, objectFolders, repositories, signal } = request;
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString("utf8")).slice(-MAX_OUTPUT);
  };
  const place = {
    sandbox,
    cwd: code,
    home,
    tmp,
    path: process.env["PATH"] ?? "",
    // Hooks and settings that a command writes there would act where git is used later.
    readable: [...objectFolders, ...repositories.map((folder) => join(folder, ".git"))],
    writable: [code, home, tmp],
    hidden: plan.hidden,
    network: plan.network,
  };
  const own = omitUndefined({ LANG: process.env["LANG"] });
  const launch = await wrapCommand(command, place, { ...own, ...plan.env });
  const { deadline = DEADLINE } = plan;
  const result = await runProcess(launch, {
    onStdout: keep,
    onStderr: keep,
    deadline,
    signal,
    limits: DEFAULT_LIMITS,
  });
  const { ending, took } = result;
  const ok = ending.kind === "exited" && ending.code === 0;
  const without = ok || plan.network ? "" : " (it had no network: the configuration is not trusted, or says so)";
  return { command, ok, ended: `${describeEnding(ending)}${without}`, output, took };
}

/** How a program ended, for people: `exit code 1`, `stopped after 600 s`. */
export function describeEnding(ending: ProcessResult["ending"]): string {
  switch (ending.kind) {
    case "exited":
      return `exit code ${ending.code}`;
    case "signalled":
      return `ended by ${ending.signal}`;
    case "not-started":
      return ending.message;
    case "deadline":
      return `stopped after ${Math.round(ending.after / 1000)} s`;
    case "limit":
      return `stopped: ${ending.why}`;
    default:
      return "stopped";
  }
}
