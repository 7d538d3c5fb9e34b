// Reviews generated repositories of 100, 1,000 and 10,000 files with a 20-file change, and one change of 10,000 files: cold
// and warm, beside `git diff` and one run of oxlint over the same tree in the same run. The index of the whole tree is
// measured alone too, and so is the review of files that are not committed, beside `git add` of them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentOf, generateProject, git, pathOf, put } from "./lib/generate-project.ts";
import { printTable, writeResults } from "./lib/results.ts";

const root = new URL("..", import.meta.url).pathname;
const cli = join(root, "dist/cli.js");
const oxlint = join(root, "node_modules/oxlint/bin/oxlint");

interface Plan {
  readonly name: string;
  readonly files: number;
  readonly changed: number;
}

const plans: readonly Plan[] = [
  { name: "100 files, 20 changed", files: 100, changed: 20 },
  { name: "1,000 files, 20 changed", files: 1000, changed: 20 },
  { name: "10,000 files, 20 changed", files: 10_000, changed: 20 },
  { name: "10,000 files, all changed", files: 10_000, changed: 10_000 },
];

const figures = plans.map(measure);
printTable([
  ["repository", "git diff s", "oxlint s", "cold s", "cold MB", "warm s", "warm MB", "warm / git diff", "findings"],
  ...figures.map((row) => [
    row.name,
    row.gitDiff,
    row.oxlint,
    row.cold.seconds,
    row.cold.megabytes,
    row.warm.seconds,
    row.warm.megabytes,
    Math.round(row.warm.seconds / row.gitDiff),
    row.findings,
  ]),
]);
console.log("");
printTable([
  ["repository", "index cold s", "index warm s", "index MB"],
  ...figures.map(({ name, index }) => [name, index.cold.seconds, index.warm.seconds, index.cold.megabytes]),
]);
const snapshots = [1000, 10_000].map(measureSnapshot);
console.log("");
printTable([
  ["uncommitted files", "snapshot s", "git add s"],
  ...snapshots.map(({ files, snapshot, gitAdd }) => [files, snapshot, gitAdd]),
]);
writeResults("review", { reviews: figures, snapshots });

function measure({ name, files, changed }: Plan) {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-bench-"));
  const archive = join(folder, "archive");
  const repository = join(folder, "repository");
  try {
    generateProject(repository, files, changed);
    const index = indexOf(repository, join(folder, "facts"));
    const cold = review(repository, archive);
    const warm = review(repository, archive);
    return {
      name,
      gitDiff: timed("git", ["-C", repository, "diff", "--stat", "HEAD~1", "HEAD"]).seconds,
      oxlint: existsSync(oxlint) ? timed(process.execPath, [oxlint, "--quiet", repository]).seconds : Number.NaN,
      index,
      cold,
      warm,
      findings: warm.findings,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The index of both sides alone, in a process of its own: reading git, the words of every file, the cache. */
function indexOf(repository: string, cache: string) {
  const program = join(root, "bench/lib/index-only.ts");
  const run = () => {
    const { stdout } = timed(process.execPath, ["--import", "tsx", program, repository, cache]);
    return JSON.parse(stdout) as { seconds: number; megabytes: number };
  };
  return { cold: run(), warm: run() };
}

function measureSnapshot(files: number) {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-bench-"));
  const repository = join(folder, "repository");
  try {
    mkdirSync(repository);
    git(repository, "init", "-q");
    for (let at = 0; at < files; at += 1) put(repository, pathOf(at), contentOf(at, files, 1));
    const open = ["--import", "tsx", join(root, "bench/lib/snapshot-only.ts"), repository];
    const snapshot = (JSON.parse(timed(process.execPath, open).stdout) as { seconds: number }).seconds;
    rmSync(join(repository, ".git/objects"), { recursive: true });
    git(repository, "init", "-q");
    const gitAdd = timed("git", ["-C", repository, "add", "-A"]).seconds;
    return { files, snapshot, gitAdd };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function review(repository: string, archive: string) {
  const { seconds, megabytes, stdout } = timed(process.execPath, [
    cli,
    "HEAD",
    "--repo",
    repository,
    "--archive",
    archive,
    "--json",
  ]);
  return { seconds, megabytes, findings: JSON.parse(stdout).review.findings.length as number };
}

function timed(command: string, args: readonly string[]) {
  const probe = `process.on("exit", () => process.stderr.write("peak:" + process.resourceUsage().maxRSS + "\\n"));`;
  const own = command === process.execPath ? ["--import", `data:text/javascript,${encodeURIComponent(probe)}`] : [];
  const started = performance.now();
  const { stdout, stderr, error } = spawnSync(command, [...own, ...args], { encoding: "utf8", maxBuffer: 1 << 30 });
  if (error !== undefined) throw error;
  const seconds = Math.round((performance.now() - started) / 10) / 100;
  return { seconds, megabytes: Math.round(Number(/peak:(\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024), stdout };
}
