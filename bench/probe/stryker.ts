// StrykerJS on the changed lines of the benchmark's JavaScript and TypeScript changes, to compare with: on our desk, in our
// sandbox, without network. `tsx bench/probe/stryker.ts [OWNER/NAME [HEAD]]`; PROBE_REPOS as in bench/probe/README.md.
// StrykerJS is not a dependency of this project: the commands file says where it is installed.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { type Desk, openDesk } from "#adapters/desk/open-desk.ts";
import { type CopyHost, openWorkingCopy } from "#adapters/desk/working-copy.ts";
import { openChange } from "#adapters/git/open-change.ts";
import { runGit } from "#adapters/git/git.ts";
import { findSandbox } from "#adapters/sandbox/find-sandbox.ts";
import { printTable, writeResults } from "../lib/results.ts";
import { cloneOf, type ProbeChange, readManifest, requirePrepared, type StrykerCommands } from "./manifest.ts";
import { isSource } from "./sources.ts";

const BUDGET_SECONDS = 15 * 60;
const DRY_RUN_MINUTES = 5;

interface StrykerResult {
  readonly repository: string;
  readonly head: string;
  /** Who ran the tests. With `command` nothing is known about coverage. */
  readonly runner: Runner;
  /** What kept it from a result. */
  readonly failed?: string;
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
  readonly noCoverage: number;
  readonly timedOut: number;
  /** Did not compile or run. */
  readonly errors: number;
  readonly ignored: number;
  readonly seconds: number;
  readonly survivors: readonly string[];
}

/** The changed lines of the head's sources, as StrykerJS takes them: `src/a.ts:10-12`. */
async function changedRanges(clone: string, { base, head }: ProbeChange): Promise<readonly string[]> {
  const diff = await runGit(clone, ["diff", "-U0", "-M", "--no-color", base, head]);
  const ranges: string[] = [];
  let file = "";
  for (const row of diff.stdout.toString("utf8").split("\n")) {
    if (row.startsWith("+++ ")) file = row.startsWith("+++ b/") ? row.slice(6) : "";
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row);
    if (hunk === null || file === "" || !isSource(file, "javascript")) continue;
    const [start, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    if (count > 0) ranges.push(`${file}:${start}-${start + count - 1}`);
  }
  return ranges;
}

type Runner = StrykerCommands["runner"];

function configuration(runner: Runner, test: string, mutate: readonly string[]): string {
  return JSON.stringify({
    mutate,
    testRunner: runner,
    commandRunner: { command: test },
    coverageAnalysis: runner === "command" ? "off" : "perTest",
    plugins: runner === "command" ? [] : [`@stryker-mutator/${runner}-runner`],
    reporters: ["json"],
    jsonReporter: { fileName: "stryker-report.json" },
    concurrency: 2,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: DRY_RUN_MINUTES,
    // The copy is ours and is thrown away.
    inPlace: true,
    checkers: [],
    allowConsoleColors: false,
  });
}

interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly mutants: readonly {
          readonly status: string;
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly location: { readonly start: { readonly line: number } };
        }[];
      }
    >
  >;
}

function count(report: Report) {
  const all = Object.entries(report.files).flatMap(([path, { mutants }]) => mutants.map((one) => ({ path, ...one })));
  const number = (...states: readonly string[]): number => all.filter(({ status }) => states.includes(status)).length;
  return {
    mutants: all.length - number("Ignored"),
    killed: number("Killed"),
    survived: number("Survived"),
    noCoverage: number("NoCoverage"),
    timedOut: number("Timeout"),
    errors: number("CompileError", "RuntimeError"),
    ignored: number("Ignored"),
    survivors: all
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map(
        (one) => `${one.path}:${one.location.start.line} ${one.mutatorName} ${one.status}: ${one.replacement ?? ""}`,
      ),
  };
}

const NOTHING = {
  mutants: 0,
  killed: 0,
  survived: 0,
  noCoverage: 0,
  timedOut: 0,
  errors: 0,
  ignored: 0,
  survivors: [],
};

