import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Review } from "#model/review.ts";
import { agentPrograms } from "../../../tools/agent-programs.ts";
import type { ModelServer } from "../model-server/model-server.ts";

/** A member of a user's panel. */
export interface MemberSetting {
  readonly id: string;
  readonly use: "claude" | "codex" | "gemini";
  readonly model: string;
}

/** A user's home with a panel, a repository with a change, and the program on it. */
export interface Room {
  readonly root: string;
  /** Starts the program as a terminal does: it leads a group of its own. */
  start(...args: readonly string[]): Started;
  /** The folder of the only round. */
  round(): string;
  /** The record of the only round. */
  review(): Review;
  /** Everything that git keeps of the repository, and what it says of the checkout. */
  repository(): object;
  desks(): readonly string[];
  remove(): void;
}

/** The program as it runs. */
export interface Started {
  /** As from the keyboard: to the whole group. */
  signal(name: NodeJS.Signals): void;
  readonly isOver: () => boolean;
  readonly over: Promise<{ readonly code: number | null; readonly signal: string | null; readonly printed: string }>;
}

/** Makes a room; each agent's model is a scenario of the server with the room's name before it. */
export function makeRoom(name: string, seats: readonly MemberSetting[], server: ModelServer): Room {
  // Not below the folder for temporary files, where Codex does not work.
  const parent = join(homedir(), ".cache", "deep-review-test");
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(join(parent, `${name}-`));
  const [home, folder, bin] = [join(root, "home"), join(root, "repository"), join(root, "bin")];
  const git = (...args: readonly string[]): string => runGit(folder, home, args);
  write(join(home, ".config/deep-review/config.json"), JSON.stringify({ panel: seats }));
  makeRepository(folder, git);
  mkdirSync(bin);
  for (const program of agentPrograms()) symlinkSync(program.path, join(bin, program.name));
  const env = environmentOf({ home, bin, url: (use) => server.url(`${name}-${use}`) });
  const round = (): string => {
    const reviews = join(folder, ".deep-review/reviews");
    return join(reviews, namesIn(reviews)[0] ?? "none");
  };
  return {
    root,
    start: (...args) => start(args, folder, env),
    round,
    review: () => JSON.parse(readFileSync(join(round(), "review.json"), "utf8")) as Review,
    repository: () => ({
      files: filesBelow(join(folder, ".git")),
      status: git("status", "--porcelain", "--untracked-files=all"),
      refs: git("for-each-ref"),
      trees: git("worktree", "list"),
      objects: git("count-objects", "-v"),
    }),
    desks: () => namesIn(join(home, ".cache/deep-review/desks")),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const PARTS = Array.from({ length: 40 }, (_, at) => `export const part${at} = ${at};\n`).join("");

function makeRepository(folder: string, git: (...args: readonly string[]) => string): void {
  write(join(folder, "calc.js"), "export function add(a, b) {\n  return a + b;\n}\n");
  write(join(folder, "parts.js"), PARTS);
  // What the program itself ignores in a checkout is no trace of the agents.
  write(join(folder, ".gitignore"), ".deep-review/\n");
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "Parts and a sum");
  write(join(folder, "calc.js"), "export function add(a, b) {\n  return a - b;\n}\n");
  git("commit", "-qam", "Another sum");
}

function runGit(cwd: string, home: string, args: readonly string[]): string {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  // Looking must not write: a status refreshes the index.
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1", GIT_OPTIONAL_LOCKS: "0" };
  return execFileSync("git", [...who, ...args], { cwd, env, encoding: "utf8" });
}

interface JudgingFacts {
  readonly home: string;
  readonly bin: string;
  readonly url: (use: MemberSetting["use"]) => string;
}

function environmentOf({ home, bin, url }: JudgingFacts): Record<string, string> {
  return {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: url("claude"),
    CODEX_API_KEY: "test-key",
    OPENAI_BASE_URL: `${url("codex")}/v1`,
    GEMINI_API_KEY: "test-key",
    GOOGLE_GEMINI_BASE_URL: url("gemini"),
  };
}

const CLI = new URL("../../../dist/cli.js", import.meta.url).pathname;

function start(args: readonly string[], cwd: string, env: Record<string, string>): Started {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const parts: Buffer[] = [];
  let isOver = false;
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.stderr.on("data", (part: Buffer) => parts.push(part));
  return {
    signal: (name) => {
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, name);
    },
    isOver: () => isOver,
    over: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => (isOver = true));
      child.once("close", (code, signal) => resolve({ code, signal, printed: Buffer.concat(parts).toString("utf8") }));
    }),
  };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** All files by name, each with what it holds. */
function filesBelow(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  const digest = (name: string): string =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return Object.fromEntries(names.sort().map((name) => [name, digest(name)]));
}
