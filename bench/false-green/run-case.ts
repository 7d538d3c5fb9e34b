import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { main } from "#cli/main.ts";
import type { Review } from "#model/review.ts";
import type { Severity } from "#model/severity.ts";
import type { Panel, Scene } from "./scenes.ts";

/** A review to be run: what is committed, who looks, and where. */
export interface Run {
  readonly scene: Scene;
  readonly panel: Panel | "scripted";
  /** The agent's or the scripted reviewer's form. */
  readonly form?: string;
  /** What the scripted reviewer says. */
  readonly says?: string;
  readonly isCi: boolean;
  readonly failOn: Severity;
}

/** How it ended. */
export interface Ended {
  readonly code: number;
  readonly verdict: string;
  readonly because: string;
  /** Severities of what is kept. */
  readonly kept: readonly Severity[];
  /** How much was switched off and said to be. */
  readonly switchedOff: number;
  readonly stderr: string;
}

/** Makes the repository with real git, runs the command in it, and reads the record. */
export async function runCase(run: Run, agent: string): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-false-green-"));
  try {
    const home = join(folder, "home");
    const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1", NO_COLOR: "1" };
    const repository = makeRepository(folder, run.scene, env);
    const args = ["main..feature", "--fail-on", run.failOn, "--quiet", ...choose(run, { folder, home, agent })];
    let stderr = "";
    const io = {
      stdout: { write: () => true },
      stderr: { write: (text: string | Uint8Array) => ((stderr += String(text)), true) },
      env: run.isCi ? { ...env, CI: "true" } : env,
      cwd: () => repository,
    };
    const code = await main(["node", "deep-review", ...args], io);
    return { code, stderr, ...readRecord(join(repository, ".deep-review/reviews")) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A repository with the base on `main` and the change on `feature`. */
export function makeRepository(
  folder: string,
  { base, change, removes = [], staged }: Scene,
  env: NodeJS.ProcessEnv,
): string {
  const repository = join(folder, "repository");
  mkdirSync(repository);
  const who = ["-c", "user.name=Rosa", "-c", "user.email=rosa@example.invalid", "-c", "commit.gpgsign=false"];
  const git = (...args: string[]): string =>
    execFileSync("git", [...who, ...args], {
      cwd: repository,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const commit = (files: Scene["base"], message: string, before?: () => void): void => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      writeFileSync(join(repository, path), content);
    }
    git("add", "-A", "-f");
    before?.();
    git("commit", "-qm", message);
  };
  git("init", "-q", "-b", "main");
  commit(base, "Begin");
  git("checkout", "-qb", "feature");
  for (const path of removes) rmSync(join(repository, path));
  commit(change, "Add reduced prices", () => staged?.({ folder: repository, git }));
  return repository;
}

/** The words of the command line that say who looks; files of this user where those are needed. */
function choose(
  { panel, form = "asked", says = "" }: Run,
  { folder, home, agent }: Record<"folder" | "home" | "agent", string>,
): string[] {
  if (panel === "checks") return ["--reviewers", "hazard-lint"];
  if (panel === "scripted") {
    const script = join(folder, "script.json");
    writeFileSync(script, JSON.stringify({ reviewers: [{ id: "claude", name: "Claude", says }] }));
    return ["--scripted", script];
  }
  const place = { use: "acp", id: "honest", name: "Honest", family: "honest", command: [agent, form] };
  mkdirSync(join(home, ".config/deep-review"), { recursive: true });
  writeFileSync(join(home, ".config/deep-review/config.json"), JSON.stringify({ panel: [place] }));
  return [];
}

function readRecord(reviews: string): Omit<Ended, "code" | "stderr"> {
  try {
    const [id = ""] = readdirSync(reviews).sort().reverse();
    return keptIn(JSON.parse(readFileSync(join(reviews, id, "review.json"), "utf8")) as Review);
  } catch {
    return keptIn(undefined);
  }
}

/** What a record says; absent where none was written. */
export function keptIn(review: Review | undefined): Omit<Ended, "code" | "stderr"> {
  if (review === undefined) return { verdict: "none", because: "no record was written", kept: [], switchedOff: 0 };
  const { verdict, clusters, receipt } = review;
  const kept = clusters.flatMap(({ ruling }) => (ruling.kind === "keep" ? [ruling.severity] : []));
  const switchedOff = (receipt.switchedOff ?? []).reduce((sum, { count }) => sum + count, 0);
  return { verdict: verdict.kind, because: verdict.because, kept, switchedOff };
}