/** Runs StrykerJS once, on a new copy of the desk. */
async function runOnce(desk: Desk, runner: Runner, { host, test, mutate }: RunRequest) {
  const copy = await openWorkingCopy(desk, "stryker", host);
  try {
    await writeFile(join(copy.code, "stryker.probe.json"), configuration(runner, test, mutate));
    const { signal } = new AbortController();
    const command = "node_modules/.bin/stryker run stryker.probe.json";
    const run = await copy.run(command, { timeoutSeconds: BUDGET_SECONDS, signal });
    const text = await readFile(join(copy.code, "stryker-report.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return { runner, ...count(JSON.parse(text) as Report), seconds: run.seconds };
    return { runner, ...NOTHING, failed: `${run.ended}: ${run.output.trim().slice(-1500)}`, seconds: run.seconds };
  } finally {
    await copy.close();
  }
}

interface RunRequest {
  readonly host: CopyHost;
  readonly test: string;
  readonly mutate: readonly string[];
}

/**
 * Runs StrykerJS on one change, with the runner `command` where its runner for the test program fails (it wants a newer
 * one). A run that fails is a result that says so.
 */
async function runStryker(clone: string, change: ProbeChange, own: { stryker: StrykerCommands; test: string }) {
  const { setup, runner } = own.stryker;
  const mutate = await changedRanges(clone, change);
  if (mutate.length === 0) return { runner, ...NOTHING, seconds: 0 };
  const sandbox = await findSandbox({ root: findDeskRoot(process.env) });
  if (sandbox.level === "none") throw new Error(sandbox.says);
  const opened = await openChange({ folder: clone, target: `${change.base}..${change.head}` });
  try {
    const plan = { commands: setup, sandbox: () => Promise.resolve(sandbox), hidden: [clone], network: false };
    const about = { owner: "bench-stryker", reviewer: "stryker", store: opened.store, bundle: [], setup: plan };
    const desk = await openDesk({ ...about, base: change.base, head: change.head });
    try {
      const failed = desk.setup.find(({ ok }) => !ok);
      if (failed !== undefined) return { runner, ...NOTHING, failed: `set-up: ${failed.ended}`, seconds: 0 };
      const host = { sandbox, path: process.env["PATH"] ?? "", hidden: [clone] };
      const request = { host, test: own.test, mutate };
      const first = await runOnce(desk, runner, request);
      return "failed" in first && runner !== "command" ? await runOnce(desk, "command", request) : first;
    } finally {
      await desk.close();
    }
  } finally {
    await opened.close();
  }
}

const [only, onlyHead] = process.argv.slice(2);
const { folder, commands } = requirePrepared();
const results: StrykerResult[] = [];
for (const repository of readManifest()) {
  const own = commands[repository.name];
  const { stryker, test } = own ?? {};
  if (stryker === undefined || test === undefined || (only !== undefined && only !== repository.name)) continue;
  for (const change of repository.changes) {
    if (onlyHead !== undefined && !change.head.startsWith(onlyHead)) continue;
    const clone = cloneOf(folder, repository);
    const result = await runStryker(clone, change, { stryker, test });
    results.push({ repository: repository.name, head: change.head, ...result });
    console.log(
      `${repository.name} ${change.head.slice(0, 10)}: ${result.seconds} s${"failed" in result ? `, ${result.failed}` : ""}`,
    );
  }
}
const numbers = (one: StrykerResult): number[] => [
  one.mutants,
  one.killed,
  one.survived,
  one.noCoverage,
  one.timedOut,
  one.errors,
  one.seconds,
];
printTable([
  ["repository", "head", "runner", "mutants", "killed", "survived", "no coverage", "timed out", "errors", "seconds"],
  ...results.map((one) => [one.repository, one.head.slice(0, 10), one.runner, ...numbers(one)]),
]);
writeResults("probe-stryker", results);
