import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
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

describe.skipIf(sandbox === undefined)("the arms of a repro", () => {
  const PRINT = 'echo "tried $(cat limit.txt) times"';
  const patch = (to: string) => `--- a/limit.txt\n+++ b/limit.txt\n@@ -1 +1 @@\n-9\n+${to}\n`;
  const patched = (text: string) => ({ patches: new Map([[aFinding().id, text]]) });

  test("are the head, the base, the previous round, the head with the patch, and the head again", async () => {
    const { base = "", head = "" } = opened.change.scope;
    repository.commit("Between", { "limit.txt": "5\n" });
    const previous = repository.git("rev-parse", "HEAD").trim();
    const host = hostOf({ previous, ...patched(patch("1")) });
    const [result] = await runAll([repro(PRINT, "tried 9 times")], host);
    expect(result?.demonstration.runs.map(({ side, commit, output }) => [side, commit, output.trim()])).toEqual([
      ["head", head, "tried 9 times"],
      ["base", base, "tried 3 times"],
      ["previous", previous, "tried 5 times"],
      ["patched", head, "tried 1 times"],
      ["head", head, "tried 9 times"],
    ]);
    expect(result?.flip).toMatchObject({ fixes: true });
    const [same] = await runAll([repro(PRINT, "tried 9 times")], hostOf(patched(patch("9 "))));
    expect(same?.flip).toMatchObject({ fixes: false });
  });

  test("are compared with what the author says of each", async () => {
    const output = "# PR head\ntried 9 times\n# merge-base\nerror: unknown option 3";
    const [shown] = await runRepros(
      [repro('n=$(cat limit.txt); [ $n = 9 ] && echo "tried 9 times" || echo "error: unknown option $n"', output)],
      hostOf(),
    );
    expect(shown).toMatchObject({ outcome: "shown", class: "regression" });
  });

  test("that differ on the same code are flaky, which shows nothing", async () => {
    const flaky = repro("echo tried 9 times; exit $((RANDOM % 120))", "tried 9 times");
    const done = await runRepros([flaky, flaky], hostOf());
    // Two equal numbers of 120 are possible, twice hardly.
    expect(done.map(({ outcome }) => outcome)).toContain("flaky");
    const { why } = done.find(({ outcome }) => outcome === "flaky") ?? {};
    expect(why).toBe("it shows the problem once and not when it runs again on the same code");
  });

  test("are not begun after the time for all repros", async () => {
    const [one, two] = await runRepros([repro("true"), repro("true")], hostOf({ budgetSeconds: 0 }));
    expect([one?.why, two?.why]).toEqual(Array(2).fill("it was not run: the 0 s for all repros were used up"));
  });
});

describe.skipIf(sandbox === undefined)("a repro in", () => {
  const JS =
    'import { readFileSync } from "node:fs";\nconsole.log(`tried ${readFileSync("limit.txt", "utf8").trim()}`);';

  test.each([
    ["js", JS],
    ["mjs", JS],
    ["js", 'console.log("tried " + require("node:fs").readFileSync("limit.txt", "utf8"));'],
    ["python", 'print("tried", open("limit.txt").read())'],
    ["sh", "echo tried $(cat limit.txt)"],
  ])("%s runs in the root of the code, with the version of its program", async (language, script) => {
    const [done] = await runRepros([repro(script, "tried 9", language)], hostOf());
    expect(done).toMatchObject({ outcome: "shown", class: "regression", language });
    if (language !== "sh") expect(done?.versions?.[0]?.version).toMatch(/^\d+\.\d+/);
    expect(existsSync(join(repository.folder, "deep-review-repro.mjs"))).toBe(false);
  });

  test("TypeScript runs if Node can, and says so if it cannot", async () => {
    const [done] = await runRepros([repro("const n: number = 9;\nconsole.log(n);", "9", "ts")], hostOf());
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    const can = major > 22 || (major === 22 && minor >= 6);
    if (!can) expect(done?.why).toMatch(/^it was not run: node \d+\.\d+\.\d+ does not run TypeScript; 22\.6 does$/);
    else expect(done?.command).toContain("--experimental-strip-types");
  });

  test("Go without a place is not run, and one that would replace a file neither", async () => {
    repository.commit("Go", { "go.mod": "module relay\n", "limit_test.go": "package relay\n" });
    await opened.close();
    opened = await openChange({ folder: repository.folder, target: "HEAD" });
    const test = "package relay\nfunc TestLimit(t *testing.T) {}\n";
    const done = await runRepros(
      [
        repro(test, "x", "go"),
        repro(`// Save as limit_test.go\n${test}`, "x", "go"),
        repro(`// Save as ../x_test.go\n${test}`, "x", "go"),
      ],
      hostOf(),
    );
    expect(done.map(({ why }) => why)).toEqual([
      "it was not run: its head comment does not say where this Go test belongs",
      "it was not run: its script would replace limit_test.go",
      "it was not run: its head comment does not say where this Go test belongs",
    ]);
  });
});

describe.skipIf(sandbox === undefined)("a hostile repro", () => {
  test("in a repository whose links lead out writes nothing outside its copy", async () => {
    repository.git("checkout", "-q", "-b", "links");
    execFileSync("ln", ["-s", join(folder, "user"), join(repository.folder, "deep-review-repro.mjs")]);
    execFileSync("ln", ["-s", join(folder, "user/.ssh"), join(repository.folder, "out")]);
    repository.git("add", ".");
    repository.git("-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "Links");
    await opened.close();
    opened = await openChange({ folder: repository.folder, target: "HEAD" });
    const [js, sh] = await runRepros(
      [repro("console.log(1)", "1", "js"), repro("echo x > out/planted; ls out", "x")],
      hostOf(),
    );
    expect(js?.why).toBe("it was not run: its script would replace deep-review-repro.mjs");
    expect(sh?.outcome).toBe("not-shown");
    expect(readdirSync(join(folder, "user/.ssh"))).toEqual(["id_rsa"]);
  });

  test("that changes its script, patch and results beside it changes no other run", async () => {
    const script = [
      'echo "tried $(cat limit.txt) times"',
      "echo 'echo tried 0 times' > ../repro.sh; echo > ../fix.patch; echo 3 > limit.txt",
      "(while :; do :; done) & (sleep 300 &)",
      "git -c user.name=x -c user.email=x@x commit -qam mine || true",
    ].join("\n");
    const [done] = await runRepros([repro(script, "tried 9 times")], hostOf());
    expect(done?.runs.map(({ side, output }) => `${side} ${output.split("\n")[0]}`)).toEqual([
      "head tried 9 times",
      "base tried 3 times",
      "head tried 9 times",
    ]);
    expect(readFileSync(join(repository.folder, "limit.txt"), "utf8")).toBe("9\n");
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
