import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startModelServer } from "../../test/agents/model-server/model-server.ts";
import { callPanel, clearRoom, type PanelEnd, type Player } from "../../test/agents/panel/panel-call.ts";
import { BEHAVIOURS, scenarioOf } from "./behaviours.ts";

/** What a report says of one agent's behaviour. */
export interface FenceRow {
  readonly agent: string;
  readonly level: string;
  readonly behaviour: string;
  /** The incidents that are about it. Empty: the report does not say anything. */
  readonly says: readonly string[];
  /** What the agent's model was told of its call. */
  readonly told: string;
}

/** What was found after a review of one agent. */
export interface FenceEnd {
  readonly rows: readonly FenceRow[];
  /** What is left of the review on the machine, a phrase each. */
  readonly faults: readonly string[];
  readonly outcome: string;
}

/** Has one agent's real program do all that it must not do, and reads the report. */
export async function askAgent(player: Player, acpWords: readonly string[] = []): Promise<FenceEnd> {
  const shop = createServer((_, response) => response.end("#!/bin/sh\necho ran the tool\n"));
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const server = await startModelServer({ scenarios: {} });
  server.set(player, scenarioOf(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`));
  try {
    const end = await callPanel({ server, players: [player], scenario: (one) => one, acpWords });
    // Each request has all results so far.
    const results =
      server
        .requests(player)
        .map(({ request }) => request?.toolResults ?? [])
        .findLast((all) => all.length > BEHAVIOURS.length) ?? [];
    const rows = readRows(player, end, results).map((row) => ({ ...row, agent: [player, ...acpWords].join(" ") }));
    const faults = faultsOf(end);
    const outcome = end.review.runs.find(({ reviewer }) => reviewer === player)?.outcome ?? "no run";
    clearRoom(end.room);
    return { rows, faults, outcome };
  } finally {
    await server.close();
    shop.close();
  }
}

function readRows(agent: Player, { review }: PanelEnd, results: readonly string[]): FenceRow[] {
  const run = review.runs.find(({ reviewer }) => reviewer === agent);
  const incidents = (run?.incidents ?? []).map(({ kind, text }) => `${kind}: ${text}`);
  return BEHAVIOURS.map(({ name, mark }, at) => ({
    agent,
    level: run?.isolation?.level ?? "unknown",
    behaviour: name,
    says: incidents.filter((text) => mark.test(text)),
    told: (results[at + 1] ?? "nothing").replace(/\s+/g, " ").slice(0, 160),
  }));
}

function faultsOf({ left, desks, status, review }: PanelEnd): string[] {
  return [
    ...left.map((command) => `left running: ${command}`),
    ...desks.map((name) => `desk left: ${name}`),
    ...(status === "" ? [] : [`the checkout changed: ${status}`]),
    ...review.gaps.filter((gap) => gap.startsWith("the repository changed")),
  ];
}
