import { omitUndefined } from "#util/omit-undefined.ts";
import type { ProcessResult } from "../process/launch.ts";
import { runProcess } from "../process/run-process.ts";

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

interface SetUpRequest {
  readonly commands: readonly string[];
  readonly code: string;
  readonly home: string;
  readonly tmp: string;
  /** Additional variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** For each command, in milliseconds. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const DEADLINE = 10 * 60 * 1000;
const MAX_OUTPUT = 64 * 1024;

/** Runs the commands in order until one fails. Throws only if the signal fires. */
export async function setUp(request: SetUpRequest): Promise<readonly SetUpRun[]> {
  const runs: SetUpRun[] = [];
  for (const command of request.commands) {
    const run = await runCommand(command, request);
    request.signal?.throwIfAborted();
    runs.push(run);
    if (!run.ok) break;
  }
  return runs;
}

async function runCommand(
  command: string,
  { code, home, tmp, env, deadline, signal }: SetUpRequest,
): Promise<SetUpRun> {
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString("utf8")).slice(-MAX_OUTPUT);
  };
  const own = omitUndefined({ PATH: process.env["PATH"], LANG: process.env["LANG"] });
  const result = await runProcess(
    {
      command: "/bin/sh",
      args: ["-c", command],
      cwd: code,
      env: { ...own, HOME: home, TMPDIR: tmp, TERM: "dumb", CI: "1", ...env },
    },
    { onStdout: keep, onStderr: keep, deadline: deadline ?? DEADLINE, signal },
  );
  const { ending, took } = result;
  return { command, ok: ending.kind === "exited" && ending.code === 0, ended: describeEnding(ending), output, took };
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
