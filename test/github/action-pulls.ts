import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { ActionJob, type ActionRun } from "./action-job.ts";
import type { Hub } from "./server/hub.ts";
import type { HubPull } from "./server/hub-pull.ts";
import type { HubRepository } from "./server/hub-repository.ts";
import { useHub } from "./server/use-hub.ts";

export let hub: () => Hub;
export let repository: HubRepository;
export let fork: HubRepository;
export let job: ActionJob;

/** For each test a repository, a fork of it, and a job of a workflow. */
export function useActionJob(): void {
  hub = useHub();
  beforeEach(async () => {
    repository = await hub().repository("ada/kettle", {
      "src/kettle.js": KETTLE,
      [CONFIG]: '{ "failOn": "important" }\n',
      "AGENTS.md": "# Rules\n\n- Say please.\n",
      "docs/relay.md": RELAY,
      "src/settings.js": SETTING,
    });
    fork = await repository.fork("eve");
    job = new ActionJob(repository);
  });
  afterEach(() => job.remove());
}

export const KETTLE = "export function boil(water) {\n  return `${water} is hot`;\n}\n";
export const DEBUGGED = KETTLE.replace("  return", "  debugger;\n  return");
export const CONFIG = "deep-review.config.json";
export const RELAY = "# Relay\n\nSet `RELAY_RETRY_LIMIT` to change how often it tries.\n";
export const SETTING = "export const limit = Number(process.env.RELAY_RETRY_LIMIT ?? 3);\n";

export async function openPull(files: Readonly<Record<string, string | Buffer>>, branch = "hot"): Promise<HubPull> {
  await fork.push(branch, files, { message: "Boil" });
  return repository.pull({ branch, from: fork, title: "Boil hotter" });
}

export const payloadOf = async (pull: HubPull) => ({
  number: pull.number,
  pull_request: {
    number: pull.number,
    title: pull.state.title,
    head: { sha: (await pull.view()).head },
    base: { ref: pull.state.into },
  },
});

/** The first stage: on the pull request's own behalf, with a token that can only read. */
export async function reviewAsFork(pull: HubPull, inputs: Record<string, string> = {}): Promise<ActionRun> {
  job.checkOutMerge(pull);
  return job.run({
    event: "pull_request",
    payload: await payloadOf(pull),
    inputs: { panel: "quick", ...inputs },
    token: readOnly(),
  });
}

export const conclusions = (pull: HubPull) => pull.checks.map(({ conclusion }) => conclusion);
export const readOnly = (): string => hub().tokenFor("github-actions[bot]", {});
export const titles = ({ outputs }: ActionRun): string[] => {
  const { computed } = JSON.parse(readFileSync(join(outputs["bundle"] ?? "", "report.json"), "utf8"));
  return computed.findings
    .filter(({ fate }: { fate: string }) => fate === "kept")
    .map(({ title }: { title: string }) => title);
};
