import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { AgentEvent } from "#model/agent/agent-event.ts";
import type { Bundle, BundleSet } from "#model/agent/bundle.ts";
import type { AgentHost } from "#pipeline/agents/agent-host.ts";
import type { AgentAttempt, AttemptEnd } from "#pipeline/agents/ask-again.ts";
import { openBudget } from "#pipeline/agents/budget.ts";
import { type BundleReviewer, type AgentTask, reviewBundle } from "#pipeline/agents/review-bundle.ts";
import { Transcript } from "#pipeline/agents/transcript.ts";
import { aReviewer } from "../../helpers/builders.ts";
import { makeIndex } from "../../helpers/change.ts";

const KEY = "quite-a-secret-value-1234";
const OK: AttemptEnd = { ok: true };
const FINDING = "### Important Issues\n\n#### I1. add subtracts\n\n`calc.js:2` (important, regression)\n\nFix: add.\n";
const REVIEW = `## Executive Summary\n\nOne problem.\n\n## Findings\n\n${FINDING}`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-bundle-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Turn {
  readonly events?: readonly AgentEvent[];
  readonly end?: AttemptEnd;
  readonly over?: Partial<AgentAttempt>;
  readonly prints?: string;
}

/** A reviewer whose attempts go like this, one after the other. */
function attemptOf(turns: readonly Turn[]): { attempt: BundleReviewer["attempt"]; tasks: AgentTask[] } {
  const tasks: AgentTask[] = [];
  return {
    tasks,
    async attempt(task) {
      const { events = say(REVIEW), end = OK, over, prints } = turns[tasks.length] ?? {};
      tasks.push(task);
      const transcript = new Transcript({
        onText: task.onText,
        onTool: task.watch(["/desk"]),
        onUsage: () => undefined,
        onNote: task.onNote,
      });
      if (prints !== undefined) await task.printed.write("stderr", prints);
      for (const event of events) transcript.see(event);
      return { end, text: transcript.text, transcript, incidents: [], ...over };
    },
  };
}

/** Speaks in pieces of a few characters. */
function say(text: string): AgentEvent[] {
  return [...(text.match(/[^]{1,7}/g) ?? [])].map((piece) => ({ type: "text", text: piece }));
}

const failed = (kind: Exclude<AttemptEnd, { ok: true }>["kind"], message = `it was ${kind}`): AttemptEnd => ({
  ok: false,
  kind,
  message,
  waitSeconds: 0,
});

function bundleOf(part: number, of: number): Bundle {
  const text = `the patch of part ${part}`;
  const files = [{ path: `review/patches/000${part}.patch`, text }];
  return { part, of, files, places: [], paths: ["calc.js"], characters: text.length, leftOut: [] };
}

interface Circumstances {
  readonly pass?: number;
  readonly set?: Partial<BundleSet>;
  readonly who?: Partial<BundleReviewer>;
  readonly signal?: AbortSignal;
}

async function review(turns: readonly Turn[], { pass = 1, set, who, signal }: Circumstances = {}) {
  const bundles: BundleSet = { bundles: [bundleOf(1, 1)], notGiven: [], budget: 9, characters: 9, ...set };
  const host: AgentHost = {
    env: {},
    home: folder,
    sandbox: () => Promise.reject(new Error("no sandbox is needed")),
    budget: openBudget(undefined),
    idleSeconds: 60,
    longestWait: 60,
    setup: [],
    submodules: false,
    bundles: () => Promise.resolve(bundles),
  } as Partial<AgentHost> as AgentHost;
  const { attempt, tasks } = attemptOf(turns);
  const streamed: string[] = [];
  const index = await makeIndex({ base: { "calc.js": "a\nb\nc\n" }, head: { "calc.js": "a\nB\nc\n" } });
  const said = reviewBundle(
    {
      opened: {} as OpenedChange,
      index,
      switches: {} as never,
      signal: signal ?? new AbortController().signal,
      pass,
      folder,
      progress: () => undefined,
      output: { write: (chunk) => Promise.resolve(void streamed.push(chunk)) },
      earlier: () => Promise.resolve([]),
      evidence: () => Promise.resolve([]),
      gates: () => Promise.resolve(undefined),
      secrets: [],
    },
    {
      reviewer: aReviewer(),
      model: "claude-opus-5-5",
      product: "Claude Code",
      version: "2.1",
      isObservable: true,
      settings: {},
      host,
      secrets: [KEY],
      attempt,
      ...who,
    },
  );
  return { said: await said.catch((error: unknown) => ({ error })), streamed: () => streamed.join(""), tasks };
}

/** As `review`, for those that are not thrown out. */
async function reviewed(...given: Parameters<typeof review>) {
  const { said, ...rest } = await review(...given);
  if ("error" in said) throw said.error;
  return { said, run: said.run, ...rest };
}

