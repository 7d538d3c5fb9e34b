import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AGENTS } from "#reviewers/agent/registry.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import type { RecordingFacts } from "../test/reviewers/agent/contract/fixture.ts";
import { endedTools, modelOf, replay, usageOf } from "../test/reviewers/agent/contract/replay.ts";
import { type ModelServer, startModelServer } from "../test/agents/model-server/model-server.ts";
import { RECORDED_CASES, type RecordedCase } from "./record-agent/cases.ts";
import { runCase } from "./record-agent/run-case.ts";
import type { Printed } from "./record-agent/run-program.ts";

/**
 * Records real runs of an agent's program against the scripted model server, as fixtures of the contract suite:
 * `npx tsx tools/record-agent.ts <id> <program> <version> [case …]`.
 * What a recording must come to is kept when it is recorded again. For a new one it is drafted: text and outcome from
 * the script, the rest from what the reader makes of it. Read that with your own eyes before you commit it.
 */
async function main([id = "", program = "", version = "", ...names]: readonly string[]): Promise<void> {
  const adapter = AGENTS.find((one) => one.id === id);
  if (adapter === undefined || program === "" || version === "") {
    throw new Error("Say which agent, its program and its version: claude /path/to/claude 2.1.325 [case …]");
  }
  const scripts = Object.fromEntries(Object.entries(RECORDED_CASES).map(([name, { script }]) => [name, script]));
  const server = await startModelServer({ scenarios: scripts });
  try {
    for (const name of names.length > 0 ? names : Object.keys(RECORDED_CASES)) {
      const job = { program, version };
      process.stdout.write(`${id} ${name}: ${await record(adapter, name, { server, job })}\n`);
    }
  } finally {
    await server.close();
  }
}

async function record(
  adapter: AgentAdapter,
  name: string,
  { server, job }: { server: ModelServer; job: { program: string; version: string } },
): Promise<string> {
  const recorded = RECORDED_CASES[name];
  if (recorded === undefined) throw new Error(`There is no case ${name}.`);
  const { printed, asked } = await runCase(adapter, name, { server, ...job });
  // A recording of an older version stands beside the one of the tested version.
  const called = job.version === adapter.tested ? name : `${name}-${job.version}`;
  return save(adapter, called, { recorded, printed, about: { version: job.version, asked } });
}

function save(
  adapter: AgentAdapter,
  name: string,
  {
    recorded,
    printed,
    about,
  }: { recorded: RecordedCase; printed: Printed; about: Pick<RecordingFacts, "version" | "asked"> },
): string {
  const folder = new URL(`../test/fixtures/agents/${adapter.id}/`, import.meta.url).pathname;
  mkdirSync(folder, { recursive: true });
  const exit = { code: printed.code, signal: printed.signal, complaint: printed.stderr.slice(-1500) };
  const facts = { note: recorded.note, ...about, exit };
  const expect = expectationOf(join(folder, `${name}.json`)) ?? draft(adapter, { ...facts, recorded }, printed.stdout);
  writeFileSync(join(folder, `${name}.jsonl`), printed.stdout);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ ...facts, expect }, null, 2)}\n`);
  return `${printed.stdout.split("\n").length - 1} lines, ${exit.signal ?? `exit code ${exit.code}`}`;
}

function expectationOf(path: string): RecordingFacts["expect"] | undefined {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as RecordingFacts).expect;
  } catch {
    return undefined;
  }
}

function draft(
  adapter: AgentAdapter,
  { recorded, ...facts }: Omit<RecordingFacts, "expect"> & { recorded: RecordedCase },
  stdout: string,
): unknown {
  const { outcome, blocks, waitSeconds } = recorded;
  const lines = stdout.replace(/\n$/, "").split("\n");
  const whole = { ...facts, expect: { outcome: "ok" as const, blocks, tools: [] } };
  const { events } = replay(adapter, whole, { lines, exit: facts.exit });
  const tools = endedTools(events).map(({ name, action, state, paths, lines: asked, output }) => {
    return { name, action, state, paths, lines: asked, shows: output?.slice(0, 60) };
  });
  return { outcome, waitSeconds, blocks, tools, usage: usageOf(events), model: modelOf(events) };
}

await main(process.argv.slice(2));
