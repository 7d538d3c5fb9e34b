import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { makeOwnerFolder } from "#adapters/desk/owner.ts";
import { removeTree } from "#adapters/desk/file-tree.ts";
import { lendLogin } from "#adapters/login/login.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { AgentDefaults } from "#config/config.ts";
import { pickSecrets } from "#reviewers/agent/login.ts";
import { messageOf } from "#util/errors.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { commonEnvironment } from "../agent-host.ts";
import type { FoundAgent } from "../find-agents.ts";
import { runAgent } from "../run-agent.ts";
import { Transcript } from "../transcript.ts";
import type { AgentState, AgentTrial } from "./examination.ts";
import { lookUp } from "#util/look-up.ts";

/** What a trial needs. */
export interface AgentTrialPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly sandbox: Sandbox;
  readonly defaults: Readonly<Record<string, AgentDefaults>>;
  readonly signal: AbortSignal;
}

/** Asks every ready agent for one word, in the same way as a review: at a desk, with a copy of its login. */
export function probeReadyAgents(
  found: readonly FoundAgent[],
  states: readonly AgentState[],
  place: AgentTrialPlace,
): Promise<{ readonly id: string; readonly trial: AgentTrial }[]> {
  const ready = found.filter((_, at) => states[at]?.state === "ready");
  return Promise.all(ready.map(async (agent) => ({ id: agent.adapter.id, trial: await tryAgent(agent, place) })));
}

async function tryAgent(agent: FoundAgent, place: AgentTrialPlace): Promise<AgentTrial> {
  const started = performance.now();
  const took = (): number => Math.round((performance.now() - started) / 100) / 10;
  try {
    const folder = await makeOwnerFolder(findDeskRoot(place.env), `try-${agent.adapter.id}`);
    try {
      return { ...(await askOneWord(agent, folder, place)), seconds: took() };
    } finally {
      await removeTree(folder).catch(() => undefined);
    }
  } catch (error) {
    return { ok: false, says: messageOf(error), seconds: took() };
  }
}

const PROMPT = "Answer with the one word ready, and nothing else. Use no tool.\n";
const TIMEOUT_SECONDS = 120;

const ignore = (): void => {};

async function askOneWord(
  agent: FoundAgent,
  folder: string,
  place: AgentTrialPlace,
): Promise<Omit<AgentTrial, "seconds">> {
  const { adapter, login, program = adapter.program } = agent;
  const { model, effort } = lookUp(place.defaults, adapter.id) ?? {};
  const [desk, home, tmp] = [join(folder, "desk"), join(folder, "home"), join(folder, "tmp")];
  for (const one of [desk, home, tmp]) await mkdir(one, { mode: 0o700 });
  await writeFile(join(desk, "README.md"), "An empty desk, to see whether the agent answers.\n");
  const lent = await lendLogin(login.files, place.home, home);
  const transcript = new Transcript({ onText: ignore, onTool: ignore, onNote: ignore, onUsage: ignore });
  const job = {
    desk,
    home,
    tmp,
    program,
    prompt: PROMPT,
    variables: login.variables,
    loginFiles: login.files,
    retries: 0,
    version: agent.version,
    model,
    effort,
  };
  const end = await runAgent(adapter, job, {
    wrap: (launch) => place.sandbox.wrap(launch, { readable: [desk], writable: [home, tmp], hidden: [], temp: tmp }),
    env: commonEnvironment(place.env),
    timeoutSeconds: TIMEOUT_SECONDS,
    idleSeconds: TIMEOUT_SECONDS,
    signal: place.signal,
    onPrinted: ignore,
    onEvent: (event) => transcript.see(event),
  }).finally(() => lent.takeBack());
  const says = end.ok ? transcript.text.trim() : end.message;
  return {
    ok: end.ok,
    says: maskSecrets(says, pickSecrets(adapter.login, login.variables)).slice(0, MAX_LENGTH),
    model: transcript.model,
    costUsd: transcript.usage?.costUsd,
  };
}

const MAX_LENGTH = 300;
