import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { called, eventually, holders, isLiving } from "./survivors.ts";

let host: ChildProcess;
let mark = "";

beforeEach(async () => {
  mark = randomBytes(8).toString("hex");
  const path = new URL("host.ts", import.meta.url).pathname;
  host = spawn(process.execPath, ["--import", "tsx", path, mark], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    host.stdout?.once("data", () => resolve());
    host.once("exit", () => reject(new Error("the host ended too early")));
  });
  // The trees say so before their last sleepers have begun.
  await eventually(() => sleepers().length === 9);
});
afterEach(() => {
  host.kill("SIGKILL");
  for (const pid of [...holders("TEST_MARK", mark), ...family(host.pid ?? 0), ...called("3603")]) endIfLiving(pid);
});

const sleepers = (): number[] => ["3600", "3601", "3602"].flatMap((seconds) => called(seconds)).filter(isOurs);
/** The sleeper without environment is told by where it comes from; other tests may sleep as long. */
const isOurs = (pid: number): boolean => family(host.pid ?? 0).includes(pid);

/** It may have ended by itself since it was listed. */
function endIfLiving(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Living processes below this one. */
function family(root: number): number[] {
  const rows = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isLiving(Number(name)))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  const found = new Set([root]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [pid, parent] of rows) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}

/** Whether no signal waits for it any more. */
function hasHeardAll(pid: number): boolean {
  const pending = readFileSync(`/proc/${pid}/status`, "latin1").match(/^(?:Sig|Shd)Pnd:\t\w+$/gm) ?? [];
  return pending.length === 2 && pending.every((line) => /\t0+$/.test(line));
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

describe("when we are killed", () => {
  test("nothing of three trees lives on, and no guard", async () => {
    // These have no parent any more by which they could be told.
    expect(await eventually(() => called("3603").length === 3)).toBe(true);
    const all = [...family(host.pid ?? 0), ...called("3603")];
    const guards = all.filter((pid) => called("deep-review-guard").includes(pid));
    expect(guards).toHaveLength(3);
    expect(sleepers()).toHaveLength(9);
    host.kill("SIGKILL");
    expect(await eventually(() => all.filter(isLiving).length === 0)).toBe(true);
    expect(all.filter(isLiving)).toEqual([]);
    expect(holders("TEST_MARK", mark)).toEqual([]);
  });

  test("signals that a terminal or a user sends to a guard do not end it", async () => {
    const guards = family(host.pid ?? 0).filter((pid) => called("deep-review-guard").includes(pid));
    for (const pid of guards)
      for (const name of ["SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT"] as const) process.kill(pid, name);
    expect(await eventually(() => guards.every(hasHeardAll))).toBe(true);
    expect(guards.filter(isLiving)).toEqual(guards);
    for (const pid of guards) {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const [, , , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      expect(Number(session)).toBe(pid);
    }
  });
});