test("a review is read, streamed and described", async () => {
  const usage = { inputTokens: 100, outputTokens: 20, costUsd: 0.5 };
  const events: AgentEvent[] = [{ type: "begin", model: "claude-opus-5-5", version: "2.2" }, ...say(REVIEW)];
  const { said, run, streamed } = await reviewed([{ events: [...events, { type: "usage", usage }] }]);
  expect(said.findings.map(({ id, title }) => [id, title])).toEqual([["claude:I1", "add subtracts"]]);
  expect(streamed()).toBe(REVIEW);
  expect(run).toEqual({
    reviewer: "claude",
    pass: 1,
    outcome: "completed",
    text: REVIEW,
    summary: "One problem.",
    textStatus: "verbatim",
    program: { name: "Claude Code", version: "2.2" },
    model: "claude-opus-5-5",
    usage,
    toolCalls: { total: 0, kinds: [] },
    commandLog: { commands: [] },
  });
});

test("a key is masked in the stream, the text, what was printed, and every message", async () => {
  const events = say(`${REVIEW}\nThe key is ${KEY}.\n`);
  const incidents = [{ kind: "odd", text: `saw ${KEY}` }] as const;
  const turns = [{ events, end: failed("login", `bad key ${KEY}`), over: { incidents }, prints: `key=${KEY}\n` }];
  const { run, streamed } = await reviewed(turns);
  const printed = readFileSync(join(folder, "raw/claude.stderr.txt"), "utf8");
  for (const text of [run.text ?? "", streamed(), printed, run.message ?? "", run.incidents?.[0]?.text ?? ""]) {
    expect(text).toMatch(/\*{4}/);
    expect(text).not.toContain(KEY);
  }
});

describe("who does not end well", () => {
  test("keeps what it said, which is marked, and its findings count", async () => {
    const { said, run } = await reviewed([{ end: failed("timeout") }]);
    expect(run).toMatchObject({
      outcome: "failed",
      message: "it was timeout",
      isPartial: true,
      textStatus: "verbatim",
    });
    expect(said.findings).toHaveLength(1);
  });

  test("and said nothing has no text that could be marked", async () => {
    const { run } = await reviewed([{ events: [], end: failed("login") }]);
    expect(run).toMatchObject({ outcome: "failed", textStatus: "absent" });
    expect(run.isPartial).toBeUndefined();
  });

  test("is said to be stopped when the user stopped it", async () => {
    const { run } = await reviewed([{ end: failed("stopped") }]);
    const incidents = [{ kind: "stopped", text: "stopped by the user" }];
    expect(run).toMatchObject({ outcome: "failed", message: "stopped by the user", isPartial: true, incidents });
  });

  test("in the middle of a title has that finding marked as cut; one that ended has not", async () => {
    const events = say("## Findings\n\n### Important Issues\n\n#### I1. W");
    const stopped = await reviewed([{ events, end: failed("stopped") }]);
    expect(stopped.said.findings?.map(({ title }) => title)).toEqual(["W… (cut short)"]);
    const ended = await reviewed([{ events }]);
    expect(ended.said.findings?.map(({ title }) => title)).toEqual(["W"]);
  });

  test("and is asked again is described by all of its attempts", async () => {
    const changed = { kind: "changed-code", text: "changed a.js" } as const;
    const retry: AgentEvent = { type: "retry", reason: "slow" };
    const used = (costUsd: number): AgentEvent => ({ type: "usage", usage: { inputTokens: 10, costUsd } });
    const { run, tasks } = await reviewed([
      { events: [retry, used(1)], end: failed("crash"), over: { incidents: [changed] } },
      { events: [...say(REVIEW), used(2)] },
    ]);
    expect(tasks).toHaveLength(2);
    expect(run).toMatchObject({ outcome: "completed", usage: { inputTokens: 20, costUsd: 3 } });
    expect(run.incidents?.map(({ kind }) => kind)).toEqual(["retried", "changed-code", "waited"]);
  });

  test("and then says 'None.' has taken nothing back", async () => {
    const none = "## Executive Summary\n\nFine.\n\n## Findings\n\n### Important Issues\n\nNone.\n";
    const { said, run } = await reviewed([{ end: failed("crash") }, { events: say(none) }]);
    expect(run).toMatchObject({ outcome: "completed" });
    expect(said.findings.map(({ title }) => title)).toEqual(["add subtracts"]);
    expect(said.run.text).toContain(none.trim());
  });

  test("in the form and then says 'None.' has taken nothing back", async () => {
    const prose = "I looked at it. Anybody can sign in as anybody, since `calc.js:2` compares nothing.";
    const none = "## Executive Summary\n\nFine.\n\n## Findings\n\n### Important Issues\n\nNone.\n";
    const { said, tasks } = await reviewed([{ events: say(prose) }, { events: say(none) }]);
    expect(said.unplaced).toMatchObject([{ text: prose, mayHoldFinding: true }]);
    expect(tasks[1]?.files.at(-1)).toEqual({ path: "review/first-answer.md", text: prose });
    expect(tasks[1]?.prompt).toContain("review/first-answer.md");
    expect(tasks[1]?.prompt).not.toContain("Anybody");
  });

  test("and then brings its findings again has each once", async () => {
    const { said } = await reviewed([{ end: failed("crash"), events: say(`${REVIEW}\nMore.`) }, {}]);
    expect(said.findings.map(({ id, title }) => [id, title])).toEqual([["claude:I1", "add subtracts"]]);
  });

  test("and is thrown out by our own fault leaves its last words on disk", async () => {
    const stop = new Error("no room for a desk");
    const { said, streamed } = await review([], {
      who: {
        attempt(task) {
          task.onText("words without an end");
          return Promise.reject(stop);
        },
      },
    });
    expect(said).toEqual({ error: stop });
    expect(streamed()).toBe("words without an end");
  });
});

