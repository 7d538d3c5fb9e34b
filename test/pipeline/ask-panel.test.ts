import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import {
  type Journal,
  type JournalEntry,
  readJournal,
  startJournal,
  type StartEntry,
} from "#adapters/store/journal.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Finding } from "#model/finding.ts";
import type { Reviewer, ReviewerRun } from "#model/panel/reviewer.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import type { Verification } from "#model/panel/verification.ts";
import { createRoundMask } from "#pipeline/round/masking.ts";
import { askPanel, memberFor, type RunContext } from "#pipeline/ask-panel.ts";
import { type Assignment, type PanelMember, type ReviewerResult, runOf, scriptedMembers } from "#pipeline/panel.ts";
import { spentBefore } from "#pipeline/round/summarize-resume.ts";
import { UserError } from "#util/errors.ts";
import { aFinding, aReviewer, aRun, aScope, type Over } from "../helpers/builders.ts";
import { makeIndex } from "../helpers/change.ts";

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

let folder = "";
let journal: Journal;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-ask-"));
  journal = await startJournal(folder, "round");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { from: "none", off: [], offIn: [], ignore: [] } as Partial<RoundSettings> as RoundSettings;
const startOf = (panel: readonly Reviewer[]): StartEntry => ({
  type: "start",
  tool: "deep-review 0.1.0",
  at: "2026-11-02T09:15:00.000Z",
  repository: "/hookrelay",
  scope: aScope(),
  panel,
  paths: [],
});

/** Asks a panel; says what came of it and what was announced. */
async function ask(members: readonly PanelMember[], over: Partial<RunContext> = {}) {
  const events: RoundEvent[] = [];
  const start = startOf(members.map(({ reviewer }) => reviewer));
  const results = askPanel(members, {
    opened: {} as OpenedChange,
    index: await makeIndex({ base: {}, head: { "a.js": "a\n" } }),
    journal,
    start,
    entries: [],
    settings: SETTINGS,
    masked: createRoundMask({ diffs: [], messages: [] }),
    code: { resolvePath: () => Promise.resolve(undefined), readLines: () => Promise.resolve(undefined) },
    emit: (event) => void events.push(event),
    signal: new AbortController().signal,
    stop: new AbortController().signal,
    ...over,
  });
  return { results: await results, events };
}

interface Part {
  readonly kind?: Reviewer["kind"];
  readonly passes?: number;
  readonly review?: (assignment: Assignment) => Promise<{ findings?: readonly Finding[]; run?: Partial<ReviewerRun> }>;
}

/** A member that notes in which passes it was asked. */
function member(id: string, { kind = "agent", passes, review }: Part = {}): PanelMember & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    reviewer: aReviewer({ id, kind }),
    ...(passes === undefined ? {} : { passes: () => Promise.resolve(passes) }),
    async review(assignment) {
      asked.push(assignment.pass);
      const { run, findings = [] } = (await review?.(assignment)) ?? {};
      return { findings, run: runOf(aReviewer({ id }), assignment.pass, { text: `${id} has spoken`, ...run }) };
    },
  };
}

const entry = (run: Over<ReturnType<typeof aRun>>, over: object = {}): JournalEntry => ({
  type: "reviewer",
  run: aRun(run),
  findings: [],
  ...over,
});

/** What stands in the journal by now: who, and which pass. */
async function kept(): Promise<(readonly [string, number])[]> {
  const names = readdirSync(journal.folder);
  if (!names.includes("events.jsonl")) return [];
  const { entries } = await readJournal(folder, journal.id);
  return entries.flatMap((one) => (one.type === "reviewer" ? [[one.run.reviewer, one.run.pass] as const] : []));
}

