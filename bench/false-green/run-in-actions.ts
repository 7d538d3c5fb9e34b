import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Review } from "#model/review.ts";
import { ActionJob } from "../../test/github/action-job.ts";
import { type Hub, startHub } from "../../test/github/server/hub.ts";
import { type Case, runOf } from "./cases.ts";
import { type Ended, keptIn, makeRepository, type Run } from "./run-case.ts";
import type { Result } from "./workers.ts";

/** Runs cases as the steps of `action.yml` on pull requests from forks, against a GitHub of our own on this machine. */
export async function runInActions(cases: readonly Case[]): Promise<readonly Result[]> {
  if (cases.length === 0) return [];
  const hub = await startHub();
  try {
    const results: Result[] = [];
    for (const [at, one] of cases.entries()) results.push([one, await runInAction(hub, `ada/shop${at}`, runOf(one))]);
    return results;
  } finally {
    await hub.close();
  }
}

async function runInAction(hub: Hub, name: string, { scene, failOn }: Run): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-false-green-"));
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const local = makeRepository(folder, scene, env);
  const push = (to: string, branch: string): void =>
    void execFileSync("git", ["push", "-qf", to, branch], { cwd: local, env, stdio: "pipe" });
  const repository = await hub.repository(name, { "README.md": "" });
  push(repository.folder, "main");
  const fork = await repository.fork("eve");
  push(fork.folder, "feature");
  const pull = await repository.pull({ branch: "feature", from: fork, title: "Reduced prices" });
  const job = new ActionJob(repository);
  try {
    job.checkOutMerge(pull);
    const head = { sha: (await pull.view()).head };
    const { code, outputs, log } = await job.run({
      event: "pull_request",
      payload: { number: pull.number, pull_request: { number: pull.number, head, base: { ref: "main" } } },
      inputs: { panel: "quick", "fail-on": failOn },
      token: hub.tokenFor("github-actions[bot]", {}),
    });
    return { code, stderr: log, ...readBundle(outputs) };
  } finally {
    job.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readBundle({ bundle = "" }: Readonly<Record<string, string>>): Omit<Ended, "code" | "stderr"> {
  try {
    const { review } = JSON.parse(readFileSync(join(bundle, "report.json"), "utf8")) as { review: Review };
    return keptIn(review);
  } catch {
    return keptIn(undefined);
  }
}
