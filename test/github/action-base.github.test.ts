import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandsIn } from "../helpers/runner-commands.ts";
import {
  CONFIG,
  DEBUGGED,
  KETTLE,
  conclusions,
  fork,
  hub,
  job,
  openPull,
  payloadOf,
  readOnly,
  repository,
  useActionJob,
} from "./action-pulls.ts";
import type { HubPull } from "./server/hub-pull.ts";

useActionJob();

describe("on the base's behalf", () => {
  const runPayload = async (pull: HubPull, over: object = {}) => ({
    workflow_run: {
      event: "pull_request",
      head_sha: (await pull.view()).head,
      head_branch: pull.state.branch,
      head_repository: { full_name: "eve/kettle", owner: { login: "eve" } },
      pull_requests: [],
      ...over,
    },
  });
  const writer = (): string => hub().tokenFor("github-actions[bot]", {});

  test("the pull request of a run that ended is found by its commit, reviewed as data, and published in a job of its own", async () => {
    const pull = await openPull({ "src/kettle.js": DEBUGGED });
    repository.allow("github-actions[bot]", "write");
    const payload = await runPayload(pull);
    job.checkOutBase();
    const reviewed = await job.run({ event: "workflow_run", payload, inputs: { panel: "quick" }, token: readOnly() });
    expect(reviewed.code, reviewed.log).toBe(1);
    expect(reviewed.used["Keep this round"]?.["key"]).toBe(`deep-review-1-workflow_run-rounds-${pull.number}-1-1`);
    expect(readFileSync(join(job.workspace, "src/kettle.js"), "utf8")).toBe(KETTLE);
    expect(hub().writes()).toEqual([]);

    const bundle = { mode: "publish", publish: "review,summary,check", bundle: reviewed.outputs["bundle"] ?? "" };
    const refused = await job.run({ event: "workflow_run", payload, inputs: bundle, token: writer() });
    expect(refused.code).toBe(2);
    expect(refused.outputs["exit-code"]).toBe("2");
    expect(refused.log).toContain("this bundle cannot be published");
    expect(hub().writes()).toEqual([]);

    const digest = { "bundle-digest": reviewed.outputs["bundle-digest"] ?? "" };
    const published = await job.run({
      event: "workflow_run",
      payload,
      inputs: { ...bundle, ...digest },
      token: writer(),
    });
    expect(published.code, published.log).toBe(0);
    expect(pull.threads).toHaveLength(1);
    expect(pull.comments).toHaveLength(1);
    // Nobody said --fail-on: the configuration of the base branch does, and the record tells the second job.
    expect(conclusions(pull)).toEqual(["failure"]);
  });

  test("a job that reviews and publishes concludes the check as it ends itself", async () => {
    const pull = await openPull({ "src/kettle.js": DEBUGGED });
    repository.allow("github-actions[bot]", "write");
    job.checkOutBase();
    const request = { event: "pull_request_target", payload: await payloadOf(pull), token: writer() };
    const run = await job.run({ ...request, inputs: { panel: "quick", publish: "check" } });
    expect([run.code, conclusions(pull)], run.log).toEqual([1, ["failure"]]);
    // The same commits again, and another word of the workflow: nobody is asked anew, and the check is what it says.
    const milder = await job.run({ ...request, inputs: { panel: "quick", publish: "check", "fail-on": "critical" } });
    expect([milder.code, conclusions(pull).at(-1)], milder.log).toEqual([0, "neutral"]);
  });

  test("a comment of the change silences what is important once somebody with write access agrees", async () => {
    const ignored = DEBUGGED.replace("  debugger", "  // deep-review-ignore hazard-lint/debugger: by hand\n  debugger");
    const pull = await openPull({ "src/kettle.js": ignored });
    repository.allow("github-actions[bot]", "write");
    repository.allow("bo", "write");
    job.checkOutBase();
    const request = { event: "pull_request_target", payload: await payloadOf(pull), token: writer() };
    const inputs = { panel: "quick", publish: "review,summary,check" };
    const first = await job.run({ ...request, inputs });
    expect([first.code, conclusions(pull)], first.log).toEqual([1, ["failure"]]);
    const [thread] = pull.threads;
    expect(thread?.comments[0]?.body).toContain(
      "**Silenced by this change**, by a comment at src/kettle.js:2: by hand",
    );
    expect(pull.comments[0]?.body).toContain("(**silenced by this change**)");
    expect(pull.checks[0]).toMatchObject({
      annotations: [{ title: expect.stringContaining("silenced by this change") }],
    });
    pull.reply(thread!, "eve", "declined: we know what we do");
    expect((await job.run({ ...request, inputs })).code).toBe(1);
    pull.reply(thread!, "bo", "declined: the inspector is started by hand");
    const last = await job.run({ ...request, inputs });
    expect([last.code, last.outputs["verdict"]], last.log).toEqual([0, "checks-only"]);
  });

  test("who changes the base branch while the jobs run does not choose the configuration", async () => {
    await repository.push("legacy", { [CONFIG]: '{ "checks": { "hazard-lint/debugger": "off" } }\n' });
    const pull = await openPull({ "src/kettle.js": DEBUGGED });
    repository.allow("github-actions[bot]", "write");
    job.checkOutBase();
    const state: { into: string } = pull.state;
    const request = { event: "pull_request_target", payload: await payloadOf(pull), token: writer() };
    state.into = "legacy";
    const elsewhere = await job.run({ ...request, inputs: { panel: "quick" } });
    expect([elsewhere.code, elsewhere.outputs["bundle"]], elsewhere.log).toEqual([2, undefined]);
    expect(elsewhere.log).toContain("now targets legacy instead of main");

    // Nor is what was reviewed before, or asked for there, published here.
    const asked = { ...request, payload: await payloadOf(pull) };
    const { outputs } = await job.run({ ...asked, inputs: { panel: "quick" } });
    expect(outputs["verdict"]).toBe("checks-only");
    const digest = { bundle: outputs["bundle"] ?? "", "bundle-digest": outputs["bundle-digest"] ?? "" };
    const publishing = { inputs: { mode: "publish", publish: "check,summary", ...digest } };
    state.into = "main";
    const later = await job.run({ ...asked, ...publishing });
    expect(later.code, later.log).toBe(2);
    expect(later.log).toContain("the review is of a merge into legacy");
    const other = await job.run({ ...request, ...publishing });
    expect(other.code, other.log).toBe(2);
    expect(other.log).toContain("the bundle is a review of something else");
    expect(hub().writes()).toEqual([]);
  });

  test("a second pull request of the same branch does not keep the first from its review: the one into the default branch is reviewed, and that is said", async () => {
    await repository.push("legacy", { "notes.txt": "old\n" });
    await fork.push("hot", { "src/kettle.js": DEBUGGED });
    const decoy = await repository.pull({ branch: "hot", from: fork, title: "Decoy", into: "legacy" });
    const pull = await repository.pull({ branch: "hot", from: fork, title: "Boil hotter" });
    job.checkOutBase();
    const request = { event: "workflow_run", payload: await runPayload(pull), token: readOnly() };
    const run = await job.run({ ...request, inputs: { panel: "quick" } });
    expect(run.code, run.log).toBe(1);
    expect(run.outputs["pull-request"]).toBe(String(pull.number));
    expect(commandsIn(run.log)[0]).toMatchObject({
      command: "warning",
      data: `This job is about #${pull.number}. #${decoy.number} with the same head is not reviewed by it.`,
    });
  });

  test("a commit that is the head of no pull request any more is not reviewed", async () => {
    const pull = await openPull({ "src/kettle.js": DEBUGGED });
    const payload = await runPayload(pull);
    await fork.push("hot", { "src/kettle.js": KETTLE }, { from: "hot" });
    await pull.view();
    job.checkOutBase();
    const run = await job.run({ event: "workflow_run", payload, token: readOnly() });
    expect(run.code).toBe(2);
    expect(run.log).toContain("belongs to no open pull request");
    expect(run.outputs).toEqual({});
  });

  test("a label holds for the commit that it was set on: another head is not shown to anybody", async () => {
    const pull = await openPull({ "src/kettle.js": DEBUGGED });
    const payload = await payloadOf(pull);
    await fork.push("hot", { "src/kettle.js": `${DEBUGGED}\n` }, { from: "hot" });
    await pull.view();
    job.install("claude", `case "$1" in --version) echo 2.1.325; exit;; esac\ntouch "$HOME/asked" ${job.folder}/asked`);
    job.checkOutBase();
    const env = { ANTHROPIC_API_KEY: "key-of-a-test" };
    const inputs = { reviewers: "claude" };
    const run = await job.run({ event: "pull_request_target", payload, inputs, token: readOnly(), env });
    expect(run.code).toBe(2);
    expect(run.log).toContain("moved");
    expect(existsSync(join(job.folder, "asked"))).toBe(false);
  });
});
