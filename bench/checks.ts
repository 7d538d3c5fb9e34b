// Runs the built-in checks on commits of real repositories, and says how many of their findings were judged right.
//   npm run bench:checks -- --repos DIR [--changes 40] [--seed 1] [--files 30] [--recent 1000] [--judged FILE]
//   npm run bench:checks -- --repos DIR --list FILE [--judged FILE]
// DIR holds clones. FILE of --list has a repository (a folder of DIR) and a commit per line. FILE of --judged has JSON lines:
// repository, commit, check, path, line, verdict (true, plausible or false), reason.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { ANALYZERS } from "#reviewers/registry.ts";
import { settleWithLimit } from "#util/concurrency/work-queue.ts";
import { chooseChanges, type ChosenChange, readChanges } from "./checks/choose-changes.ts";
import { findVerdict, type Judged, readJudged, VERDICTS } from "./checks/judged.ts";
import type { ChangeResult, FoundByCheck } from "./checks/results.ts";
import { printTable, writeResults } from "./lib/results.ts";

const { values } = parseArgs({
  options: {
    repos: { type: "string" },
    list: { type: "string" },
    changes: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "30" },
    recent: { type: "string", default: "1000" },
    judged: { type: "string" },
    jobs: { type: "string", default: "2" },
    name: { type: "string", default: "checks" },
  },
});
const { repos } = values;
if (repos === undefined) throw new Error("--repos DIR is missing: a folder with clones");

const chosen =
  values.list === undefined
    ? chooseChanges({
        repos,
        count: Number(values.changes),
        seed: Number(values.seed),
        maxFiles: Number(values.files),
        recent: Number(values.recent),
      })
    : readChanges(values.list);
const judged = values.judged === undefined ? [] : readJudged(values.judged);

interface Row extends ChangeResult {
  readonly repository: string;
}

const rows = await runAll(chosen);
const findings = rows.flatMap(({ repository, commit, findings: found }) =>
  found.map((one) => ({ repository, commit, ...one, verdict: findVerdict(judged, { repository, commit, ...one }) })),
);
for (const { repository, commit, error } of rows) {
  if (error !== undefined) console.log(`not checked: ${repository} ${commit}: ${error}`);
}
printRepositories();
console.log("");
printChecks();
if (values.judged !== undefined) printUnjudged();
writeResults(values.name, { seed: Number(values.seed), changes: rows, findings });

/** Starts a process per repository, a few at a time. */
async function runAll(changes: readonly ChosenChange[]): Promise<Row[]> {
  const repositories = [...new Set(changes.map(({ repository }) => repository))];
  const work = repositories.map((repository) => async () => {
    const own = changes.filter((change) => change.repository === repository);
    const results = await runChecks(
      repository,
      own.map(({ commit }) => commit),
    );
    return results.map((result) => ({ repository, ...result }));
  });
  const settled = await settleWithLimit(work, Number(values.jobs));
  return settled.flatMap((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

async function runChecks(repository: string, commits: readonly string[]): Promise<ChangeResult[]> {
  const caches = join(tmpdir(), "deep-review-bench-checks");
  mkdirSync(caches, { recursive: true });
  const program = new URL("checks/run-checks.ts", import.meta.url).pathname;
  const args = ["--import", "tsx", program, join(repos ?? "", repository), join(caches, repository), ...commits];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const output = await text(child.stdout);
  const results = output.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ChangeResult]));
  if (results.length !== commits.length) throw new Error(`${repository}: only ${results.length} commits were checked`);
  return results;
}

function printRepositories(): void {
  const repositories = [...new Set(rows.map(({ repository }) => repository))];
  const line = (name: string, own: readonly Row[]): (string | number)[] => [
    name,
    own.length,
    own.filter((row) => row.findings.length > 0).length,
    own.reduce((sum, row) => sum + row.findings.length, 0),
    Math.round(own.reduce((sum, { seconds }) => sum + seconds, 0)),
  ];
  printTable([
    ["repository", "changes", "with a finding", "findings", "seconds"],
    ...repositories.map((name) =>
      line(
        name,
        rows.filter(({ repository }) => repository === name),
      ),
    ),
    line("all", rows),
  ]);
}

type JudgedFinding = FoundByCheck & Pick<Judged, "repository" | "commit"> & { verdict: Judged["verdict"] | undefined };

function printChecks(): void {
  const line = (name: string, own: readonly JudgedFinding[]): (string | number)[] => {
    const counts = VERDICTS.map((verdict) => own.filter((one) => one.verdict === verdict).length);
    const known = counts.reduce((sum, count) => sum + count, 0);
    const share = (count: number): string => (known === 0 ? "" : `${Math.round((100 * count) / known)} %`);
    const [right = 0, plausible = 0] = counts;
    const shares = [share(right), share(right + plausible)];
    return [name, own.length, ...(judged.length === 0 ? [] : [...counts, own.length - known, ...shares])];
  };
  const ids = ANALYZERS.flatMap(({ checks }) => checks.map(({ id }) => id));
  printTable([
    ["check", "findings", ...(judged.length === 0 ? [] : [...VERDICTS, "not judged", "true", "true or plausible"])],
    ...ids.flatMap((id) => {
      const own = findings.filter(({ check }) => check === id);
      return own.length === 0 ? [] : [line(id, own)];
    }),
    line("all", findings),
  ]);
}

function printUnjudged(): void {
  const open = findings.filter(({ verdict }) => verdict === undefined);
  if (open.length === 0) return;
  console.log(`\nNot judged: ${open.length}`);
  for (const { repository, commit, check, path, line, title } of open) {
    console.log(`  ${repository} ${commit.slice(0, 10)} ${check} ${path}:${line}\n    ${title}`);
  }
}
