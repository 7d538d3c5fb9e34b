import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { gatherProposals } from "#pipeline/rules/propose-rules.ts";
import { aDecision, aReview, aScope } from "../../helpers/builders.ts";

let folder = "";
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-propose-"));
  git("init", "-q");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.invalid", "commit", "-qm", "start", "--allow-empty");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const declined = aDecision({
  kind: "declined",
  about: { kind: "finding", cluster: "I1", text: "I1" },
  reason: "meant",
});
const link = (review: string) => ({ entries: [{ review, round: 1, kept: 1 }], notes: [] });

async function proposed(...reviews: readonly Parameters<typeof aReview>[0][]) {
  const archive = openArchive(join(folder, ".deep-review"));
  for (const review of reviews) await archive.write(aReview({ ...review, decisions: [declined] }), []);
  const request = { folder, archive: join(folder, ".deep-review"), today: "2026-11-16" };
  return (await gatherProposals(request)).proposals;
}

describe("what people declined", () => {
  const { pullRequest: _pullRequest, ...onBranch } = aScope();
  const branch = { id: "20261102-091500-retries", scope: { ...onBranch, branch: "retries" } };

  test("in a branch and in later rounds of its pull request makes no rule", async () => {
    const first = link(branch.id);
    const later = [
      { id: "20261103-091500-pr-42", series: first },
      { id: "20261104-091500-pr-42", series: first },
    ];
    expect(await proposed(branch, ...later)).toEqual([]);
  });

  test("in two changes makes one", async () => {
    expect(await proposed(branch, { id: "20261103-091500-pr-42" })).toMatchObject([
      { because: expect.stringMatching(/^declined in 2 reviews/) },
    ]);
  });
});
