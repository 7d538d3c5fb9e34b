// A panel of six agents, real programs against a scripted model server on loopback that thinks and streams for 20 to 60
// seconds: how much longer the whole review takes than its slowest reviewer, how long until the first agent starts, and
// how much memory we need ourselves. `npm run test:agents` installs the programs.
import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startModelServer } from "../test/agents/model-server/model-server.ts";
import type { Scenario, Step } from "../test/agents/model-server/scenario.ts";
import { agentPrograms } from "../tools/agent-programs.ts";
import { generateProject } from "./lib/generate-project.ts";
import { printTable, writeResults } from "./lib/results.ts";

const cli = new URL("../dist/cli.js", import.meta.url).pathname;
const FILES = Number(process.argv[2] ?? 1000);

/** Who sits on the panel, and how long its model takes. Two of one program are told apart by their model. */
const SEATS = [
  { use: "claude", id: "claude", model: "claude-opus-5-5", seconds: 20 },
  { use: "claude", id: "claude-2", model: "claude-sonnet-5", seconds: 35 },
  { use: "codex", id: "codex", model: "scripted-a", seconds: 28 },
  { use: "codex", id: "codex-2", model: "scripted-b", seconds: 60 },
  { use: "gemini", id: "gemini", model: "gemini-2.5-pro", seconds: 45 },
  { use: "gemini", id: "gemini-2", model: "gemini-2.5-flash", seconds: 52 },
];

const folder = mkdtempSync(join(homedir(), ".cache-deep-review-bench-"));
try {
  await bench();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function bench(): Promise<void> {
  const [repository, home, bin] = [join(folder, "repository"), join(folder, "home"), join(folder, "bin")];
  generateProject(repository, FILES, 20);
  for (const path of [home, bin, join(home, ".config/deep-review")]) mkdirSync(path, { recursive: true });
  for (const { name, path } of agentPrograms()) symlinkSync(path, join(bin, name));
  const panel = SEATS.map(({ use, id, model }) => ({ use, id, model }));
  writeFileSync(join(home, ".config/deep-review/config.json"), JSON.stringify({ panel }));
  const server = await startModelServer({ scenarios: { all: scenario() } });
  const env = {
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: server.url("all"),
    CODEX_API_KEY: "test-key",
    OPENAI_BASE_URL: `${server.url("all")}/v1`,
    GEMINI_API_KEY: "test-key",
    GOOGLE_GEMINI_BASE_URL: server.url("all"),
  };
  const rounds = [];
  for (let round = 1; round <= 2; round += 1) rounds.push(await measure(repository, env));
  await server.close();
  show(rounds);
}

/** It reads the instructions, thinks for most of its time, and streams its review over the rest. */
function scenario(): Scenario {
  const review = reviewText();
  const timed = ({ model }: { readonly model: string }, step: Step): Step => {
    const milliseconds = (SEATS.find((seat) => seat.model === model)?.seconds ?? 20) * 1000;
    return { ...step, delayMs: milliseconds * 0.7, chunkMs: (milliseconds * 0.3) / Math.ceil(review.length / 24) };
  };
  return {
    steps: [
      { text: "I read the instructions.", calls: [{ tool: "read", path: "review/INSTRUCTIONS.md" }] },
      (request) => timed(request, { text: review }),
    ],
  };
}

function reviewText(): string {
  const findings = Array.from({ length: 12 }, (_, at) =>
    [
      `#### S${at + 1}. compute${at * 50} keeps a bound that is too small`,
      `\`src/part${at}/unit${at * 50}.ts:4\` (suggestion, regression)`,
      `\`\`\`ts\n  if (value > 0) return compute${at * 50 + 1}(value - 1);\n\`\`\``,
      "A value between the old and the new bound takes the other branch now.",
      "Fix: keep the old bound.",
    ].join("\n\n"),
  );
  return ["## Executive Summary\n\nTwelve small things.", "## Findings\n\n### Suggestions", ...findings].join("\n\n");
}

interface Figures {
  readonly wall: number;
  readonly slowest: number;
  readonly ratio: number;
  readonly firstAgent: number;
  readonly megabytes: number;
  readonly ended: number;
}

async function measure(repository: string, env: Readonly<Record<string, string>>): Promise<Figures> {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, "HEAD", "--quiet", "--archive", join(folder, "archive")], {
    cwd: repository,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const watched = watch(child.pid ?? 0, started);
  await new Promise((resolve) => child.on("close", resolve));
  const wall = (performance.now() - started) / 1000;
  const { firstAgent, megabytes } = await watched;
  const id =
    readdirSync(join(folder, "archive", "reviews"))
      .sort()
      .at(-1) ?? "";
  const record = read(join(folder, "archive", "reviews", id, "review.json"));
  const { runs } = JSON.parse(record) as { runs: { outcome: string; durationSeconds: number }[] };
  const slowest = Math.max(...runs.map(({ durationSeconds }) => durationSeconds));
  const ended = runs.filter(({ outcome }) => outcome === "completed").length;
  return { wall, slowest, ratio: wall / slowest, firstAgent, megabytes, ended };
}

/** Looks at the system's table of processes: when the first program of an agent runs, and how large we become. */
async function watch(pid: number, started: number): Promise<{ firstAgent: number; megabytes: number }> {
  let firstAgent = Number.NaN;
  let megabytes = 0;
  for (;;) {
    const status = read(`/proc/${pid}/status`);
    if (status === "") return { firstAgent, megabytes };
    megabytes = Math.max(megabytes, Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024));
    if (Number.isNaN(firstAgent) && agentRuns()) firstAgent = (performance.now() - started) / 1000;
    await sleep(Number.isNaN(firstAgent) ? 5 : 200);
  }
}

function agentRuns(): boolean {
  const programs = new Set(agentPrograms().map(({ path }) => realpathSync(path)));
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return programs.has(readlinkSync(`/proc/${name}/exe`));
    } catch {
      return false;
    }
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function show(rounds: readonly Figures[]): void {
  const round = (value: number, digits: number): number => Number(value.toFixed(digits));
  printTable([
    ["panel of six", "wall s", "slowest s", "wall / slowest", "first agent after s", "our peak MB", "reviewers ended"],
    ...rounds.map((figures, at) => [
      at === 0 ? "cold" : "warm",
      round(figures.wall, 2),
      round(figures.slowest, 2),
      round(figures.ratio, 3),
      round(figures.firstAgent, 2),
      figures.megabytes,
      figures.ended,
    ]),
  ]);
  writeResults("panel", { files: FILES, rounds });
}
