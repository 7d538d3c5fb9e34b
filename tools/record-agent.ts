import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AGENTS } from "#reviewers/agent/registry.ts";
import type { AgentAdapter, AgentJob } from "#reviewers/agent/agent-adapter.ts";
import type { RecordingFacts } from "../test/reviewers/agent/contract/fixture.ts";
import { endedTools, modelOf, replay, usageOf } from "../test/reviewers/agent/contract/replay.ts";
import { type ModelServer, startModelServer } from "../test/agents/model-server/model-server.ts";
import { RECORDED_CASES, type RecordedCase } from "./record-agent/cases.ts";
import { RECORDED_PROGRAMS } from "./record-agent/programs.ts";
import { type Printed, runProgram } from "./record-agent/run-program.ts";

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
  const settings = RECORDED_PROGRAMS[adapter.id];
  if (recorded === undefined || settings === undefined) throw new Error(`There is no case ${name} for ${adapter.id}.`);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "record-agent-")));
  try {
    const url = server.url(name);
    const asked = { model: settings.model };
    const whole = makeJob(root, { ...job, ...asked, variables: settings.variables(url) });
    const printed = await runProgram(adapter.plan(whole), whole, (end) => {
      const asked = server.requests(name).find(({ request }) => request !== undefined);
      if (recorded.signal !== undefined && asked !== undefined && Date.now() - asked.at > 900) end(recorded.signal);
    });
    // The pieces of a tool's input cut our paths in two, so that they cannot be found; nobody reads those.
    const scrub = (text: string): string =>
      text
        .replace(/"partial_json":"(?:[^"\\\n]|\\.)*"/g, '"partial_json":""')
        .replaceAll(root, "")
        .replaceAll(new URL(url).host, "127.0.0.1:9");
    // Stacks name the places of our machine and push everything else out of what is kept.
    const withoutStacks = (text: string): string => text.replaceAll(/\n +at [^\n]*/g, "");
    // A recording of an older version stands beside the one of the tested version.
    return save(adapter, job.version === adapter.tested ? name : `${name}-${job.version}`, {
      recorded,
      printed: { ...printed, stdout: scrub(printed.stdout), stderr: withoutStacks(scrub(printed.stderr)) },
      about: { version: job.version, asked },
    });
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** A desk with a little project of our own, and the other folders of a job. */
function makeJob(root: string, given: Pick<AgentJob, "program" | "version" | "model" | "variables">): AgentJob {
  const folder = (path: string): string => {
    mkdirSync(join(root, path), { recursive: true });
    return join(root, path);
  };
  const code = folder("desk/code/src");
  writeFileSync(
    join(code, "sum.js"),
    "export function add(a, b) {\n  return a - b;\n}\nexport const half = (n) => n / 2;\n",
  );
  writeFileSync(join(folder("desk/review"), "INSTRUCTIONS.md"), "# Review\n\nSay what is wrong.\n");
  writeFileSync(join(folder("outside"), "secret.txt"), "not for reviewers\n");
  const prompt = "Read review/INSTRUCTIONS.md and do what it says.";
  const folders = { desk: join(root, "desk"), home: folder("home"), tmp: folder("tmp") };
  return { ...folders, prompt, isSandboxed: false, retries: 1, ...given };
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
