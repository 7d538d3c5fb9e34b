import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WrittenConfig } from "#config/config.ts";
import { reviewerId } from "#model/ids.ts";
import { callPanel, type PanelOptions } from "#pipeline/agents/call-panel.ts";
import { loadConfig, trustConfig } from "#pipeline/load-config.ts";
import { type AgentMachine, makeAgentMachine } from "../../helpers/agent-machine.ts";
import { aReviewer } from "../../helpers/builders.ts";

let machine: AgentMachine;
beforeEach(() => {
  machine = makeAgentMachine();
  machine.install("claude", "echo 2.1.325");
  machine.install("house-agent", "true");
});
afterEach(() => machine.remove());

async function call(written: WrittenConfig, options: PanelOptions = {}, isResumed = false) {
  const { repository: root, env } = machine;
  writeFileSync(join(root, "deep-review.config.json"), JSON.stringify(written));
  const config = await loadConfig({ root, env, from: "worktree", change: { folder: root } });
  return callPanel({ options, config, configFrom: "worktree", root, env, isResumed });
}

const HOUSE = { use: "acp", id: "house", command: ["house-agent"] };
const reviewer = (id: string) => ({ id: reviewerId(id), name: id, kind: "agent" as const, family: id });

describe("a program that the repository names is not run before the user allowed it", () => {
  test.each<[string, WrittenConfig]>([
    ["on the panel", { panels: { p: [HOUSE] } }],
    ["as verifier", { panels: { p: ["claude"] }, verifier: HOUSE }],
    ["as editor", { panels: { p: ["claude"] }, editor: HOUSE }],
    ["to set the code up", { panels: { p: ["claude"] }, setup: ["house-agent"] }],
  ])("%s", async (_title, written) => {
    await expect(call(written, { panel: "p" })).rejects.toThrow(/names programs to run/);
    await trustConfig(machine.repository, machine.env);
    expect((await call(written, { panel: "p" })).members).toHaveLength(1);
  });

  test.each<[string, string, WrittenConfig]>([
    ["on a panel", "house", { panels: { p: [HOUSE] } }],
    ["to set the code up", "claude", { setup: ["house-agent"] }],
  ])("when a round is resumed, %s", async (_title, id, written) => {
    const { recall } = await call(written);
    await expect(recall(reviewer(id))).rejects.toThrow(/names programs to run/);
    await trustConfig(machine.repository, machine.env);
    expect((await recall(reviewer(id)))?.reviewer.id).toBe(id);
  });
});

test("what is harmless needs no trust, and whoever is unknown cannot be called again", async () => {
  const { recall } = await call({ panels: { p: ["claude@high"] } });
  expect((await recall(reviewer("claude")))?.reviewer.id).toBe("claude");
  expect(await recall(reviewer("stranger"))).toBeUndefined();
});

test("what a killed review left behind is removed, whoever is called now", async () => {
  const left = join(machine.env["HOME"] ?? "", ".cache/deep-review/desks/round-1-0123abcd");
  const owner = { pid: 1, start: "1", boot: "an earlier start of the machine", host: hostname(), pidSpace: "" };
  mkdirSync(join(left, "claude/desk/code"), { recursive: true });
  writeFileSync(join(left, "owner.json"), JSON.stringify(owner));
  const { members } = await call({});
  expect(members.every(({ reviewer: { kind } }) => kind === "analyzer")).toBe(true);
  expect(existsSync(left)).toBe(false);
});

test("without a place for desks the built-in reviewers still work", async () => {
  const { repository: root, env } = machine;
  const config = await loadConfig({ root, env, from: "worktree", change: { folder: root } });
  const { members } = await callPanel({
    options: {},
    config,
    configFrom: "worktree",
    root,
    env: { PATH: "", HOME: "" },
  });
  expect(members).toHaveLength(3);
});