describe("passes", () => {
  beforeEach(() => journal.append(startOf([aReviewer(), aReviewer({ id: "codex" }), aReviewer({ id: "ada" })])));

  test("are asked for two at a time, each is kept when it ends, and the reviewer ends once", async () => {
    const met = { count: 0, atOnce: 0, most: 0 };
    const claude = member("claude", {
      passes: 3,
      async review() {
        met.count += 1;
        met.atOnce += 1;
        met.most = Math.max(met.most, met.atOnce);
        while (met.count < 2) await setImmediate();
        met.atOnce -= 1;
        return {};
      },
    });
    const { results, events } = await ask([claude]);
    expect(met.most).toBe(2);
    expect(results.map(({ run }) => run.pass)).toEqual([1, 2, 3]);
    expect((await kept()).map(([, pass]) => pass).sort()).toEqual([1, 2, 3]);
    expect(events.map(({ type }) => type)).toEqual(["reviewer:start", "reviewer:end"]);
  });

  test("that have ended are not asked again when the round is resumed", async () => {
    const claude = member("claude", { passes: 3 });
    const entries = [entry({ pass: 2, text: "from before" }, { passes: 3 })];
    const { results, events } = await ask([claude], { entries });
    expect(claude.asked.toSorted()).toEqual([1, 3]);
    expect(results.map(({ run }) => run.text)).toEqual(["claude has spoken", "from before", "claude has spoken"]);
    expect(events.at(-1)).toMatchObject({ type: "reviewer:end", earlier: false });
  });

  test("keep the verdicts on fixes, which a resumed round has without asking again", async () => {
    const says = "## Fix Verdicts\n\n- R1.I1: closes — `a.js:1`\n\n## Coverage Summary\n\n- `a.js` — Trivial\n";
    const script = { name: "panel.json", text: JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", says }] }) };
    const first = await ask(scriptedMembers([script]));
    expect(first.results[0]?.fixVerdicts).toMatchObject([{ reviewer: "ada", pass: 1, of: "R1.I1", closes: "yes" }]);
    const { entries } = await readJournal(folder, journal.id);
    const resumed = await ask([member("ada")], { entries });
    expect(resumed.results[0]?.fixVerdicts).toEqual(first.results[0]?.fixVerdicts);
  });

  test("cut short keep the verdicts on fixes that were said", async () => {
    const says = "## Fix Verdicts\n\n- R1.I1: does not close\n";
    const reviewers = [{ id: "ada", name: "Ada", says, fails: "the line broke" }];
    const { results } = await ask(scriptedMembers([{ name: "panel.json", text: JSON.stringify({ reviewers }) }]));
    expect(results[0]).toMatchObject({ run: { outcome: "failed" }, fixVerdicts: [{ of: "R1.I1", closes: "no" }] });
  });

  test("of who has ended altogether are taken from the journal without a word", async () => {
    const claude = member("claude", { passes: 9 });
    const { results, events } = await ask([claude], { entries: [entry({})] });
    expect([claude.asked, results.length]).toEqual([[], 1]);
    expect(events.map((event) => [event.type, event.type === "reviewer:end" && event.earlier])).toEqual([
      ["reviewer:end", true],
    ]);
  });

  test("that cannot be counted are one, whose failure is the reviewer's own", async () => {
    const broken = new Error("no instructions");
    const claude = {
      ...member("claude", { review: () => Promise.reject(broken) }),
      passes: () => Promise.reject(broken),
    };
    const { results } = await ask([claude]);
    expect(results.map(({ run }) => [run.pass, run.outcome, run.message])).toEqual([[1, "failed", "no instructions"]]);
  });
});

describe("who is stopped by the user", () => {
  beforeEach(() => journal.append(startOf([aReviewer(), aReviewer({ id: "codex" })])));

  test("has what it said reported and marked, and is not taken for ended", async () => {
    const stop = new AbortController();
    const [quick, slow] = [
      member("codex"),
      member("claude", {
        async review({ output, signal }) {
          await output.write("## Executive Summary\n\nSo far.\n");
          await vi.waitFor(async () => expect(await kept()).toEqual([["codex", 1]]));
          stop.abort();
          signal.throwIfAborted();
          return {};
        },
      }),
    ];
    const { results } = await ask([quick, slow], { stop: stop.signal });
    expect(results[1]?.run).toMatchObject({
      outcome: "failed",
      message: "stopped by the user",
      isPartial: true,
      summary: "So far.",
      incidents: [{ kind: "stopped" }],
    });
    expect(await kept()).toEqual([["codex", 1]]);
    const again = await ask([quick, slow], {
      entries: (await readJournal(folder, journal.id)).entries,
      stop: AbortSignal.abort(),
    });
    expect([quick.asked, slow.asked]).toEqual([[1], [1, 1]]);
    expect(again.results).toHaveLength(2);
  });

  test("in the middle of a title leaves a finding that is marked as cut, and that counts", async () => {
    const review: PanelMember["review"] = async ({ output }) => {
      await output.write("### Important Issues\n\nI1. **Kept** — `a.ts:1` (important, gap)\n\nBody.\n\n#### I2. W");
      throw new Error("stopped");
    };
    const { results } = await ask([member("claude", { review })], { stop: AbortSignal.abort() });
    expect(results[0]?.run.isPartial).toBe(true);
    expect(results[0]?.findings.map(({ title, severity }) => [title, severity])).toEqual([
      ["Kept", "important"],
      ["W… (cut short)", "important"],
    ]);
  });

  test("has cost what it has cost", async () => {
    const run = { outcome: "failed", message: "stopped", textStatus: "absent", usage: { costUsd: 0.75 } } as const;
    const stopped = member("claude", { review: () => Promise.resolve({ run }) });
    await ask([stopped, member("codex")], { stop: AbortSignal.abort() });
    const { entries } = await readJournal(folder, journal.id);
    expect(spentBefore(entries)).toBe(0.75);
  });

  test("but had ended well is taken for ended", async () => {
    await ask([member("claude")], { stop: AbortSignal.abort() });
    expect(await kept()).toEqual([["claude", 1]]);
  });
});

test("a round that is ended at once waits until every pass has let go", async () => {
  const end = new AbortController();
  const held = deferred();
  let isOver = false;
  const claude = member("claude", {
    passes: 2,
    async review({ pass, signal }) {
      if (pass === 1) end.abort();
      signal.throwIfAborted();
      return {};
    },
  });
  const slow = {
    ...claude,
    async review(assignment: Assignment): Promise<ReviewerResult> {
      if (assignment.pass === 1) return claude.review(assignment);
      await held.promise;
      throw new Error("ended");
    },
  };
  const asked = ask([slow], { signal: end.signal }).finally(() => (isOver = true));
  const rejected = expect(asked).rejects.toThrow();
  await vi.waitFor(() => expect(end.signal.aborted).toBe(true));
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(isOver).toBe(false);
  held.resolve();
  await rejected;
});

describe("evidence", () => {
  const finding = (id: string): Finding => aFinding({ id });
  const analyzer = (id: string, turn: () => Promise<void> | void = setImmediate): PanelMember =>
    member(id, {
      kind: "analyzer",
      async review() {
        await turn();
        return { findings: [finding(`${id}:I1`)] };
      },
    });
  const agent = (seen: string[][]): PanelMember =>
    member("claude", {
      async review({ evidence }) {
        seen.push((await evidence()).map(({ id }) => id));
        return {};
      },
    });

  test("is whole before an agent has it, and in the order of the panel", async () => {
    const seen: string[][] = [];
    const first = deferred();
    const last = analyzer("test-scout", () => first.promise.then(() => setImmediate()));
    await ask([last, agent(seen), analyzer("loose-ends", () => first.resolve())]);
    expect(seen).toEqual([["test-scout:I1", "loose-ends:I1"]]);
  });

  test("of a resumed round is what was found before", async () => {
    const seen: string[][] = [];
    const entries = [entry({ reviewer: "loose-ends" }, { findings: [finding("loose-ends:I1")] })];
    await ask([analyzer("loose-ends"), agent(seen)], { entries });
    expect(seen).toEqual([["loose-ends:I1"]]);
  });

  test("does not wait for one that fails", async () => {
    const seen: string[][] = [];
    const broken = member("hazard-lint", { kind: "analyzer", review: () => Promise.reject(new Error("a fault")) });
    const { results } = await ask([broken, analyzer("loose-ends"), agent(seen)]);
    expect(seen).toEqual([["loose-ends:I1"]]);
    expect(results.map(({ run }) => run.outcome)).toEqual(["failed", "completed", "completed"]);
  });

  test("is nothing where no built-in reviewer is on the panel", async () => {
    const seen: string[][] = [];
    await ask([agent(seen)]);
    expect(seen).toEqual([[]]);
  });
});

test("what one throws costs the others nothing, and what it had said is kept", async () => {
  const broken = member("codex", {
    async review({ output }) {
      await output.write("### Important Issues\n\nI1. **add subtracts** — `a.js:1` (important)\n");
      throw new Error("a fault");
    },
  });
  const { results } = await ask([broken, member("claude")]);
  expect(results.map(({ run }) => [run.outcome, run.isPartial])).toEqual([
    ["failed", true],
    ["completed", undefined],
  ]);
  expect(results[0]?.findings.map(({ title }) => title)).toEqual(["add subtracts"]);
});

test("what cannot be written is kept elsewhere as the journal would hold it, and without who was stopped", async () => {
  const stop = new AbortController();
  const full = new UserError({ what: "cannot write", why: "the disk is full", fix: "make room" });
  let refused = 0;
  const append = (): Promise<never> => {
    refused += 1;
    if (refused === 2) stop.abort();
    return Promise.reject(full);
  };
  const broken = { ...journal, append };
  const finding = aFinding().id;
  const verification: Verification = {
    claim: finding,
    findings: [finding],
    answer: "none",
    silence: "failed",
    proofs: [],
    because: "",
  };
  const slow = member("codex", {
    async review({ signal }) {
      await once(signal, "abort");
      throw new Error("stopped");
    },
  });
  const asked = ask([member("claude", { passes: 2 }), slow], {
    journal: broken,
    stop: stop.signal,
    verifications: () => [verification],
  });
  const error: unknown = await asked.catch((thrown: unknown) => thrown);
  const archive = error instanceof UserError ? (/kept in (\S+):/.exec(error.fix)?.[1] ?? "") : "";
  try {
    const [, ...said] = (await readJournal(archive, journal.id)).entries;
    expect(said).toMatchObject([
      { type: "reviewer", run: { reviewer: "claude", pass: 1 }, passes: 2 },
      { type: "reviewer", run: { reviewer: "claude", pass: 2 }, passes: 2 },
      { type: "verification", verification },
    ]);
    expect(said).toHaveLength(3);
  } finally {
    rmSync(archive, { recursive: true, force: true });
  }
});

describe("a resumed round", () => {
  test("does not call who has ended", async () => {
    const recall = (): Promise<PanelMember> => Promise.reject(new Error("its program is gone"));
    const ended = await memberFor(aReviewer(), { panel: [], entries: [entry({})], recall });
    expect(ended.reviewer.id).toBe("claude");
    const half = [entry({}, { passes: 2 })];
    const { results } = await ask([await memberFor(aReviewer(), { panel: [], entries: half, recall })], {
      entries: half,
    });
    expect(results.map(({ run }) => [run.outcome, run.message])).toEqual([
      ["completed", undefined],
      ["failed", "not there when the round was resumed: its program is gone"],
    ]);
  });

  test("says of one that cannot be called that it failed", async () => {
    const gone = await memberFor(aReviewer(), { panel: [], entries: [] });
    const { results } = await ask([gone]);
    expect(results[0]?.run).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("configuration is gone"),
    });
  });
});
