import { existsSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "../../src/adapters/desk/set-up.ts";
import { openWorkingCopy } from "../../src/adapters/desk/working-copy.ts";
import { GATES_NAME } from "../../src/model/panel/gate.ts";
import type { HostileCase } from "./cases.ts";
import { type HostilePlace, PLANTED } from "./place.ts";

/** What became of a hostile command. */
export interface HostileEnd {
  readonly name: string;
  /** What the report says. */
  readonly ended: string;
  readonly seconds: number;
  /** What is wrong, a phrase each. */
  readonly faults: readonly string[];
}

const MEGABYTE = 1024 * 1024;
/** The commands sleep for these many seconds, so that what is left of them is found. */
const SLEEPERS = /\bsleep 7123\d\b/;
const OUTSIDE = [
  "/",
  "/etc",
  "/usr",
  "/usr/local/bin",
  "/var",
  "/var/tmp",
  "/root",
  "/home",
  "/opt",
  "/srv",
  "/run",
  "/boot",
  "/tmp",
];

/** Runs one hostile command as a gate is run, and looks at everything that it must leave alone. */
export async function runHostile(one: HostileCase, place: HostilePlace): Promise<HostileEnd> {
  const before = place.snapshot();
  const faults: string[] = [];
  const ends: string[] = [];
  const begun = performance.now();
  for (let at = 0; at < (one.times ?? 1); at += 1) ends.push(await runOnce(one, place, faults));
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  if (place.snapshot() !== before) faults.push("home, repository or another folder changed");
  const planted = OUTSIDE.flatMap((folder) =>
    ["pwned", "pwned-by-postinstall", "limit.txt", "again"].map((name) => join(folder, name)),
  );
  faults.push(...planted.filter((path) => existsSync(path)).map((path) => `wrote ${path}`));
  faults.push(...living().map((command) => `left running: ${command}`));
  if (new Set(ends).size > 1) faults.push(`ended differently: ${ends.join("; ")}`);
  if (place.asked() > 0) faults.push("reached a server of the machine");
  return { name: one.name, ended: ends[0] ?? "", seconds, faults };
}

async function runOnce(one: HostileCase, place: HostilePlace, faults: string[]): Promise<string> {
  const { desk, sandbox, repository, desks } = place;
  const host = { sandbox, path: process.env["PATH"] ?? "", hidden: [repository, desks] };
  const copy = await openWorkingCopy(desk, GATES_NAME.toLowerCase(), host);
  const { bavail, bsize } = statfsSync(copy.folder);
  const isDisk = one.name === "fills the disk";
  const limits = {
    ...DEFAULT_LIMITS,
    memory: 600 * MEGABYTE,
    processes: 64,
    output: 8 * MEGABYTE,
    freeDisk: isDisk ? bavail * bsize - 300 * MEGABYTE : DEFAULT_LIMITS.freeDisk,
  };
  try {
    const signal = new AbortController().signal;
    const run = await copy.run(one.command(place), { timeoutSeconds: one.seconds, signal, limits });
    if (!one.ended.test(run.ended)) faults.push(`ended otherwise: ${run.ended}`);
    if (one.printed?.test(run.output) === false)
      faults.push(`printed otherwise: ${JSON.stringify(run.output.slice(-300))}`);
    if (one.not?.test(run.output) === true || run.output.includes(PLANTED))
      faults.push("printed what it must not know");
    if (run.output.length > 8000) faults.push("more output is kept than was asked for");
    return run.ended;
  } finally {
    await copy.close().catch((error: unknown) => faults.push(`not removed: ${String(error)}`));
    if (existsSync(copy.folder)) faults.push("the copy is still there");
  }
}

function living(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      } catch {
        return "";
      }
    })
    .filter((command) => SLEEPERS.test(command));
}
