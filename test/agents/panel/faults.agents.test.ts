import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReviewerRun } from "#model/panel/reviewer.ts";
import { AGENT_NAMES, testedVersion } from "../../../tools/agent-programs.ts";
import { type ModelServer, startModelServer } from "../model-server/model-server.ts";
import { CASES, type Expected, type FaultCase, STRAYS } from "./fault-cases.ts";
import { faultTable, type Row } from "./fault-table.ts";
import { callPanel, clearRoom, type PanelEnd, PLANTED, type Player, STEADY_TITLE } from "./panel-call.ts";

let server: ModelServer;
const rows: Row[] = [];
beforeAll(async () => {
  server = await startModelServer({ scenarios: {} });
});
afterAll(async () => {
  await server.close();
  const table = faultTable(rows);
  mkdirSync("bench/results", { recursive: true });
  writeFileSync("bench/results/agent-faults.md", table);
  process.stdout.write(`\n${table}\n`);
});

const nameOf =
  ({ name }: FaultCase) =>
  (player: Player) =>
    `${name}-${player}`;

async function run(one: FaultCase): Promise<PanelEnd> {
  for (const player of one.players) server.set(nameOf(one)(player), one.script(player));
  const { players, options, isOptional, meanwhile } = one;
  return callPanel({
    server,
    players,
    scenario: nameOf(one),
    options,
    isOptional,
    meanwhile,
  });
}

describe.concurrent("what comes of it when an agent meets", () => {
  test.each(CASES)("$title ($name)", async (one) => {
    const end = await run(one);
    for (const player of one.players) rows.push({ title: one.title, player, run: runOf(end, player) });
    expectOthersComplete(end);
    expectNothingLeft(end);
    for (const player of one.players) expectOutcome(end, player, one.expected(player));
    expectSecretKept(end, one);
    if (one.name === "normal") for (const player of one.players) expectWholeRecord(end, player);
    if (one.name === "loop") for (const player of one.players) expect(runOf(end, player).toolCalls?.total).toBe(32);
    expect(end.code, end.printed).toBe(one.code);
    clearRoom(end.room);
  });
});

function runOf({ review }: PanelEnd, player: string): ReviewerRun {
  const found = review.runs.find(({ reviewer }) => reviewer === player);
  if (found === undefined) throw new Error(`${player} has no run`);
  return found;
}

/** Whatever happens to agents, the work of the others is whole and in the report. */
function expectOthersComplete(end: PanelEnd): void {
  for (const id of ["loose-ends", "test-scout", "hazard-lint", "steady"]) {
    expect(runOf(end, id), id).toMatchObject({ outcome: "completed", textStatus: "verbatim" });
  }
  expect(runOf(end, "steady").text).toContain(STEADY_TITLE);
  expect(end.review.findings.filter(({ reviewer }) => reviewer === "steady")).toHaveLength(1);
  expect(end.report).toContain("add subtracts");
}

/** No process, no desk, nothing in the user's checkout, nothing where an agent tried to write. */
function expectNothingLeft({ left, desks, status }: PanelEnd): void {
  expect({ left, desks, status }).toEqual({ left: [], desks: [], status: "" });
  expect(STRAYS.filter((path) => existsSync(path))).toEqual([]);
}

function expectOutcome(end: PanelEnd, player: Player, expected: Expected): void {
  const found = runOf(end, player);
  const incidents = (found.incidents ?? []).map(({ text }) => text);
  const about = `${player}: ${found.outcome}, ${found.message ?? "no message"}, ${incidents.join(" | ")}`;
  expect(found.outcome, about).toBe(expected.outcome);
  if (expected.message !== undefined) expect(found.message, about).toMatch(expected.message);
  if (expected.incident !== undefined) expect(incidents.join("\n"), about).toMatch(expected.incident);
  for (const text of expected.text ?? [])
    expect(found.text?.includes(text), `${about}: ${text.slice(0, 80)}`).toBe(true);
  const hasText = (found.text ?? "").trim() !== "";
  expect(found.isPartial, about).toBe(found.outcome === "failed" && hasText ? true : undefined);
  // The report says it, and all that it printed is kept.
  const report = plain(end.report);
  for (const said of [found.message ?? "", ...incidents.slice(0, 3)]) expect(report, about).toContain(start(said));
  // One that was ended for its silence before it said a word need not have printed: on a busy machine it was still starting.
  const mayBeMute = !hasText && /was silent/.test(found.message ?? "");
  if (!mayBeMute) expect(statSync(join(end.folder, `raw/${player}.stdout.jsonl`)).size, about).toBeGreaterThan(0);
}

/** Words only, the first of what is long: renderers escape. */
const start = (text: string): string => plain(escaped(text)).slice(0, 80).trim();
const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, " ");
const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The key that lies in the user's home stands in nothing that was sent or kept. */
function expectSecretKept({ folder }: PanelEnd, one: FaultCase): void {
  for (const player of one.players) {
    const sent = server.requests(nameOf(one)(player)).map(({ body }) => JSON.stringify(body));
    expect(sent.filter((body) => body.includes(PLANTED)).length, player).toBe(0);
  }
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const kept = files.filter((path) => statSync(path).isFile() && readFileSync(path, "utf8").includes(PLANTED));
  expect(kept).toEqual([]);
}

/** What a review that went well leaves in the record. */
function expectWholeRecord({ review }: PanelEnd, player: Player): void {
  const found = review.runs.find(({ reviewer }) => reviewer === player);
  expect(review.receipt.readAll, player).toContain(player);
  expect(found?.toolCalls?.total, player).toBe(2);
  expect(found?.usage, player).toMatchObject({ inputTokens: 4200 });
  expect(found?.usage?.outputTokens, player).toBeGreaterThan(70);
  const { model } = review.reviewers.find(({ id }) => id === player) ?? {};
  expect(found?.model ?? model, player).toBe(model);
  expect(review.findings.filter(({ reviewer }) => reviewer === player).map(({ title }) => title)).toEqual([
    "add subtracts",
  ]);
  if (!AGENT_NAMES.includes(player)) return;
  expect(found?.program?.version).toBe(testedVersion(player));
  expect(found?.isolation?.level).toMatch(/bubblewrap|process/);
}
