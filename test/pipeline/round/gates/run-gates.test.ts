import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import { type GateHost, runGates } from "#pipeline/round/gates/run-gates.ts";
import { describeGateRemarks } from "#steps/judge-gates/describe-gates.ts";
import { makeRepository, type TemporaryRepository } from "../../../adapters/git/temporary-repository.ts";
import { isTemporary, makeVisibleFolder, requireSandbox } from "../../../adapters/sandbox/require-sandbox.ts";

const sandbox = await requireSandbox();
const NONE: Sandbox = {
  level: "none",
  says: "no sandbox: bubblewrap is not installed",
  wrap: async (launch) => launch,
};

let folder = "";
let repository: TemporaryRepository;
let opened: OpenedChange;

beforeEach(async () => {
  folder = makeVisibleFolder();
  mkdirSync(join(folder, "user/.ssh"), { recursive: true });
  writeFileSync(join(folder, "user/.ssh/id_rsa"), "PRIVATE\n");
  vi.stubEnv("HOME", join(folder, "user"));
  repository = makeRepository({ at: join(folder, "hookrelay") });
  repository.git("init", "-q", "-b", "main");
  repository.git("config", "user.name", "Tess");
  repository.git("config", "user.email", "tess@example.invalid");
  repository.commit("Give up after three", { "limit.txt": "3\n" });
  repository.commit("Try harder", { "limit.txt": "9\n" });
  opened = await openChange({ folder: repository.folder, target: "HEAD" });
});
afterEach(async () => {
  await opened.close();
  vi.unstubAllEnvs();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const notes: string[] = [];

const plan = (...commands: string[]) => ({
  commands,
  sandbox: () => Promise.resolve(sandbox ?? NONE),
  hidden: [],
  network: false,
});

function hostOf(over: Partial<GateHost> = {}): GateHost {
  const { base = "", head = "" } = opened.change.scope;
  notes.length = 0;
  return {
    sandbox: sandbox ?? NONE,
    desk: { owner: "round", store: opened.store, root: join(folder, "desks") },
    head,
    base,
    path: "/usr/local/bin:/usr/bin:/bin",
    hidden: [repository.folder],
    signal: new AbortController().signal,
    progress: (note) => void notes.push(note),
    ...over,
  };
}

const gate = (command: string, timeoutSeconds = 20, name = "test") => ({ name, command, timeoutSeconds });
const runOne = async (command: string, over: Partial<GateHost> = {}, seconds = 20) =>
  (await runGates([gate(command, seconds)], hostOf(over)))[0];
const left = () => readdirSync(join(folder, "desks"));

describe.skipIf(sandbox === undefined)("a gate", () => {
  test("that passes runs once, at the head", async () => {
    const done = await runOne("cat limit.txt");
    expect(done).toMatchObject({ state: "green", isolation: { level: sandbox?.level } });
    expect(done?.runs).toMatchObject([{ side: "head", exitCode: 0, output: "9\n" }]);
    expect(notes).toEqual(["running test at the head"]);
  });

  test("that the change made red ran twice at the head and once at the base", async () => {
    const done = await runOne("node -e \"process.exit(require('fs').readFileSync('limit.txt', 'utf8') > 5 ? 4 : 0)\"");
    expect(done).toMatchObject({
      state: "newly-red",
      why: "it passes at the base and fails at the head (exit code 4)",
    });
    expect(done?.runs.map(({ side, exitCode }) => [side, exitCode])).toEqual([
      ["head", 4],
      ["head", 4],
      ["base", 0],
    ]);
  });

  test("that was red before is not the change's fault", async () => {
    expect(await runOne("echo broken; exit 3")).toMatchObject({ state: "red-before", runs: { length: 3 } });
  });

  test("that fails once and then passes is flaky, and does not run at the base", async () => {
    let count = 0;
    const counting: Sandbox = {
      ...sandbox!,
      wrap: (launch, policy) => sandbox!.wrap({ ...launch, env: { ...launch.env, RUN: String(++count) } }, policy),
    };
    const done = await runOne('test "$RUN" = 2', { sandbox: counting });
    expect(done).toMatchObject({
      state: "flaky",
      why: "it failed once at the head (exit code 1) and passed when it ran again",
    });
    expect(done?.runs.map(({ side, exitCode }) => [side, exitCode])).toEqual([
      ["head", 1],
      ["head", 0],
    ]);
  });

  test("that is not there could not run, nor could one that does not end: a time-out is not a pass", async () => {
    expect(await runOne("no-such-program --all")).toMatchObject({ state: "could-not-run", runs: [{ exitCode: 127 }] });
    const hung = await runOne("echo begun; sleep 600", {}, 1);
    expect(hung).toMatchObject({
      state: "could-not-run",
      why: "it was stopped after 1 s",
      runs: [{ output: "begun\n" }],
    });
    expect(hung?.runs[0]?.exitCode).toBeUndefined();
  });

  test("that fails without a base could not be compared", async () => {
    expect(await runOne("false", { base: undefined })).toMatchObject({
      state: "could-not-run",
      why: "it fails at the head (exit code 1), and there is no commit before the change to compare with",
    });
  });

  test("needs its set-up, which prepares each side; what that installs in its home is there", async () => {
    const desk = { ...hostOf().desk, setup: plan("echo ready > prepared.txt; echo tool > $HOME/tool") };
    expect(await runOne("cat prepared.txt $HOME/tool", { desk })).toMatchObject({
      state: "green",
      runs: [{ output: "ready\ntool\n" }],
    });
    const broken = { ...desk, setup: plan("exit 7") };
    expect(await runOne("true", { desk: broken })).toEqual({
      name: "test",
      command: "true",
      state: "could-not-run",
      why: "the set-up command `exit 7` failed at the head: exit code 7 (it had no network: the configuration is not trusted, or says so)",
      runs: [],
    });
  });

  test("gets a new copy each time, and the user's checkout is never touched", async () => {
    const before = execFileSync("git", ["status", "--porcelain"], { cwd: repository.folder, encoding: "utf8" });
    const command = "test ! -e made && touch made && echo 0 > limit.txt && false";
    expect((await runOne(command))?.runs.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
    expect(readFileSync(join(repository.folder, "limit.txt"), "utf8")).toBe("9\n");
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: repository.folder, encoding: "utf8" })).toBe(before);
    await opened.close();
    expect(left()).toEqual([]);
  });

  test("sees neither the user's home nor the checkout, writes nowhere else, and reaches no network", async () => {
    const calls: string[] = [];
    const server = createServer((socket) => {
      calls.push("called");
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const done = await runOne(
      [
        `cat ${join(folder, "user/.ssh/id_rsa")} && echo read-key`,
        `cat ~/.ssh/id_rsa && echo read-key`,
        `cat ${join(repository.folder, "limit.txt")} && echo read-checkout`,
        `touch ${join(folder, "left")} && echo wrote`,
        `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}' && echo connected`,
        "echo done",
      ].join("\n"),
    );
    server.close();
    expect(done?.runs[0]?.output).toContain("done");
    expect(done?.runs[0]?.output).not.toMatch(/read-key|read-checkout|connected|PRIVATE/);
    expect(done?.runs[0]?.output.includes("wrote") === true && !isTemporary(folder)).toBe(false);
    expect(calls).toEqual([]);
    expect(existsSync(join(folder, "left"))).toBe(false);
  });

  test("that prints without end is stopped, and only the end of its output is kept, masked", async () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const done = await runOne(`echo begun; yes ${key}`, {}, 1);
    expect(done).toMatchObject({ state: "could-not-run", runs: [{ cut: true }] });
    expect(done?.runs[0]?.output.length).toBeLessThanOrEqual(8000);
    expect(done?.runs[0]?.output).not.toMatch(/begun|ghp_a1B2/);
  });

  test("leaves no process behind, whatever it forks", async () => {
    const mark = `gate-${process.pid}-${Date.now()}`;
    const done = await runOne(
      `for i in 1 2 3 4 5; do sh -c 'sleep 300 # ${mark}' & done; (setsid sh -c 'sleep 301; : ${mark}' &) ; echo forked`,
    );
    expect(done?.runs[0]?.output).toContain("forked");
    const running = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
    expect(running.split("\n").filter((line) => line.includes(mark) && !line.includes("ps "))).toEqual([]);
  });

  test("is ended with the round, and nothing is left", async () => {
    const stop = new AbortController();
    const running = runOne("echo begun; sleep 300", { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("stopped by the user")), 1500);
    await expect(running).rejects.toThrow("stopped by the user");
    await opened.close();
    expect(left()).toEqual([]);
  });
});

test("without a sandbox gates run only if the user said so in words, and each says that there was none", async () => {
  const [done] = await runGates([gate("cat limit.txt")], hostOf({ sandbox: NONE, mayLackSandbox: true }));
  expect(done).toMatchObject({ state: "green", isolation: { level: "process", note: NONE.says } });
  expect(describeGateRemarks([done!])).toEqual([
    "the gates ran without a sandbox: they could reach your files and the network",
  ]);
});

test("without a sandbox nothing runs, and each gate says why", async () => {
  const file = join(folder, "ran");
  const results = await runGates([gate(`touch ${file}`), gate("true", 5, "types")], hostOf({ sandbox: NONE }));
  expect(results.map(({ name, state, why }) => [name, state, why])).toEqual([
    ["test", "could-not-run", NONE.says],
    ["types", "could-not-run", NONE.says],
  ]);
  expect(existsSync(file)).toBe(false);
});