describe("what was used", () => {
  const used: AgentEvent = { type: "usage", usage: { inputTokens: 10 } };

  test("is unknown when an attempt that worked does not report it", async () => {
    const { run } = await reviewed([{ end: failed("crash") }, { events: [...say(REVIEW), used] }]);
    expect(run.usage).toBeUndefined();
  });

  test("is known when an attempt was refused at once", async () => {
    const turns = [{ events: [], end: failed("overload") }, { events: [...say(REVIEW), used] }];
    expect((await reviewed(turns)).run.usage).toEqual({ inputTokens: 10 });
  });
});

test("another model than the one asked for is told, an alias is not", async () => {
  const answered = (model: string): Turn[] => [{ events: [{ type: "model", model }, ...say(REVIEW)] }];
  const { run } = await reviewed(answered("claude-haiku-5"));
  expect(run.incidents).toEqual([
    { kind: "other-model", text: "Claude was asked for claude-opus-5-5 and answered as claude-haiku-5" },
  ]);
  expect((await reviewed(answered("claude-opus-5-5-20260901"))).run.incidents).toBeUndefined();
  expect((await reviewed(answered("anything"), { who: { model: undefined } })).run.model).toBe("anything");
});

describe("passes", () => {
  const set = {
    bundles: [bundleOf(1, 2), bundleOf(2, 2)],
    notGiven: [{ path: "big.js", hunks: [3], why: "too long" }],
  };

  test("each is given its own bundle, and its findings say which it was", async () => {
    const first = await reviewed([], { set });
    const second = await reviewed([], { set, pass: 2 });
    const filesOf = ({ tasks }: typeof first) => tasks[0]?.files.map(({ path }) => path);
    expect([filesOf(first), filesOf(second)]).toEqual([["review/patches/0001.patch"], ["review/patches/0002.patch"]]);
    expect(second.said.findings.map(({ pass, id }) => [pass, id])).toEqual([[2, "claude:p2.I1"]]);
  });

  test("what nobody was given is told once", async () => {
    const notGiven = async (pass: number) => (await reviewed([], { set, pass })).said.reading?.notGiven;
    expect(await notGiven(1)).toEqual([{ path: "big.js", why: "too long" }]);
    expect(await notGiven(2)).toEqual([]);
  });

  test("what each prints has a file of its own", async () => {
    await reviewed([{ prints: "two\n" }], { set, pass: 2 });
    expect(readFileSync(join(folder, "raw/claude-p2.stderr.txt"), "utf8")).toBe("two\n");
  });
});

const read: AgentEvent = {
  type: "tool",
  id: "1",
  name: "Read",
  action: "read",
  state: "done",
  paths: ["/desk/code/calc.js"],
  output: "1\ta\n2\tB\n3\tc\n",
};

test("what its tools show is what it has read", async () => {
  const { said, run } = await reviewed([{ events: [read, ...say(REVIEW)] }]);
  expect(said.reading).toMatchObject({ isObservable: true, opened: [{ path: "calc.js", times: 1 }] });
  expect(said.reading?.hunks.map(({ path }) => path)).toEqual(["calc.js"]);
  expect(run.toolCalls?.total).toBe(1);
});

describe("of several attempts, what counts as read is what the one has read whose text is used:", () => {
  test("a second attempt that opens nothing has read nothing", async () => {
    const { said } = await reviewed([{ events: [read], end: failed("crash") }, {}]);
    expect(said.reading).toMatchObject({ hunks: [], partly: [], opened: [] });
  });

  test("a failed attempt that wrote most is used with what it has read", async () => {
    const { said } = await reviewed([
      { events: [read, ...say(REVIEW)], end: failed("crash") },
      { events: say("No."), end: failed("crash") },
    ]);
    expect(said.run.text).toBe(REVIEW);
    expect(said.reading?.hunks.map(({ path }) => path)).toEqual(["calc.js"]);
  });
});