describe("who is called again for a review that is resumed", () => {
  const recalled = async (who: Parameters<typeof aReviewer>[0], written: WrittenConfig = {}) =>
    (await (await call(written)).recall(aReviewer(who)))?.reviewer;

  test("is the same, with the model and effort that it had", async () => {
    const before = { id: "claude", model: "claude-opus-5", effort: "high", family: "anthropic" };
    const written = { panels: { p: [{ use: "claude", model: "other", effort: "low" }] } };
    expect(await recalled({ ...before, blind: true }, written)).toMatchObject({ ...before, blind: true });
  });

  test("is found by the id that its place or its number on a panel gave it", async () => {
    const written: WrittenConfig = { panels: { p: [{ use: "claude", id: "careful" }, "claude", "claude"] } };
    expect(await recalled({ id: "careful", model: undefined }, written)).toMatchObject({ name: "Claude" });
    expect(await recalled({ id: "claude-2", model: "m" }, written)).toMatchObject({ name: "Claude", model: "m" });
  });

  test("is found when it was named on the command line", async () => {
    expect(await recalled({ id: "claude-3", model: "m" })).toMatchObject({ id: "claude-3", name: "Claude" });
    const model = { id: "anthropic-claude-opus-5", kind: "model", model: "claude-opus-5" } as const;
    const { repository: root, env } = machine;
    const config = await loadConfig({ root, env, from: "worktree", change: { folder: root } });
    const keyed = { ...env, ANTHROPIC_API_KEY: "test-key" };
    const { recall } = await callPanel({ options: {}, config, configFrom: "worktree", root, env: keyed });
    expect((await recall(aReviewer(model)))?.reviewer).toMatchObject({ ...model, family: "anthropic" });
  });
});

test("a resumed round is looked at again by who was on its panel, not by whom is asked today", async () => {
  machine.install("codex", 'echo "codex-cli 0.166.0"');
  machine.put(join(machine.home, ".config/deep-review/config.json"), JSON.stringify({ verifier: "codex" }));
  const { recallVerification, verification } = await call({}, {});
  expect(verification).toBeUndefined();
  expect((await recallVerification([aReviewer()]))?.verifiers.map(({ reviewer: { id } }) => id)).toEqual(["codex"]);
  expect((await recallVerification([aReviewer({ kind: "analyzer" })]))?.verifiers).toEqual([]);
  const own = await call({}, { verify: true });
  expect((await own.recallVerification([aReviewer()]))?.verifiers.map(({ reviewer: { id } }) => id)).toEqual([
    "claude",
  ]);
});

test("who cannot look at a resumed round any more is named, and the round goes on", async () => {
  const { recallVerification } = await call({}, { verify: "codex,claude", editor: "gemini" }, true);
  expect(await recallVerification([aReviewer()])).toMatchObject({
    verifiers: [{ reviewer: { id: "claude" } }],
    editor: undefined,
    missing: [
      expect.stringMatching(/^the verifier could not be called when the round was resumed: Codex CLI is not installed/),
      expect.stringMatching(/^the editor could not be called when the round was resumed: Gemini CLI is not installed/),
    ],
  });
  await expect(call({}, { reviewers: "claude", verify: "codex" })).rejects.toThrow(/Codex CLI is not installed/);
});

test("what a round has spent before it was resumed counts in its budget", async () => {
  const { countEarlier, verification } = await call({}, { reviewers: "claude", verify: true, budget: "2" });
  countEarlier(1.5);
  expect([verification?.host.budget.left, verification?.host.budget.signal.aborted]).toEqual([0.5, false]);
  countEarlier(1);
  expect(verification?.host.budget.signal.aborted).toBe(true);
});

describe("how long an agent may take", () => {
  const TIMES = { timeout: "40m", agents: { claude: { timeout: "20m", model: "opus" } } };
  const timeOf = async (written: WrittenConfig, options: PanelOptions) => {
    const { verification } = await call(written, { verify: true, ...options });
    return verification?.verifiers.map(({ timeoutSeconds, model }) => [timeoutSeconds, model]);
  };

  test("is what the configuration says of it", async () => {
    expect(await timeOf(TIMES, { reviewers: "claude" })).toEqual([[1200, "opus"]]);
  });

  test("is what the command line says, where it says something", async () => {
    expect(await timeOf(TIMES, { reviewers: "claude", timeout: "5m" })).toEqual([[300, "opus"]]);
  });

  test("is what its own place says before all", async () => {
    const panels = { p: [{ use: "claude", timeout: "10m" }] };
    expect(await timeOf({ ...TIMES, panels }, { panel: "p", timeout: "5m" })).toEqual([[600, "opus"]]);
  });
});
