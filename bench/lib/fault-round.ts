import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;

/** A small repository and a script of slow reviewers, to be killed at any moment. */
export interface FaultGround {
  readonly folder: string;
  readonly script: string;
  /** How long an undisturbed round takes, in milliseconds. */
  readonly roundMilliseconds: number;
  /** What an undisturbed round says. */
  readonly expected: string;
  close(): void;
}

/** Prepares the ground and runs one undisturbed round on it. */
export function prepareGround(): FaultGround {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-fault-"));
  const git = (...args: string[]): void => {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"];
    spawnSync("git", [...identity, ...args], { cwd: folder, env: environment(folder) });
  };
  git("init", "-q");
  writeFileSync(join(folder, "relay.ts"), "export const retries = 3;\n");
  git("add", ".");
  git("commit", "-qm", "one");
  writeFileSync(join(folder, "relay.ts"), "export const retries = 3;\nexport const pause = 100;\n");
  git("commit", "-qam", "two");
  const script = join(folder, "script.json");
  writeFileSync(script, JSON.stringify({ reviewers: ["ada", "brook", "cleo"].map(reviewer) }));
  const started = performance.now();
  const archive = join(folder, "expected");
  const { status, stderr } = review(folder, script, archive);
  if (status !== 0) throw new Error(`the undisturbed round failed: ${stderr}`);
  const roundMilliseconds = performance.now() - started;
  const expected = gist(archive);
  return { folder, script, roundMilliseconds, expected, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a round, kills it after some time with a signal that cannot be caught, resumes it; says what is wrong then. */
export async function killAndResume(ground: FaultGround, name: string, delay: number): Promise<string | undefined> {
  const archive = join(ground.folder, name);
  const args = [cli, "HEAD", "--archive", archive, "--scripted", ground.script, "--quiet"];
  const child = spawn(process.execPath, args, { cwd: ground.folder, env: environment(ground.folder), stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const timer = setTimeout(() => child.kill("SIGKILL"), delay);
  await ended;
  clearTimeout(timer);
  const before = endedReviewers(archive);
  const fault = finish(ground, archive, before);
  rmSync(archive, { recursive: true, force: true });
  return fault;
}

function finish(
  { folder, script, expected }: FaultGround,
  archive: string,
  before: readonly string[],
): string | undefined {
  const unfinished = listOf(archive).filter((id) => !filesOf(archive, id).includes("review.json"));
  const begun = unfinished.some((id) => filesOf(archive, id).includes("events.jsonl"));
  if (begun) {
    const args = [cli, "resume", "--archive", archive, "--scripted", script, "--quiet"];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env: environment(folder),
      encoding: "utf8",
    });
    if (status !== 0) return `resume ended with ${status}: ${stderr}`;
  } else if (!listOf(archive).some((id) => filesOf(archive, id).includes("review.json"))) {
    // Killed before anything was paid for: the round is started again.
    rmSync(archive, { recursive: true, force: true });
    const { status, stderr } = review(folder, script, archive);
    if (status !== 0) return `the second start ended with ${status}: ${stderr}`;
  }
  const after = endedReviewers(archive);
  if (new Set(after).size !== after.length) return `a reviewer ran twice: ${after.join(", ")}`;
  if (before.some((id) => !after.includes(id))) return "what a reviewer had said is lost";
  return gist(archive) === expected ? undefined : "another report";
}

function reviewer(id: string, at: number): object {
  const says = `## Findings\n\n### Important Issues\n\nI1. **${id} found it** — \`relay.ts:2\` (important, regression)\n\nIt matters.\n`;
  return { id, name: id, seconds: 0.1 + at * 0.15, says };
}

function review(folder: string, script: string, archive: string) {
  const args = [cli, "HEAD", "--archive", archive, "--scripted", script, "--quiet"];
  return spawnSync(process.execPath, args, { cwd: folder, env: environment(folder), encoding: "utf8" });
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1", TMPDIR: tmpdir() };
}

function listOf(archive: string): string[] {
  try {
    return readdirSync(join(archive, "reviews"));
  } catch {
    return [];
  }
}

function filesOf(archive: string, id: string): string[] {
  return readdirSync(join(archive, "reviews", id));
}

/** Which reviewers the journals of an archive say have ended. */
function endedReviewers(archive: string): string[] {
  return listOf(archive).flatMap((id) => {
    if (!filesOf(archive, id).includes("events.jsonl")) return [];
    const lines = readFileSync(join(archive, "reviews", id, "events.jsonl"), "utf8").split("\n");
    return lines.flatMap((line) => {
      try {
        const entry = JSON.parse(line);
        return entry.type === "reviewer" ? [entry.run.reviewer as string] : [];
      } catch {
        return [];
      }
    });
  });
}

/** What a round says, without the times. */
function gist(archive: string): string {
  const records = listOf(archive).filter((id) => filesOf(archive, id).includes("review.json"));
  return JSON.stringify(
    records.map((id) => {
      const record = JSON.parse(readFileSync(join(archive, "reviews", id, "review.json"), "utf8"));
      const runs = record.runs.map((run: Record<string, unknown>) => ({ ...run, durationSeconds: 0 }));
      const { findings, clusters, ledger, verdict, reviewers, scope, receipt, excerpts, gaps } = record;
      return { runs, findings, clusters, ledger, verdict, reviewers, scope, receipt, excerpts, gaps };
    }),
  );
}
