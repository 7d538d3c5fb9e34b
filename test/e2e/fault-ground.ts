import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { runProgram } from "../helpers/run-program.ts";
import { type FaultGround, prepareGround } from "../../bench/lib/fault-round.ts";
import { namesIn } from "../../bench/lib/kill-points.ts";

export const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
export let ground: FaultGround;
/** The archive of the test that runs. */
export let archive = "";
export let rounds = 0;

/** Prepares one repository for all tests of a file, and an archive for each. */
export function useFaultGround(): void {
  beforeAll(() => {
    ground = prepareGround();
  });
  afterAll(() => ground.close());
  beforeEach(() => {
    rounds += 1;
    archive = join(ground.folder, `archive ${rounds}`);
  });
  afterEach(() => rmSync(archive, { recursive: true, force: true }));
}

export const options = () => ({
  cwd: ground.folder,
  env: { PATH: process.env["PATH"], HOME: ground.folder, GIT_CONFIG_NOSYSTEM: "1", TMPDIR: tmpdir() },
  encoding: "utf8" as const,
});

/** A script of one quick and one slow or long-winded reviewer. */
export function script({ seconds = 0.1, length = 100 }): string {
  const says = `### Important Issues\n\nI1. **It is wrong** — \`relay.ts:2\` (important, gap)\n\n`;
  const path = join(ground.folder, `script-${rounds}.json`);
  const slow = { id: "slow", name: "Slow", seconds, says: says + "word ".repeat(length / 5) };
  writeFileSync(path, JSON.stringify({ reviewers: [{ id: "quick", name: "Quick", says }, slow] }));
  return path;
}

export const run = (...args: string[]) => runProgram(args, options());
export const folderOf = (round = 0): string =>
  join(archive, "reviews", namesIn(join(archive, "reviews"))[round] ?? "none");
export const recordOf = (round = 0) => JSON.parse(readFileSync(join(folderOf(round), "review.json"), "utf8"));

/** Starts a round and waits until what it has written meets the condition. */
export async function startUntil(condition: () => boolean, ...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], { ...options(), stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  while (!condition() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
  return { child, ended, said: () => stderr };
}

/** Whether small disks can be made here. */
export const MOUNTS = process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  const folder = join(tmpdir(), `deep-review-mount-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
  if (status === 0) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

/** Runs the test with the archive on a small disk of its own. */
export function onDisk(size: string, work: () => void): void {
  mkdirSync(archive);
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", archive]);
  try {
    work();
  } finally {
    spawnSync("umount", [archive]);
  }
}
