import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import type { Sandbox, SandboxPolicy } from "#adapters/sandbox/sandbox.ts";
import type { AgentHost, ChosenAgent } from "#pipeline/agents/agent-host.ts";
import { agentMember } from "#pipeline/agents/agent-member.ts";
import { openBudget } from "#pipeline/agents/budget.ts";
import { startVerification } from "#pipeline/agents/verification-run.ts";
import { attemptAgent } from "#pipeline/agents/agent-member.ts";
import type { Assignment } from "#pipeline/panel.ts";
import { makeRepository, type TemporaryRepository } from "../../adapters/git/temporary-repository.ts";
import { makeVisibleFolder, requireSandbox } from "../../adapters/sandbox/require-sandbox.ts";
import { aFinding, aReviewer } from "../../helpers/builders.ts";
import { shellAdapter } from "../../helpers/shell-adapter.ts";

const real = await requireSandbox();
let folder = "";
let repository: TemporaryRepository;
const opened: OpenedChange[] = [];

beforeEach(() => {
  folder = realpathSync(makeVisibleFolder());
  repository = makeRepository({ at: join(folder, "hookrelay") });
  repository.git("init", "-q", "-b", "main");
  repository.git("config", "user.name", "Tess");
  repository.git("config", "user.email", "tess@example.invalid");
  repository.commit("Begin", { "src/limit.txt": "3\n", "top.txt": "top\n" });
  repository.commit("Grow", { "src/limit.txt": "9\n" });
});
afterEach(async () => {
  await leave();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const leave = async (): Promise<void> => {
  for (const change of opened.splice(0)) await change.close();
};
const deskRoot = () => join(folder, "cache/deep-review-desks");
const open = async (at: string): Promise<OpenedChange> => {
  const change = await openChange({ folder: at, target: "HEAD" });
  opened.push(change);
  return change;
};

/** A sandbox that holds nothing back and remembers what it was told to. */
function remember(): { sandbox: Sandbox; policies: SandboxPolicy[] } {
  const policies: SandboxPolicy[] = [];
  const wrap: Sandbox["wrap"] = (launch, policy) => {
    policies.push(policy);
    return Promise.resolve(launch);
  };
  return { sandbox: { level: "bubblewrap", says: "it holds", wrap }, policies };
}

function hostOf(sandbox: () => Promise<Sandbox>): AgentHost {
  return {
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", DEEP_REVIEW_DESKS: join(folder, "cache") },
    home: folder,
    sandbox,
    budget: openBudget(undefined),
    idleSeconds: 60,
    longestWait: 0,
    setup: [],
    submodules: false,
    bundleLimits: {},
    bundles: () =>
      Promise.resolve({
        bundles: [{ part: 1, of: 1, files: [], places: [], paths: [], characters: 0, leftOut: [] }],
        notGiven: [],
        budget: 1,
        characters: 0,
      }),
  };
}

/** An agent that is a few words of shell; each line that it prints is said. */
function agentOf(script: string, blind = false): ChosenAgent {
  const adapter = shellAdapter({
    script,
    createReader: () => ({
      line: (text) => [{ type: "text", text: `${text}\n` }],
      end: ({ code }) => (code === 0 ? { ok: true } : { ok: false, kind: "crash", message: `it left with ${code}` }),
    }),
  });
  const login = { by: undefined, variables: {}, files: [] };
  const reviewer = aReviewer(blind ? { blind } : {});
  const how = { version: undefined, model: undefined, effort: undefined, timeoutSeconds: 30 };
  return { adapter, reviewer, program: "/bin/sh", login, ...how };
}

const ask = (agent: ChosenAgent, host: AgentHost, change: OpenedChange) =>
  attemptAgent(agent, {
    host,
    opened: change,
    folder: join(folder, "archive/reviews/round"),
    signal: new AbortController().signal,
    files: [],
    prompt: "",
    printed: { write: () => Promise.resolve(), isCut: () => false, close: () => Promise.resolve() },
    onNote: () => {},
    watch: () => () => {},
    onText: () => {},
    onEvent: () => {},
  });

const assign = async (): Promise<Assignment> => {
  const change = await open(repository.folder);
  return {
    opened: change,
    index: { change: change.change },
    signal: new AbortController().signal,
    pass: 1,
    folder: join(folder, "archive/reviews/round"),
    progress: () => undefined,
    output: { write: () => Promise.resolve() },
    evidence: () => Promise.resolve([]),
    gates: () => Promise.resolve(undefined),
    secrets: [],
  } as unknown as Assignment;
};

test("a desk that was made early is thrown away when its agent never comes to sit at it", async () => {
  const host = hostOf(() => Promise.resolve(remember().sandbox));
  let asked = 0;
  const bundles: AgentHost["bundles"] = (...given) =>
    (asked += 1) === 1 ? host.bundles(...given) : Promise.reject(new Error("there is nothing to review"));
  const member = agentMember(agentOf("true"), { ...host, bundles });
  const assignment = await assign();
  await member.passes?.(assignment);
  await vi.waitFor(() => expect(readdirSync(deskRoot())).not.toEqual([]));
  await expect(member.review(assignment)).rejects.toThrow("there is nothing to review");
  await leave();
  expect(readdirSync(deskRoot())).toEqual([]);
});

describe("what an agent must not see", () => {
  test("is the whole working tree, also of a review from a folder in it, and all desks but its own", async () => {
    const { sandbox, policies } = remember();
    const change = await open(join(repository.folder, "src"));
    await ask(
      agentOf("true"),
      hostOf(() => Promise.resolve(sandbox)),
      change,
    );
    const hidden = policies[0]?.hidden;
    expect(hidden).toEqual(expect.arrayContaining([repository.folder, join(folder, "archive"), deskRoot()]));
    for (const readable of policies[0]?.readable ?? []) expect(readable.startsWith(`${deskRoot()}/`)).toBe(true);
  });

  test("of a linked working tree is also what git keeps elsewhere; of a bare repository git's own folder", async () => {
    const [linked, bare] = [join(folder, "linked"), join(folder, "bare.git")];
    repository.git("worktree", "add", "-q", linked);
    repository.git("clone", "-q", "--bare", repository.folder, bare);
    expect((await open(linked)).userFolders).toEqual(expect.arrayContaining([linked, join(repository.folder, ".git")]));
    expect((await open(bare)).userFolders).toEqual([bare]);
  });

  test("is every other working tree, and the repository whose objects are borrowed", async () => {
    const [linked, borrower] = [join(folder, "linked"), join(folder, 'borrower "é"')];
    repository.git("worktree", "add", "-q", linked);
    repository.git("clone", "-q", "--shared", repository.folder, borrower);
    expect((await open(repository.folder)).userFolders).toContain(linked);
    expect((await open(linked)).userFolders).toContain(repository.folder);
    const lenders = [
      repository.folder,
      join(repository.folder, ".git"),
      join(repository.folder, ".git/objects"),
      linked,
    ];
    expect((await open(borrower)).userFolders).toEqual(expect.arrayContaining(lenders));
  });

  test("is the same for a repro that we run", async () => {
    const { sandbox, policies } = remember();
    const host = hostOf(() => Promise.resolve(sandbox));
    const change = await open(join(repository.folder, "src"));
    const look = await startVerification(
      { host, verifiers: [], editor: undefined, allowRun: true },
      {
        opened: change,
        folder: join(folder, "archive/reviews/round"),
        source: {} as never,
        reviewers: [],
        signal: new AbortController().signal,
        earlier: [],
        onAnswer: () => Promise.resolve(),
        onNote: () => {},
      },
    );
    const findings = [aFinding({ repros: [{ language: "sh", script: "true" }] })];
    await look.finish({ problems: [], findings, patches: [], gates: [] });
    expect(policies[0]?.hidden).toEqual(expect.arrayContaining([repository.folder, deskRoot()]));
  });

  test.skipIf(real === undefined)("cannot be read in a real sandbox, while its own desk and git can", async () => {
    mkdirSync(join(deskRoot(), "round-1-0123abcd/other/home"), { recursive: true });
    writeFileSync(join(deskRoot(), "round-1-0123abcd/other/home/auth.json"), "SECRET\n");
    const script = [
      `cat ${repository.folder}/top.txt ${deskRoot()}/*/other/home/auth.json 2>/dev/null`,
      "cat code/src/limit.txt",
      "git -C code log --format=%s",
      "echo mine > $HOME/file && cat $HOME/file",
    ].join("\n");
    const change = await open(join(repository.folder, "src"));
    const { text } = await ask(
      agentOf(script),
      hostOf(async () => real!),
      change,
    );
    expect(text.split("\n").filter((line) => line !== "")).toEqual(["9", "Grow", "Begin", "mine"]);
  });

  test.each([
    ["with", false, "9\nGrow\nBegin\n"],
    ["without, when it is blind,", true, "9\nnone\n"],
  ])("works at a desk %s history", async (_, blind, expected) => {
    const { sandbox, policies } = remember();
    const script =
      "cd code; cat src/limit.txt; export GIT_CEILING_DIRECTORIES=$PWD/..; git log --format=%s 2>/dev/null || echo none";
    const { text } = await ask(
      agentOf(script, blind),
      hostOf(() => Promise.resolve(sandbox)),
      await open(repository.folder),
    );
    expect(text.replaceAll(/\n+/g, "\n")).toBe(expected);
    expect(policies[0]?.readable).toHaveLength(blind ? 1 : 2);
  });
});

describe("where no sandbox can be looked for", () => {
  const readOnly = () => Promise.reject(Object.assign(new Error("EROFS: mkdir"), { code: "EROFS" }));

  test("the desk is closed and the reason told in the user's words", async () => {
    await expect(ask(agentOf("true"), hostOf(readOnly), await open(repository.folder))).rejects.toMatchObject({
      name: "UserError",
      what: expect.stringContaining("cannot make a reviewer's desk"),
      fix: expect.stringContaining("DEEP_REVIEW_DESKS"),
    });
    await leave();
    expect(readdirSync(deskRoot())).toEqual([]);
  });

  test("the reviewer fails, and nothing is left unheard", async () => {
    const unheard = vi.fn();
    process.on("unhandledRejection", unheard);
    const member = agentMember(agentOf("true"), hostOf(readOnly));
    const assignment = await assign();
    expect(await member.passes?.(assignment)).toBe(1);
    await expect(member.review(assignment)).rejects.toThrow(/cannot make a reviewer's desk/);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unheard);
    expect(unheard).not.toHaveBeenCalled();
    await leave();
    expect(existsSync(deskRoot()) ? readdirSync(deskRoot()) : []).toEqual([]);
  });
});
