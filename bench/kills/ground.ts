import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { digest } from "../hostile/place.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;

/** A repository whose gates and repros are run, to be killed at any moment. */
export interface KillGround {
  /** How long an undisturbed run takes, in milliseconds. */
  readonly milliseconds: number;
  /** Kills a run after this time, and starts the next one. */
  kill(delay: number): Promise<KillEnd>;
  close(): void;
}

/** What was seen of one kill. */
export interface KillEnd {
  /** It had ended before it was killed. */
  readonly isLate: boolean;
  /** How many programs of the repository ran in that moment. */
  readonly running: number;
  /** What is wrong, a phrase each. */
  readonly faults: readonly string[];
}

/** A suite that starts more, writes to its copy, and has a server and a daemon. */
const SUITE = `
mkdir -p out && echo x > out/made && chmod 000 out/made
(setsid sleep 71240 >/dev/null 2>&1 &)
sh -c 'trap "" TERM; sleep 0.4'
git -c user.name=x -c user.email=x@example.invalid commit -qam "From the suite" || true
test "$(cat limit.txt)" -lt 5
`;
const FILES = {
  "suite.sh": SUITE,
  "deep-review.config.json": JSON.stringify({ gates: { test: "sh suite.sh", lint: "sleep 0.3" } }),
};
/** What a probe breaks, and a suite that takes its time and leaves a daemon. */
const LIMIT = (most: number): string => `export function isAllowed(count) {
  if (count < 0) return false;
  return count < ${most} || count === 42;
}
`;
const TEST = `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import assert from "node:assert";
import { test } from "node:test";
import { isAllowed } from "./limit.mjs";
test("limit", async () => {
  spawn("sleep", ["71242"], { detached: true, stdio: "ignore" }).unref();
  writeFileSync("made.txt", "x");
  await sleep(300);
  assert.equal(isAllowed(1), true);
  assert.equal(isAllowed(7), false);
});
`;
const REPRO = "```repro\nsetsid sleep 71241 & sleep 0.1; cat limit.txt; exit 1\n```";
const SAYS = `### Important Issues\n\nI1. **The limit is too high** — \`limit.txt:1\` (important, regression)\n\nIt is nine.\n\n${REPRO}\n`;

/** The words after the program's name: gates and a repro, or a probe. */
export const RUN_GATES = ["HEAD", "--allow-run", "--again", "--quiet"];
export const RUN_PROBE = ["probe", "HEAD", "--allow-run", "--again", "--quiet", "--test", "node --test limit.test.mjs"];

/** Makes the ground below a folder that no sandbox hides. */
export async function prepareKills(around: string, words: readonly string[] = RUN_GATES): Promise<KillGround> {
  const root = realpathSync(mkdtempSync(join(around, "kills-")));
  const [home, repository, tmp, archive] = ["home", "repository", "tmp", "archive"].map((name) => join(root, name));
  if (home === undefined || repository === undefined || tmp === undefined || archive === undefined) throw new Error();
  for (const one of [home, repository, tmp]) mkdirSync(one);
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: tmp, GIT_CONFIG_NOSYSTEM: "1" };
  const script = join(root, "script.json");
  writeFileSync(script, JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", says: SAYS }] }));
  commit(repository, env, { ...FILES, "limit.test.mjs": TEST, "limit.txt": "3\n", "limit.mjs": LIMIT(3) });
  commit(repository, env, { "limit.txt": "9\n", "limit.mjs": LIMIT(5) });
  const reviewer = words[0] === "probe" ? [] : ["--scripted", script];
  const args = [cli, ...words, "--archive", archive, ...reviewer];
  const start = (): ChildProcess => spawn(process.execPath, args, { cwd: repository, env, stdio: "ignore" });
  const run = (): Promise<number | null> => new Promise((resolve) => start().once("close", resolve));
  const begun = performance.now();
  const expected = await run();
  const milliseconds = performance.now() - begun;
  const before = digest(repository);
  const desks = join(home, ".cache/deep-review/desks");
  return {
    milliseconds,
    async kill(delay) {
      const child = start();
      const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
      await Promise.race([sleep(delay), ended]);
      const isLate = child.exitCode !== null;
      const running = isLate ? 0 : suiteOf(root).length;
      child.kill("SIGKILL");
      await ended;
      const faults: string[] = [];
      if (!(await until(() => processesOf(root).length === 0)))
        faults.push(`left running: ${processesOf(root).join(", ")}`);
      if (digest(repository) !== before) faults.push("the checkout or its repository changed");
      const left = [...namesIn(desks), ...namesIn(tmp)];
      const code = await run();
      if (code !== expected) faults.push(`the next start ended with ${code} instead of ${expected}`);
      const still = [...namesIn(desks), ...namesIn(tmp)];
      if (still.length > 0) faults.push(`still there after the next start: ${still.join(", ")} (of ${left.length})`);
      if (digest(repository) !== before) faults.push("the next start changed the checkout or its repository");
      return { isLate, running, faults };
    },
    close: () => {
      execFileSync("chmod", ["-R", "u+rwx", root]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function commit(repository: string, env: NodeJS.ProcessEnv, files: Readonly<Record<string, string>>): void {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.invalid"];
  const git = (...args: string[]) => execFileSync("git", [...who, ...args], { cwd: repository, env });
  if (!existsSync(join(repository, ".git"))) git("init", "-q", "-b", "main");
  for (const [path, text] of Object.entries(files)) writeFileSync(join(repository, path), text);
  chmodSync(repository, 0o755);
  git("add", ".");
  git("commit", "-qm", "A step");
}

/** The living processes that have the ground's folder in their words or their environment. */
function processesOf(root: string): string[] {
  return numbers().flatMap((pid) => {
    const words = read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
    const isOurs = words.includes(root) || read(`/proc/${pid}/environ`).includes(root);
    return isOurs && isLiving(pid) ? [words.slice(0, 80)] : [];
  });
}

const suiteOf = (root: string): string[] =>
  processesOf(root).filter((words) => /^(?:sleep|sh|bash|\/bin\/sh|bwrap|\S*\/bwrap)\b/.test(words));

const numbers = (): string[] => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

function isLiving(pid: string): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== "" && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

async function until(isSo: () => boolean): Promise<boolean> {
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    if (isSo()) return true;
    await sleep(20);
  }
  return isSo();
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
