import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openChange } from "#adapters/git/open-change.ts";
import { agentSettingsOf } from "#config/config.ts";
import { reviewerId } from "#model/ids.ts";
import { createHost } from "#pipeline/agents/call-panel.ts";
import { probeReadyAgents } from "#pipeline/agents/prepare/probe-agents.ts";
import { questionAgent } from "#pipeline/agents/question-agent.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { type AgentMachine, makeAgentMachine } from "../../helpers/agent-machine.ts";
import { aReviewer } from "../../helpers/builders.ts";

const variables = {
  PARROT_KEY: "key-of-the-parrot",
  PARROT_PROJECT: "zebra-stripes",
  PARROT_HEADERS: "X: feathers-42",
};
const signal = new AbortController().signal;
let machine: AgentMachine;
beforeEach(() => {
  machine = makeAgentMachine();
});
afterEach(() => machine.remove());

/** An agent that says everything that it is signed in with. */
const parrot: AgentAdapter = {
  id: "parrot",
  name: "Parrot",
  product: "Parrot",
  family: "parrots",
  program: "/bin/echo",
  install: "",
  tested: "1",
  login: {
    variables: ["PARROT_KEY"],
    companions: ["PARROT_PROJECT", "PARROT_HEADERS"],
    secretCompanions: ["PARROT_HEADERS"],
    files: [],
    how: "",
  },
  efforts: [],
  isObservable: true,
  readVersion: () => undefined,
  plan: (job) => ({
    command: "/bin/echo",
    args: Object.values(job.variables),
    env: {},
    cwd: job.desk,
    stdin: "",
    keepsStdin: false,
    files: [],
  }),
  createReader: () => ({ line: (text) => [{ type: "text", text }], end: () => ({ ok: true }) }),
};
const login = { by: undefined, variables, files: [] };
const sandbox = { level: "none", says: "", wrap: <T>(launch: T) => Promise.resolve(launch) } as const;
const MASKED = /^\S*\*+ zebra-stripes \S* ?\*+$/;

/** Asks agents the same at the same time, in a round with a budget. */
async function askAll(adapters: readonly AgentAdapter[], budget?: number): Promise<string[]> {
  const { repository: folder, env, home } = machine;
  const settings = agentSettingsOf(budget === undefined ? {} : { budget });
  const host = { ...createHost(settings, env, home), sandbox: () => Promise.resolve(sandbox) };
  machine.put(join(folder, "zebra.js"), "export const stripes = 42;\n");
  const opened = await openChange({ folder, signal }, classifyFile);
  const about = { program: "/bin/echo", version: undefined, model: undefined, effort: undefined, timeoutSeconds: 60 };
  const ask = questionAgent({ host, opened, folder: `${home}/round`, onNote: () => undefined });
  const asked = adapters.map((adapter, at) => {
    const reviewer = { ...aReviewer(), id: reviewerId(`parrot-${at}`) };
    return ask({ adapter, reviewer, login, ...about }, { files: [], prompt: "Well?", signal, name: `verify-${at}` });
  });
  return (await Promise.all(asked).finally(opened.close)).map(({ text }) => text);
}

test("a verifier's quote keeps the project's name, and loses what signs in", async () => {
  expect(await askAll([parrot])).toEqual([expect.stringMatching(MASKED)]);
});

test("agents at the same time are not each told that they may spend the whole budget", async () => {
  const begun = join(machine.home, "begun");
  mkdirSync(begun);
  const plan: AgentAdapter["plan"] = (job) => ({
    ...parrot.plan(job),
    command: "/bin/sh",
    // Each stays until the other has begun.
    args: [
      "-c",
      `echo ${job.budgetUsd}; : > "${begun}/$$"; until set -- "${begun}"/* && [ $# -eq 2 ]; do /bin/sleep 0.01; done`,
    ],
  });
  const dear: AgentAdapter = { ...parrot, takesBudget: true, plan };
  const told = (await askAll([dear, dear], 2)).map(Number);
  expect([...told].sort((a, b) => a - b)).toEqual([0.5, 1]);
});

test("an agent that is tried out keeps the project's name too", async () => {
  const { env, home } = machine;
  const found = { adapter: parrot, program: "/bin/echo", version: undefined, login };
  const state = { id: "parrot", product: "Parrot", state: "ready", tested: "1" } as never;
  const [tried] = await probeReadyAgents([found], [state], { env, home, sandbox, defaults: {}, signal });
  expect(tried?.trial.says).toMatch(MASKED);
});
