import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { copyCode, removeTree } from "#adapters/desk/file-tree.ts";
import type { Desk } from "#adapters/desk/open-desk.ts";
import { describeEnding } from "#adapters/desk/set-up.ts";
import { createTail } from "#adapters/process/read-output.ts";
import { runProcess } from "#adapters/process/run-process.ts";
import { findInstallation } from "#adapters/sandbox/installation.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { Gate, GateRun } from "#model/panel/gate.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";

/** One run of a gate: on which side, at which desk, and in which sandbox. */
export interface GateRunRequest {
  readonly gate: Gate;
  readonly side: GateRun["side"];
  readonly desk: Desk;
  readonly sandbox: Sandbox;
  readonly path: string;
  /** Folders that must not be read: the user's checkout. */
  readonly hidden: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Runs a gate once, on a new writable copy of its desk, in the sandbox and without the network. Throws if it cannot be
 * started, and if the round is stopped.
 */
export async function runGate(request: GateRunRequest): Promise<GateRun> {
  const { gate, side, desk, signal } = request;
  const own = join(desk.tmp, "gate");
  try {
    const launch = await prepareCopy(own, request);
    const tail = createTail();
    let bytes = 0;
    const keep = (chunk: Buffer): void => {
      tail.add(chunk);
      bytes += chunk.length;
    };
    const deadline = gate.timeoutSeconds * 1000;
    const { ending, took } = await runProcess(launch, { signal, deadline, onStdout: keep, onStderr: keep });
    if (ending.kind === "aborted") throw new Error("the round was stopped");
    if (ending.kind === "not-started") throw new Error(ending.message);
    const text = maskSecrets(stripVTControlCharacters(tail.text()).replaceAll(own, ""));
    const output = endOf(text);
    return {
      side,
      exitCode: ending.kind === "exited" ? ending.code : undefined,
      ended: describeEnding(ending),
      output,
      cut: output.length < text.length || bytes > Buffer.byteLength(tail.text()) ? true : undefined,
      seconds: Math.round(took) / 1000,
    };
  } finally {
    await removeTree(own);
  }
}

/** Copies the code, and the home in which set-up commands may have installed something. */
async function prepareCopy(own: string, { gate, desk, sandbox, path, hidden }: GateRunRequest) {
  const [code, home, tmp] = [join(own, "code"), join(own, "home"), join(own, "tmp")];
  for (const folder of [own, tmp]) await mkdir(folder, { mode: 0o700 });
  await copyCode(desk.code, code);
  await copyCode(desk.home, home);
  const PATH = path
    .split(delimiter)
    .filter((folder) => !isInside(folder, hidden))
    .join(delimiter);
  const env = { PATH, HOME: home, TMPDIR: tmp, LANG: "C.UTF-8", TERM: "dumb", NO_COLOR: "1", CI: "1" };
  const launch = { command: "/bin/sh", args: ["-c", gate.command], cwd: code, env };
  const programs = await findPrograms(gate.command, { cwd: code, env });
  return sandbox.wrap(launch, {
    readable: [...desk.objectFolders, ...programs.filter((folder) => !isInside(folder, hidden))],
    writable: [own],
    hidden: [...hidden, desk.home],
    temp: tmp,
    network: false,
  });
}

const isInside = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

const MAX_PROGRAMS = 20;

/** What the programs that a command names need to start: a version manager keeps them in the hidden home. */
async function findPrograms(
  command: string,
  launch: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string[]> {
  const words = new Set(command.split(/[\s;&|()<>"'`$]+/).filter((word) => /^\w[\w.+-]*$/.test(word)));
  const names = [...words].slice(0, MAX_PROGRAMS);
  const found = await Promise.all(names.map((name) => findInstallation({ ...launch, command: name })));
  return found.flatMap((installation) => installation?.readable ?? []);
}

/** The part of an output that is kept, from its end. */
const MAX_CHARACTERS = 8000;

/** The last whole lines. */
function endOf(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const end = text.slice(-MAX_CHARACTERS);
  return end.slice(end.indexOf("\n") + 1);
}
