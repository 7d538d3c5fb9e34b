import { mkdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import type { RunLimits } from "../process/launch.ts";
import { runProcess } from "../process/run-process.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { copyCode, removeTree } from "./file-tree.ts";
import { keepOutput } from "./keep-output.ts";
import type { Desk } from "./open-desk.ts";
import { DEFAULT_LIMITS, describeEnding } from "./set-up.ts";
import { wrapCommand } from "./wrap-command.ts";

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
  /** Whether both outputs are kept whole, too. The limit of the output bounds them. */
  readonly keepAll?: boolean | undefined;
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
  /** Both outputs, whole and not masked, with paths of the copy made relative. Only if asked for. */
  readonly all?: { readonly text: string; readonly errors: string } | undefined;
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
  /** The text of a file that a command wrote, with paths of the copy made relative. Follows no link out of the copy. */
  readReport(path: string): Promise<string | undefined>;
  /** Removes such a file. One that a commit brings says nothing about this run. */
  dropReport(path: string): Promise<void>;
  close(): Promise<void>;
}

const GIGABYTE = 1024 ** 3;

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
    readReport: (path) => readInside(code, path),
    dropReport: (path) => dropInside(code, path),
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
  const whole: { text: Buffer[]; errors: Buffer[] } = { text: [], errors: [] };
  const keepChunk = (into: "text" | "errors") => (chunk: Buffer) => {
    kept.add(chunk);
    if (options.keepAll === true) whole[into].push(chunk);
  };
  const { ending, took } = await runProcess(launch, {
    signal,
    deadline: timeoutSeconds * 1000,
    limits,
    onStdout: keepChunk("text"),
    onStderr: keepChunk("errors"),
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
    ...(options.keepAll === true && {
      all: { text: relativeText(whole.text, copy.code), errors: relativeText(whole.errors, copy.code) },
    }),
  };
}

/** An output as text, without colours. Names of the copy would make each run say something else. */
function relativeText(chunks: readonly Buffer[], code: string): string {
  const text = Buffer.concat(chunks).toString("utf8");
  const plain = text.includes("\u001b") ? stripVTControlCharacters(text) : text;
  return plain.replaceAll(`${code}/`, "");
}

/** The largest report that is read, in bytes. */
const MAX_REPORT = GIGABYTE / 16;

async function readInside(code: string, path: string): Promise<string | undefined> {
  const real = await findInside(code, path);
  const entry = real === undefined ? undefined : await stat(real);
  if (real === undefined || entry?.isFile() !== true || entry.size > MAX_REPORT) return undefined;
  return relativeText([await readFile(real)], code);
}

async function dropInside(code: string, path: string): Promise<void> {
  const folder = await findInside(code, dirname(path));
  if (folder !== undefined) await rm(join(folder, basename(path)), { recursive: true, force: true });
}

/** The real path of something in the copy; undefined if it does not exist or a link leads out. */
async function findInside(code: string, path: string): Promise<string | undefined> {
  const [root, real] = await Promise.all([realpath(code), realpath(join(code, path)).catch(() => undefined)]);
  return real === root || real?.startsWith(`${root}/`) === true ? real : undefined;
}

function prepareLaunch(
  { desk, folder, code, home, tmp, host }: CopyFolders,
  command: string,
  { env, programs }: Pick<CommandOptions, "env" | "programs">,
) {
  const { sandbox, path, hidden } = host;
  const place = {
    sandbox,
    cwd: code,
    home,
    tmp,
    path,
    readable: desk.objectFolders,
    writable: [folder],
    hidden: [...hidden, desk.home],
    network: false,
    programs,
  };
  return wrapCommand(command, place, env);
}

/** The wanted part of a text, of the end only whole lines. */
function cutTo(text: string, { from, characters }: NonNullable<CommandOptions["keep"]>): string {
  if (text.length <= characters) return text;
  if (from === "start") return text.slice(0, characters);
  const end = text.slice(-characters);
  return end.slice(end.indexOf("\n") + 1);
}
