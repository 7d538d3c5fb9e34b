import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WrittenConfig } from "#config/config.ts";
import { reviewerId } from "#model/ids.ts";
import { callPanel, type PanelOptions } from "#pipeline/agents/call-panel.ts";
import { loadConfig, trustConfig } from "#pipeline/load-config.ts";
import { type AgentMachine, makeAgentMachine } from "../../helpers/agent-machine.ts";

let machine: AgentMachine;
beforeEach(() => {
  machine = makeAgentMachine();
  machine.install("claude", "echo 2.1.325");
  machine.install("house-agent", "true");
});
afterEach(() => machine.remove());

async function call(written: WrittenConfig, options: PanelOptions = {}) {
  const { repository: root, env } = machine;
  writeFileSync(join(root, "deep-review.config.json"), JSON.stringify(written));
  const config = await loadConfig({ root, env, from: "worktree", change: { folder: root } });
  return callPanel({ options, config, configFrom: "worktree", root, env });
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
