import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endedReviewers, namesIn, type Phase, phaseOf, PHASES } from "./kill-points.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
const SCRIPTED = ["ada", "brook", "cleo"];
const BUILT_IN = 3;

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

/** When to kill: so long after the start, or so long after the round is seen to have come so far. */
export interface KillPoint {
  readonly from: Phase;
  readonly delay: number;
}

/** Where the kill hit, and what was wrong after the round had been resumed. */
export interface Killed {
  readonly phase: Phase;
  /** Whether the process was gone before the signal. */
  readonly late: boolean;
  readonly fault?: string;
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
  writeFileSync(script, JSON.stringify({ reviewers: SCRIPTED.map(reviewer) }));
  const started = performance.now();
  const archive = join(folder, "expected");
  const { status, stderr } = review(folder, script, archive);
  if (status !== 0) throw new Error(`the undisturbed round failed: ${stderr}`);
  const roundMilliseconds = performance.now() - started;
  const expected = gist(archive);
  return { folder, script, roundMilliseconds, expected, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a round, kills it with a signal that cannot be caught, resumes it; says what is wrong then. */
export async function killAndResume(ground: FaultGround, name: string, point: KillPoint): Promise<Killed> {
  const archive = join(ground.folder, name);
  const args = [cli, "HEAD", "--archive", archive, "--scripted", ground.script, "--quiet"];
  const child = spawn(process.execPath, args, { cwd: ground.folder, env: environment(ground.folder), stdio: "ignore" });
  await killAt(child, archive, point);
  const phase = phaseOf(archive, SCRIPTED.length + BUILT_IN);
  const fault = finish(ground, archive);
  rmSync(archive, { recursive: true, force: true });
  return { phase, late: child.signalCode === null, fault };
}

async function killAt(child: ChildProcess, archive: string, { from, delay }: KillPoint): Promise<void> {
  const ended = new Promise((resolve) => child.on("close", resolve));
  const wanted = PHASES.indexOf(from);
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    const reached = PHASES.indexOf(phaseOf(archive, SCRIPTED.length + BUILT_IN)) >= wanted;
    timer = reached ? setTimeout(() => child.kill("SIGKILL"), delay) : setTimeout(wait, 2);
  };
  wait();
  await ended;
  clearTimeout(timer);
}

function finish({ folder, script, expected }: FaultGround, archive: string): string | undefined {
  const before = endedReviewers(archive);
  const parts = partsIn(archive, ".part.md").filter(({ id }) => !before.some((ended) => ended.id === id));
  const rounds = namesIn(join(archive, "reviews"));
  if (doneRounds(archive).length > 0) {
    // The record is written last: nothing is missing beside it, which is looked at below.
  } else if (rounds.some((id) => existsSync(join(archive, "reviews", id, "events.jsonl")))) {
    const args = [cli, "resume", "--archive", archive, "--scripted", script];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env: environment(folder),
      encoding: "utf8",
    });
    if (status !== 0) return `resume ended with ${status}: ${stderr}`;
    const unsaid = parts.find(({ id }) => !stderr.includes(`${id} was cut short`));
    if (unsaid !== undefined) return `resume did not say that ${unsaid.id} was cut short`;
  } else {
    // Killed before anything was paid for: the round is started again.
    rmSync(archive, { recursive: true, force: true });
    const { status, stderr } = review(folder, script, archive);
    if (status !== 0) return `the second start ended with ${status}: ${stderr}`;
  }
  const cut = partsIn(archive, ".cut-1.md");
  const lost = parts.find(({ id, bytes }) => cut.find((kept) => kept.id === id)?.bytes !== bytes);
  if (lost !== undefined) return `what ${lost.id} had said when it was cut short is lost`;
  const after = endedReviewers(archive);
  if (new Set(after.map(({ id }) => id)).size !== after.length) return "a reviewer ran twice";
  if (before.some(({ line }) => !after.some((ended) => ended.line === line))) return "what a reviewer had said is lost";
  const missing = doneRounds(archive).flatMap((folder) =>
    ["report.html", "report.md", "report.sarif"].filter((name) => !existsSync(join(folder, name))),
  );
  if (missing.length > 0) return `missing beside the record: ${missing.join(", ")}`;
  return gist(archive) === expected ? undefined : "another report";
}

/** What reviewers had said that did not end. */
function partsIn(archive: string, ending: string): { readonly id: string; readonly bytes: number }[] {
  return namesIn(join(archive, "reviews")).flatMap((round) => {
    const raw = join(archive, "reviews", round, "raw");
    return namesIn(raw)
      .filter((name) => name.endsWith(ending))
      .map((name) => ({ id: name.slice(0, -ending.length), bytes: statSync(join(raw, name)).size }))
      .filter(({ bytes }) => bytes > 0);
  });
}

function reviewer(id: string, at: number): object {
  const says = `## Findings\n\n### Important Issues\n\nI1. **${id} found it** — \`relay.ts:2\` (important, regression)\n\nIt matters.\n`;
  // The last one is silent at first: a time when others have ended and nobody speaks.
  return { id, name: id, silent: at === SCRIPTED.length - 1 ? 1.2 : 0, seconds: 0.1 + at * 0.15, says };
}

function review(folder: string, script: string, archive: string) {
  const args = [cli, "HEAD", "--archive", archive, "--scripted", script, "--quiet"];
  return spawnSync(process.execPath, args, { cwd: folder, env: environment(folder), encoding: "utf8" });
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1", TMPDIR: tmpdir() };
}

/** The folders of rounds that have a record. */
function doneRounds(archive: string): string[] {
  const folders = namesIn(join(archive, "reviews")).map((id) => join(archive, "reviews", id));
  return folders.filter((folder) => existsSync(join(folder, "review.json")));
}

/** What a round says, in its record and in its report, without the times. */
function gist(archive: string): string {
  return JSON.stringify(
    doneRounds(archive).map((folder) => {
      const record = JSON.parse(readFileSync(join(folder, "review.json"), "utf8"));
      const runs = record.runs.map((run: Record<string, unknown>) => ({ ...run, durationSeconds: 0 }));
      const { findings, clusters, ledger, verdict, reviewers, scope, receipt, excerpts, gaps } = record;
      const sarif = JSON.parse(readFileSync(join(folder, "report.sarif"), "utf8"));
      const results = sarif.runs.map((run: { results: unknown }) => run.results);
      return { runs, findings, clusters, ledger, verdict, reviewers, scope, receipt, excerpts, gaps, results };
    }),
  );
}
