import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { requireSandbox } from "../adapters/sandbox/require-sandbox.ts";
import { newestIn } from "../helpers/run-program.ts";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

const sandbox = await requireSandbox();
const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
let here: SmallRepository;
let mark = "";

beforeEach(() => {
  here = makeSmallRepository();
  mark = `gate-of-${process.pid}-${Date.now()}`;
  const put = (name: string, text: string) => writeFileSync(join(here.folder, name), text);
  const commit = (message: string) => {
    here.git("add", ".");
    here.git("commit", "-qm", message);
  };
  put("wait.txt", "0\n");
  configure({ slow: `sh -c 'sleep $(cat wait.txt); : ${mark}'` });
  commit("Begin");
  here.git("checkout", "-qb", "change");
  put("wait.txt", "300\n");
  commit("Wait");
});
afterEach(() => here.remove());

const configure = (gates: object): void =>
  writeFileSync(join(here.folder, "deep-review.config.json"), JSON.stringify({ gates }));

/** The processes of the gate. */
const running = (): string[] =>
  execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(mark));

async function until(isSo: () => boolean): Promise<void> {
  for (let at = 0; at < 300 && !isSo(); at += 1) await sleep(100);
  expect(isSo()).toBe(true);
}

async function startReview(): Promise<ChildProcess> {
  const env = { PATH: process.env["PATH"], HOME: here.home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" };
  const child = spawn(process.execPath, [cli, "--allow-run"], { cwd: here.folder, env, stdio: "ignore" });
  await until(() => running().length > 0);
  return child;
}

const desks = (): string[] => readdirSync(join(here.home, ".cache/deep-review/desks"));
const reviews = () => join(here.folder, ".deep-review/reviews");
const record = () => JSON.parse(readFileSync(join(reviews(), newestIn(reviews()), "review.json"), "utf8"));

describe.skipIf(sandbox === undefined)("a review that ends while a gate runs", () => {
  test("by Ctrl-C leaves no process and no copy, and resume runs the gate again", async () => {
    const child = await startReview();
    const ended = once(child, "exit");
    child.kill("SIGINT");
    const [code, signal] = await ended;
    expect([code, signal]).toContainEqual(code === null ? "SIGINT" : 130);
    await until(() => running().length === 0);
    expect(desks()).toEqual([]);
    configure({ slow: "true" });
    here.run("resume", "--allow-run");
    expect(record().gates).toMatchObject([{ name: "slow", command: "true", state: "green" }]);
  });

  test("by kill -9 leaves no process; the next start removes its copies, and runs nothing that is not allowed again", async () => {
    const before = here.git("status", "--porcelain", "--", ":!.deep-review").toString();
    const child = await startReview();
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await until(() => running().length === 0);
    expect(here.git("status", "--porcelain", "--", ":!.deep-review").toString()).toBe(before);
    expect(here.run("resume").status).toBe(3);
    expect(desks()).toEqual([]);
    expect(record().verdict.because).toContain("Gates did not end and is required");
    expect(JSON.stringify(record().runs)).toContain("allow it again with --allow-run");
  });
});
