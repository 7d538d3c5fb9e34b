import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import { type ReproHost, runRepros as runAll } from "#pipeline/agents/verify/run-repro.ts";
import { isTemporary, makeVisibleFolder, requireSandbox } from "../../../adapters/sandbox/require-sandbox.ts";
import { makeRepository, type TemporaryRepository } from "../../../adapters/git/temporary-repository.ts";
import { aFinding } from "../../../helpers/builders.ts";

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

function hostOf(over: Partial<ReproHost> = {}): ReproHost {
  const { base = "", head = "" } = opened.change.scope;
  return {
    allowRun: true,
    sandbox: sandbox ?? NONE,
    desk: { owner: "round", store: opened.store, root: join(folder, "desks") },
    head,
    base,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    hidden: [repository.folder],
    signal: new AbortController().signal,
    deadlineSeconds: 20,
    ...over,
  };
}

const runRepros = async (...call: Parameters<typeof runAll>) =>
  (await runAll(...call)).map(({ demonstration }) => demonstration);

const repro = (script: string, output?: string, language = "bash") =>
  aFinding({ repros: [{ language, script, output }] });

describe.skipIf(sandbox === undefined)("a repro", () => {
  test("is run after the change and before it, in the sandbox, and leaves nothing behind", async () => {
    const [shown] = await runRepros([repro('echo "tried $(cat limit.txt) times"', "tried 9 times")], hostOf());
    expect(shown).toMatchObject({
      finding: "claude:I1",
      command: ["bash", "../repro.sh"],
      directory: ".",
      outcome: "shown",
      why: "it prints what the finding says, and did not before the change",
      isolation: { level: sandbox?.level },
      runs: [
        { side: "head", exitCode: 0, output: "tried 9 times\n" },
        { side: "base", exitCode: 0, output: "tried 3 times\n" },
        { side: "head", exitCode: 0, output: "tried 9 times\n" },
      ],
      versions: [{ program: "bash", version: expect.stringMatching(/^\d+\.\d+/) }],
      class: "regression",
    });
    await opened.close();
    expect(readdirSync(join(folder, "desks"))).toEqual([]);
  });

  test("that does not print what was claimed is not shown, whatever the agent said", async () => {
    const [shown] = await runRepros([repro("cat limit.txt", "10")], hostOf());
    expect(shown).toMatchObject({ outcome: "not-shown", runs: [{ output: "9\n" }] });
  });

  test("may write to its copy, and the next one gets a copy of its own", async () => {
    const script = "cat limit.txt; echo 0 > limit.txt; cat limit.txt; git log --oneline | wc -l";
    const [one, other] = await runRepros([repro(script), repro(script)], hostOf());
    expect(one?.runs[0]?.output).toMatch(/^9\n0\n\s*\d+\n$/);
    expect(other?.runs[0]?.output).toBe(one?.runs[0]?.output);
    expect(readFileSync(join(repository.folder, "limit.txt"), "utf8")).toBe("9\n");
  });

  test("sees neither the user's keys nor the checkout, and reaches no network", async () => {
    const calls: string[] = [];
    const server: Server = createServer((socket) => {
      calls.push("called");
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const script = [
      `cat ${join(folder, "user/.ssh/id_rsa")} && echo read-key`,
      `cat ${join(repository.folder, "limit.txt")} && echo read-checkout`,
      `touch ${join(folder, "left")} && echo wrote`,
      `(exec 3<>/dev/tcp/127.0.0.1/${port}) && echo connected`,
      "echo done",
    ].join("\n");
    const [shown] = await runRepros([repro(script)], hostOf());
    server.close();
    expect(shown?.runs[0]?.output).toContain("done");
    expect(shown?.runs[0]?.output).not.toMatch(/read-key|read-checkout|connected|PRIVATE/);
    expect(shown?.runs[0]?.output.includes("wrote") === true && !isTemporary(folder)).toBe(false);
    expect(calls).toEqual([]);
    expect(existsSync(join(folder, "left"))).toBe(false);
  });

  test("that does not end is ended; what it printed is bounded and masked", async () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const [hung] = await runRepros([repro("echo begun; sleep 600", "never")], hostOf({ deadlineSeconds: 1 }));
    expect(hung).toMatchObject({ outcome: "not-shown", runs: [{ output: "begun\n" }] });
    expect(hung?.runs[0]?.exitCode).toBeUndefined();
    const [loud] = await runRepros([repro(`echo ${key}; yes line | head -c 300000`)], hostOf());
    expect(loud?.runs[0]?.output.length).toBeLessThanOrEqual(20_000);
    expect(loud?.runs[0]?.cut).toBe(true);
    expect(JSON.stringify(loud)).not.toContain(key);
  });

  test("in a language that nothing here runs, or beyond the limit, is said not to have run", async () => {
    const done = await runRepros([repro("x", "y", "cobol"), repro("true"), repro("true")], hostOf({ most: 2 }));
    expect(done.map(({ outcome, why }) => `${outcome}: ${why}`)).toEqual([
      'could-not-run: it was not run: nothing here runs "cobol"',
      expect.stringContaining("not-shown: "),
      "could-not-run: no more than 2 are run in a round",
    ]);
  });

  test("is not run when the round was stopped", async () => {
    const [done] = await runRepros([repro("true")], hostOf({ signal: AbortSignal.abort() }));
    expect(done).toMatchObject({ outcome: "could-not-run", command: [], runs: [] });
  });
});

test("without the user's word nothing is run and nothing is said", async () => {
  const mark = join(folder, "ran");
  expect(await runRepros([repro(`touch ${mark}`)], hostOf({ allowRun: false, sandbox: NONE }))).toEqual([]);
  expect(existsSync(mark)).toBe(false);
});

test("without a sandbox nothing is run, and each says so", async () => {
  const mark = join(folder, "ran");
  const [done] = await runRepros([repro(`touch ${mark}`)], hostOf({ sandbox: NONE }));
  expect(done).toMatchObject({
    outcome: "could-not-run",
    why: "it was not run: no sandbox: bubblewrap is not installed",
    runs: [],
  });
  expect(existsSync(mark)).toBe(false);
});
