import { existsSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import type { Fence } from "#model/panel/fence.ts";
import { attemptAgent } from "#pipeline/agents/agent-member.ts";
import type { AgentHost, ChosenAgent } from "#pipeline/agents/agent-host.ts";
import { openBudget } from "#pipeline/agents/budget.ts";
import { makeRepository, type TemporaryRepository } from "../../../adapters/git/temporary-repository.ts";
import { called } from "../../../adapters/process/survivors.ts";
import { makeVisibleFolder, requireSandbox } from "../../../adapters/sandbox/require-sandbox.ts";
import { aReviewer } from "../../../helpers/builders.ts";
import { shellAdapter } from "../../../helpers/shell-adapter.ts";

const bubblewrap = process.platform === "linux" ? await requireSandbox() : undefined;
const none: Sandbox = { level: "none", says: "no sandbox", wrap: (launch) => Promise.resolve(launch) };

let folder = "";
let repository: TemporaryRepository;
let change: OpenedChange;

beforeEach(async () => {
  folder = realpathSync(makeVisibleFolder());
  repository = makeRepository({ at: join(folder, "hookrelay") });
  repository.git("init", "-q", "-b", "main");
  repository.git("config", "user.name", "Tess");
  repository.git("config", "user.email", "tess@example.invalid");
  repository.commit("Begin", { "src/limit.txt": "3\n", "top.txt": "top\n" });
  repository.commit("Grow", { "src/limit.txt": "9\n" });
  change = await openChange({ folder: repository.folder, target: "HEAD" });
});
afterEach(async () => {
  await change.close();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * An agent whose every line of script is a tool call of its own: it says that a call begins, waits until that was seen,
 * runs the line, and says how it ended.
 */
function agentOf(lines: readonly string[], calls: readonly Partial<ToolEvent>[] = []): ChosenAgent {
  const steps = lines.map(
    (line, at) => `echo begin ${at}; sleep 0.3; { ${line}\n} && echo done ${at} || echo failed ${at}; sleep 0.2`,
  );
  const adapter = shellAdapter({
    script: `${steps.join("\n")}\nsleep 0.6`,
    createReader: () => ({
      line: (text): AgentEvent[] => {
        const [word = "", number = ""] = text.split(" ");
        const detail = lines[Number(number)];
        if (!["begin", "done", "failed"].includes(word) || detail === undefined) return [{ type: "text", text }];
        const state = word === "begin" ? "begun" : (word as "done" | "failed");
        const call = { action: "run", name: "shell", detail, paths: [], ...calls[Number(number)] } as const;
        return [{ type: "tool", id: number, ...call, state }];
      },
      end: () => ({ ok: true }),
    }),
  });
  const login = { by: undefined, variables: {}, files: [] };
  const how = { version: undefined, model: undefined, effort: undefined, timeoutSeconds: 60 };
  return { adapter, reviewer: aReviewer({}), program: "/bin/sh", login, ...how };
}

function hostOf(sandbox: Sandbox): AgentHost {
  return {
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", DEEP_REVIEW_DESKS: join(folder, "cache") },
    home: folder,
    sandbox: () => Promise.resolve(sandbox),
    budget: openBudget(undefined),
    idleSeconds: 60,
    longestWait: 0,
    setup: [],
    submodules: false,
    bundleLimits: {},
    bundles: () => Promise.reject(new Error("not asked for")),
  };
}

async function review(agent: ChosenAgent, sandbox: Sandbox): Promise<{ fence: Fence; incidents: string[] }> {
  const { fence, incidents } = await attemptAgent(agent, {
    host: hostOf(sandbox),
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
  return { fence: fence!, incidents: incidents.map(({ kind, text }) => `${kind}: ${text}`) };
}

const what = ({ entries }: Fence) => entries.map((entry) => `${entry.what}: ${entry.detail}`);

describe("an agent that only reads", () => {
  test.each([
    ["without a sandbox", none] as const,
    ...(bubblewrap === undefined ? [] : [["in a sandbox", bubblewrap] as const]),
  ])("%s has nothing on its fence", async (_, sandbox) => {
    const { fence, incidents } = await review(
      agentOf([
        "cat code/src/limit.txt",
        "git -C code log --oneline",
        "git -C code branch --list",
        "echo x > $HOME/note; echo y > $TMPDIR/n",
      ]),
      sandbox,
    );
    expect(fence.entries).toEqual([]);
    expect(incidents).toEqual([]);
  });
});

describe("without a sandbox", () => {
  test("a changed file is named, with whether it was read before or after", async () => {
    const { fence } = await review(
      agentOf(
        [
          "chmod u+w code/src code/src/limit.txt",
          "echo 3 > code/src/limit.txt",
          "cat code/src/limit.txt",
          "cat code/top.txt",
          "chmod u+w code/top.txt; echo probe >> code/top.txt",
        ],
        [{}, {}, {}, {}, { action: "write", name: "Edit", paths: ["code/top.txt"] }],
      ),
      none,
    );
    const files = fence.entries.filter(({ path, reading }) => path !== undefined && reading !== undefined);
    expect(files).toMatchObject([
      { what: "tracked-file", path: "src/limit.txt", reading: "before", restored: true },
      { what: "tracked-file", path: "top.txt", reading: "after", restored: true },
    ]);
  });

  test("a file that one command changes and prints is not known to have been read as it was", async () => {
    const { fence } = await review(
      agentOf(["chmod u+w code/src code/src/limit.txt; sed -i s/9/3/ code/src/limit.txt; cat code/src/limit.txt"]),
      none,
    );
    const [entry] = fence.entries.filter(({ path }) => path === "src/limit.txt");
    expect(entry).toMatchObject({ what: "tracked-file" });
    expect(entry?.reading).toBeUndefined();
  });

  test("a probe file in the code, a worktree and a branch are named and gone with the desk", async () => {
    const { fence, incidents } = await review(
      agentOf([
        "chmod -R u+w code; echo 1 > code/probe.js",
        "git -C code worktree add -q $TMPDIR/tree -b tried",
        "git -C code branch second",
      ]),
      none,
    );
    expect(what(fence)).toEqual(
      expect.arrayContaining([
        "outside-file: probe.js in the code (added)",
        "worktree: worktree tree",
        "branch: branch tried",
        "branch: branch second",
      ]),
    );
    expect(incidents.join("\n")).toMatch(/^changed-repository: Shell made or tried to make .*thrown away/m);
    expect(repository.git("branch", "--format=%(refname:short)").trim()).toBe("main");
  });

  test("a file that it wrote elsewhere stays, and the report says where", async () => {
    const outside = join(folder, "elsewhere.txt");
    const untouched = join(folder, "never.txt");
    const { fence } = await review(agentOf([`echo x > ${outside}; cat ${untouched}`]), none);
    expect(fence.entries).toEqual([{ what: "outside-file", detail: outside, restored: false }]);
    expect(existsSync(outside)).toBe(true);
  });

  test("a process that outlives it is named and ended", async () => {
    const { fence } = await review(agentOf(["setsid nohup sleep 8341 > /dev/null 2>&1 &"]), none);
    expect(what(fence)).toEqual(["process: sleep 8341"]);
    expect(called("8341")).toEqual([]);
  });

  test("it says what it could not look at", async () => {
    const agent = agentOf(["true"]);
    const blind = { ...agent, adapter: { ...agent.adapter, isObservable: false } };
    expect((await review(blind, none)).fence.unknown).toEqual([
      "its tool calls, which its program does not report",
      "files outside its folders that no tool call names",
    ]);
  });
});

describe.skipIf(bubblewrap === undefined)("in a sandbox", () => {
  test("nothing of the copy can be changed, and what was tried leaves no trace", async () => {
    const { fence } = await review(
      agentOf(["echo 3 > code/src/limit.txt", "git -C code branch tried", `echo x > ${folder}/elsewhere.txt`]),
      bubblewrap!,
    );
    expect(what(fence)).toEqual(["branch: git -C code branch tried (tried, the call failed)"]);
    expect(existsSync(join(folder, "elsewhere.txt"))).toBe(false);
  });

  test("a process that outlives its command is named, and it ends with the sandbox", async () => {
    const { fence } = await review(agentOf(["sh -c 'setsid nohup sleep 8342 > /dev/null 2>&1 &'"]), bubblewrap!);
    expect(what(fence)).toEqual(["process: sleep 8342"]);
    expect(called("8342")).toEqual([]);
  });

  test("what it tries to reach and what it downloads is named, whatever comes of it", async () => {
    const { fence, incidents } = await review(
      agentOf([
        "curl -m 1 https://tools.example.invalid/x -o tool",
        "printf '#!/bin/sh\\n' > $TMPDIR/tool; chmod +x $TMPDIR/tool; $TMPDIR/tool",
      ]),
      bubblewrap!,
    );
    expect(what(fence)).toEqual([
      "network: curl -m 1 https://tools.example.invalid/x -o tool (tried, the call failed)",
      "program-downloaded: tool, downloaded and run",
    ]);
    expect(incidents).toHaveLength(2);
  });

  test("a tool of its own for the network counts, also if it was refused", async () => {
    const { fence } = await review(
      agentOf(["false"], [{ action: "fetch", name: "WebFetch", detail: "https://example.invalid/" }]),
      bubblewrap!,
    );
    expect(what(fence)).toEqual(["network: WebFetch https://example.invalid/ (tried, the call failed)"]);
  });
});
