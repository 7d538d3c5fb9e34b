// Makes ready clones of the benchmark's repositories in $PROBE_REPOS from those in $PROBE_MIRRORS (one folder for each,
// OWNER+NAME or OWNER+NAME/repo), with a configuration that has the set-up commands and the gate `test`.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneOf, type ProbeCommands, readManifest, requirePrepared } from "./manifest.ts";

const { folder, commands } = requirePrepared();
const mirrors = process.env["PROBE_MIRRORS"];
if (mirrors === undefined)
  throw new Error("set PROBE_MIRRORS to the folder of the repositories (bench/probe/README.md)");

for (const repository of readManifest()) {
  const name = repository.name.replace("/", "+");
  const own = commands[repository.name];
  const from = [join(mirrors, name, "repo"), join(mirrors, name)].find((path) => existsSync(path));
  if (own === undefined || from === undefined) {
    console.log(`${repository.name}: skipped, no ${own === undefined ? "commands" : "repository"}`);
    continue;
  }
  const clone = cloneOf(folder, repository);
  if (!existsSync(clone)) makeClone(from, clone);
  writeFileSync(join(clone, "deep-review.config.json"), configuration(own));
  for (const change of repository.changes) for (const side of [change.base, change.head]) install(clone, own, side);
  console.log(`${repository.name}: ${repository.changes.length} changes`);
}

function makeClone(from: string, clone: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("git", ["clone", "--quiet", from, clone], { stdio: "inherit" });
  appendFileSync(join(clone, ".git/info/exclude"), "deep-review.config.json\n.deep-review/\n");
}

function configuration({ setup = [], test }: ProbeCommands): string {
  return `${JSON.stringify({ setup, gates: { test: { run: test, timeout: "3m" } } }, null, 2)}\n`;
}

function install(clone: string, { install: command }: ProbeCommands, commit: string): void {
  if (command === undefined) return;
  const scratch = mkdtempSync(join(tmpdir(), "deep-review-bench-probe-"));
  try {
    const archive = execFileSync("git", ["-C", clone, "archive", commit], { maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", scratch], { input: archive });
    execFileSync("/bin/sh", ["-c", command], { cwd: scratch, stdio: ["ignore", "ignore", "inherit"] });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
