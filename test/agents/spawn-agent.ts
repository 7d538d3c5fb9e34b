import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The folders of one run. Home and scratch lie beside each other: Codex refuses a home below its scratch folder. */
export interface AgentFolders {
  readonly desk: string;
  readonly home: string;
  readonly scratch: string;
  remove(): void;
}

/** One start of an agent's program. */
export interface AgentStart {
  readonly program: string;
  readonly args: readonly string[];
  /** Everything that the program gets besides PATH, HOME, TMPDIR, TERM and LANG. */
  readonly env: Readonly<Record<string, string>>;
  readonly prompt: string;
}

/** What a program said until it ended. */
export interface AgentRun {
  readonly code: number | null;
  /** The JSON values of the lines on standard output; lines that are no JSON stay texts. */
  readonly events: readonly unknown[];
  readonly stderr: string;
}

/** Makes the folders of a run, with the given files on the desk. */
export function makeFolders(files: Readonly<Record<string, string>>): AgentFolders {
  const root = mkdtempSync(join(tmpdir(), "deep-review-agents-"));
  const folders = { desk: join(root, "desk"), home: join(root, "home"), scratch: join(root, "scratch") };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folders.desk, path)), { recursive: true });
    writeFileSync(join(folders.desk, path), content);
  }
  return { ...folders, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs a program at its desk with nothing of our environment, and ends its whole process group when it takes too long. */
export function spawnAgent(start: AgentStart, { desk, home, scratch }: AgentFolders): Promise<AgentRun> {
  const base = { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: scratch, TERM: "xterm", LANG: "C.UTF-8" };
  return new Promise((resolve, reject) => {
    const env = { ...base, ...start.env };
    const child = spawn(start.program, start.args, { cwd: desk, env, detached: true, stdio: "pipe" });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    // A program that ends before it has read its prompt is judged by what it says.
    child.stdin.on("error", () => {});
    child.stdin.end(start.prompt);
    const limit = setTimeout(() => endGroup(child.pid), LIMIT_MS);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(limit);
      // What it started must not outlive it, nor write into folders that are being removed.
      endGroup(child.pid);
      const lines = Buffer.concat(out).toString("utf8").split("\n");
      const events = lines.filter((line) => line !== "").map(parsed);
      resolve({ code, events, stderr: Buffer.concat(err).toString("utf8") });
    });
  });
}

const LIMIT_MS = 150_000;

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
