import { mkdir } from "node:fs/promises";
import { totalmem } from "node:os";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import type { RunLimits } from "../process/launch.ts";
import { runProcess } from "../process/run-process.ts";
import { findInstallation } from "../sandbox/installation.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { copyCode, removeTree } from "./file-tree.ts";
import { keepOutput } from "./keep-output.ts";
import type { Desk } from "./open-desk.ts";
import { describeEnding } from "./set-up.ts";

/** Where commands of the repository run, and what they may not see. */
export interface CopyHost {
  readonly sandbox: Sandbox;
  /** The user's PATH. */
  readonly path: string;
  /** Folders that must not be read: the user's checkout. */
  readonly hidden: readonly string[];
}

/** How one command is run. */
export interface CommandOptions {
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  readonly limits?: RunLimits | undefined;
  /** In addition to PATH, HOME, TMPDIR, LANG, TERM and CI. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Programs that it starts and does not name. */
  readonly programs?: readonly string[] | undefined;
  /** Which part of the output is kept. Default: the last 8,000 characters. */
  readonly keep?: { readonly from: "start" | "end"; readonly characters: number } | undefined;
}

/** One run of a command, by us. */
export interface CommandRun {
  /** Absent: it did not end by itself. */
  readonly exitCode: number | undefined;
  /** `exit code 1`, `stopped after 600 s`. */
  readonly ended: string;
  /** Whether the time was up. */
  readonly isTimeout: boolean;
  /** The limit that it exceeded, a clause. */
  readonly limit: string | undefined;
  /** Without colours and paths of the copy, credentials masked. */
  readonly output: string;
  readonly cut: true | undefined;
  readonly seconds: number;
}

/** A writable copy of a desk: its code, and the home in which set-up commands may have installed something. */
export interface WorkingCopy {
  /** Holds the copy; writable for commands. */
  readonly folder: string;
  readonly code: string;
  /**
   * Runs a line for the shell in the sandbox, in the folder of the code, without the network. Throws if it cannot be
   * started, and if the signal fires.
   */
  run(command: string, options: CommandOptions): Promise<CommandRun>;
  close(): Promise<void>;
}

const GIGABYTE = 1024 ** 3;

/** What the commands of a repository may use, unless the configuration says otherwise. */
export const DEFAULT_LIMITS: RunLimits = {
  memory: Math.min(8 * GIGABYTE, Math.round(totalmem() * 0.75)),
  processes: 256,
  output: GIGABYTE / 16,
  freeDisk: GIGABYTE / 4,
};

const LAST_PART = { from: "end", characters: 8000 } as const;

/** Makes a writable copy of a desk. The caller closes it. */
export async function openWorkingCopy(desk: Desk, name: string, host: CopyHost): Promise<WorkingCopy> {
  const folder = join(desk.tmp, name);
  const [code, home, tmp] = [join(folder, "code"), join(folder, "home"), join(folder, "tmp")];
  const close = (): Promise<void> => removeTree(folder);
  try {
    for (const path of [folder, tmp]) await mkdir(path, { mode: 0o700 });
    await copyCode(desk.code, code);
    await copyCode(desk.home, home);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    folder,
    code,
    run: (command, options) => runIn({ desk, folder, code, home, tmp, host }, command, options),
    close,
  };
}

interface CopyFolders {
  readonly desk: Desk;
  readonly folder: string;
  readonly code: string;
  readonly home: string;
  readonly tmp: string;
  readonly host: CopyHost;
}

async function runIn(copy: CopyFolders, command: string, options: CommandOptions): Promise<CommandRun> {
  const { timeoutSeconds, signal, limits = DEFAULT_LIMITS, keep = LAST_PART } = options;
  const launch = await prepareLaunch(copy, command, options);
  const kept = keepOutput(keep.from);
  const { ending, took } = await runProcess(launch, {
    signal,
    deadline: timeoutSeconds * 1000,
    limits,
    onStdout: kept.add,
    onStderr: kept.add,
  });
  if (ending.kind === "aborted") throw new Error("the round was stopped");
  if (ending.kind === "not-started") throw new Error(ending.message);
  const text = maskSecrets(stripVTControlCharacters(kept.text()).replaceAll(copy.folder, ""));
  const output = cutTo(text, keep);
  return {
    exitCode: ending.kind === "exited" ? ending.code : undefined,
    ended: describeEnding(ending),
    isTimeout: ending.kind === "deadline",
    limit: ending.kind === "limit" ? ending.why : undefined,
    output,
    cut: output.length < text.length || kept.isCut() ? true : undefined,
    seconds: Math.round(took) / 1000,
  };
}

async function prepareLaunch(
  { desk, folder, code, home, tmp, host }: CopyFolders,
  command: string,
  { env: extra, programs: more = [] }: Pick<CommandOptions, "env" | "programs">,
) {
  const { sandbox, path, hidden } = host;
  const PATH = path
    .split(delimiter)
    .filter((entry) => !isInside(entry, hidden))
    .join(delimiter);
  const env = { PATH, HOME: home, TMPDIR: tmp, LANG: "C.UTF-8", TERM: "dumb", NO_COLOR: "1", CI: "1", ...extra };
  const programs = await findPrograms([command, ...more].join(" "), { cwd: code, env });
  return sandbox.wrap(
    { command: "/bin/sh", args: ["-c", command], cwd: code, env },
    {
      readable: [...desk.objectFolders, ...programs.filter((entry) => !isInside(entry, hidden))],
      writable: [folder],
      hidden: [...hidden, desk.home],
      temp: tmp,
      network: false,
    },
  );
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

/** The wanted part of a text, of the end only whole lines. */
function cutTo(text: string, { from, characters }: NonNullable<CommandOptions["keep"]>): string {
  if (text.length <= characters) return text;
  if (from === "start") return text.slice(0, characters);
  const end = text.slice(-characters);
  return end.slice(end.indexOf("\n") + 1);
}
