import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CheckedOut } from "#adapters/git/pull/read-clone.ts";
import { findOwnPull } from "#pipeline/pulls/own-pull.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-event-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const remotes = [{ name: "fork", url: "git@github.com:bob/kettle.git" }];
const ofBranch = (branch?: CheckedOut) => findOwnPull({ remotes, named: [], branch }, {});
const ofJob = (event: unknown, env = {}) => {
  const path = join(folder, "event.json");
  writeFileSync(path, typeof event === "string" ? event : JSON.stringify(event));
  const job = { GITHUB_ACTIONS: "true", GITHUB_REF: "refs/heads/main", GITHUB_EVENT_PATH: path, ...env };
  return findOwnPull({ remotes, named: [] }, job);
};

describe("the pull request of a branch", () => {
  test("is looked for by the branch that it is pushed to, and whose that is", async () => {
    expect(await ofBranch({ name: "fix" })).toEqual({ kind: "branch", branch: "fix" });
    const pushed = { name: "fix", remote: "fork", merge: "refs/heads/kettle-fix" };
    expect(await ofBranch(pushed)).toEqual({ kind: "branch", branch: "kettle-fix", headOwner: "bob" });
    expect(await ofBranch({ ...pushed, remote: "https://github.com/eve/kettle" })).toMatchObject({ headOwner: "eve" });
  });

  test("is known where the branch was made from it, and cannot be where there is no branch", async () => {
    expect(await ofBranch({ name: "fix", merge: "refs/pull/12/head" })).toEqual({ kind: "number", number: 12 });
    await expect(ofBranch()).rejects.toThrow("HEAD is detached");
  });
});

describe("the pull request of a job", () => {
  test.each([
    ["its ref", {}, { GITHUB_REF: "refs/pull/7/merge" }],
    ["a pull request", { pull_request: { number: 7 } }, {}],
    ["a comment on one", { issue: { number: 7, pull_request: { url: "x" } } }, {}],
    [
      "a run of its workflow",
      {
        repository: { id: 1 },
        workflow_run: {
          head_branch: "fix",
          pull_requests: [
            { number: 3, base: { repo: { id: 2 } } },
            { number: 7, base: { repo: { id: 1 } } },
          ],
        },
      },
      {},
    ],
  ])("is told by %s", async (_, event, env) => {
    expect(await ofJob(event, env)).toEqual({ kind: "number", number: 7 });
  });

  test("from a fork is told by its branch alone", async () => {
    const run = { head_branch: "fix", head_repository: { owner: { login: "bob" } }, pull_requests: [] };
    expect(await ofJob({ workflow_run: run })).toEqual({ kind: "branch", branch: "fix", headOwner: "bob" });
  });

  test.each([[{}], [{ issue: { number: 7 } }], ["no JSON"], [{ pull_request: { number: "7" } }], ["null"]])(
    "is none for %j",
    async (event) => {
      await expect(ofJob(event)).rejects.toThrow("this job has no pull request");
    },
  );
});
