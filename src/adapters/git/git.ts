import { existsSync, statSync } from "node:fs";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { InternalError, UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";

/**
 * Arguments for read-only git: no hooks, pager, prompts or lazy fetches, and nothing that repository settings could
 * start.
 */
export const SAFE_ARGUMENTS = [
  "--no-pager",
  "--no-optional-locks",
  "--no-replace-objects",
  ...settings({
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "protocol.allow": "never",
    "credential.helper": "",
    "core.askPass": "",
    // Would start the program in gpg.program.
    "log.showSignature": "false",
    // Would write a shared index next to the user's.
    "core.splitIndex": "false",
    "core.untrackedCache": "false",
    "index.sparse": "false",
    "core.safecrlf": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
  }),
] as const;

/** Git's environment, without the user's `GIT_*`, which could select another repository. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    // A repository's own `protocol.<name>.allow` would win over `protocol.allow`, but not over this.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_CONFIG_NOSYSTEM: "1",
    LC_ALL: "C",
  };
}

/** The result of one run of git. `code` is null if it was stopped. */
export interface GitRun {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Options of a run of git. */
export interface GitOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Buffer;
  readonly signal?: AbortSignal | undefined;
  /** Replaces `SAFE_ARGUMENTS` for a git that uses the network. */
  readonly arguments?: readonly string[];
  /** Receives the output in chunks; `stdout` of the result is then empty. */
  readonly onOutput?: (chunk: Buffer) => void;
}

/** A running git with both pipes open. */
export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Git's output; undefined if it ended with an error. */
export async function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  const { code, stdout } = await runGit(folder, args);
  return code === 0 ? stdout.toString("utf8") : undefined;
}

/** Runs git to its end. Throws if it cannot be started or the signal fires, never for git's own errors. */
export async function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitRun> {
  const run = await runOnce(folder, args, options);
  if (trusted !== undefined || !run.stderr.includes("dubious ownership")) return run;
  trusted = await readTrusted(folder);
  return trusted.length === 0 ? run : runOnce(folder, args, options);
}

/** Folders of other owners that the system settings allow. Read when git first refuses one. */
let trusted: readonly string[] | undefined;

/** The only system setting that is kept: in a container it is often the only one that allows a clone. */
async function readTrusted(folder: string): Promise<readonly string[]> {
  const env = { GIT_CONFIG_SYSTEM: process.env["GIT_CONFIG_SYSTEM"] };
  const { code, stdout } = await runOnce(folder, ["config", "--system", "-z", "--get-all", "safe.directory"], { env });
  const folders = code === 0 ? stdout.toString("utf8").split("\0").slice(0, -1) : [];
  // An empty value resets the list.
  return folders.slice(folders.lastIndexOf("") + 1);
}

function runOnce(folder: string, args: readonly string[], options: GitOptions): Promise<GitRun> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return Promise.reject(noFolder(folder));
  return new Promise((resolve, reject) => {
    const child = startGit(folder, args, options);
    const output: Buffer[] = [];
    let size = 0;
    let complaint = "";
    child.stdout.on("data", (chunk: Buffer) => {
      if (options.onOutput !== undefined) return options.onOutput(chunk);
      size += chunk.length;
      if (size > MAX_OUTPUT) return stopGit(child);
      output.push(chunk);
      return undefined;
    });
    child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString("utf8").slice(0, 4096 - complaint.length)));
    child.on("error", (error) => reject(cannotStart(folder, error)));
    child.on("close", (code) => {
      if (options.signal?.aborted === true) return reject(options.signal.reason as Error);
      const disk =
        code === 0
          ? null
          : /No space left on device|Out of diskspace|Disk quota exceeded|Read-only file system|failed to write new configuration file|write error/.exec(
              complaint,
            );
      if (disk !== null) return reject(cannotWrite(disk[0], complaint));
      return resolve({ code, stdout: Buffer.concat(output), stderr: complaint });
    });
    child.stdin.end(options.input ?? "");
  });
}

/** Starts git in its own process group. The signal ends the whole group. */
export function startGit(folder: string, args: readonly string[], options: GitOptions = {}): GitProcess {
  const { env, signal, arguments: first = SAFE_ARGUMENTS } = options;
  signal?.throwIfAborted();
  const allowed = (trusted ?? []).flatMap((one) => ["-c", `safe.directory=${one}`]);
  const child = spawn("git", [...first, ...allowed, ...args], {
    cwd: folder,
    env: { ...gitEnvironment(), ...env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  // If git ends early it closes the pipe; the exit code reports that.
  child.stdin.on("error", () => undefined);
  const stop = () => stopGit(child);
  signal?.addEventListener("abort", stop, { once: true });
  child.on("close", () => signal?.removeEventListener("abort", stop));
  return child;
}

/** Ends git and whatever it started. */
export function stopGit(child: GitProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === "win32") child.kill();
    else process.kill(-child.pid, "SIGTERM");
  } catch {
    // It has just ended by itself.
  }
}

/** The error for a git command that should not fail: a bug of ours, unless objects are missing from the clone. */
export function gitFailed(what: string, complaint: string): Error {
  const lacks = /promisor|lazy fetch|unable to read (?:tree|[0-9a-f]{40})|missing blob|could not fetch/i.exec(
    complaint,
  );
  if (lacks === null) return new InternalError(`git cannot ${what}: ${complaint}`);
  const line = complaint.split("\n").find((one) => one.startsWith("fatal: ")) ?? complaint.split("\n")[0] ?? "";
  return new UserError({
    what: "this clone lacks files that the review needs",
    why: `it is a partial clone or damaged, and a review never uses the network; git said: ${printable(line.replace(/^fatal: /, ""))}`,
    fix: "run `git diff` over the same range once, which fetches them, or clone without --filter",
  });
}

const MAX_OUTPUT = 256 * 1024 * 1024;

function settings(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function cannotWrite(why: string, cause: string): UserError {
  return new UserError({
    what: "git cannot write what it needs for the review",
    why,
    fix: "make room for temporary files (TMPDIR) and in the repository, then run the command again",
    cause,
  });
}

function cannotStart(folder: string, cause: unknown): UserError {
  return new UserError({
    what: `cannot run git in ${folder}`,
    why: "the program git was not found, or may not be run",
    fix: "install git",
    cause,
  });
}

function noFolder(folder: string): UserError {
  return new UserError({
    what: `there is no folder ${folder}`,
    why: existsSync(folder) ? "it is a file, not a folder" : "git runs in the folder of a repository",
    fix: "check the folder's name",
  });
}
