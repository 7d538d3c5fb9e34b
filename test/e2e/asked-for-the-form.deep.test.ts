import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { wordyAgent, type WordyAgent } from "../helpers/wordy-agent.ts";
import { beginLife, kept } from "./rounds/life.ts";

const life = beginLife();
afterAll(() => life.close());
// What one agent raised is no earlier round of the next.
afterEach(() => rmSync(join(life.folder, ".deep-review"), { recursive: true, force: true }));

const CRITICAL = "Anybody can take jobs of others, since the session is never compared (`src/queue.ts:3`).";
const form = (critical: string): string =>
  `## Executive Summary\n\nA queue.\n\n## Findings\n\n### Critical Issues\n\n${critical}\n\n### Important Issues\n\nNone.\n\n### Suggestions\n\nNone.\n`;
const NONE = form("None.");
const FOUND = form(
  "C1. **Anybody can take jobs of others** — `src/queue.ts:3` (critical, gap)\n\nThe session is never compared.",
);

const AGENTS = {
  again: { first: `I looked at it. ${CRITICAL}`, second: FOUND },
  silenced: { first: `I looked at it. ${CRITICAL}`, second: NONE },
  unplaced: { first: `I looked at it. This is a critical bug: anybody can take jobs of others.`, second: NONE },
  dropped: { first: `${FOUND}\n## Odds and ends\n\nThe retry is odd, too.\n`, second: NONE },
  milder: {
    first: `${FOUND}\n## Odds and ends\n\nThe retry is odd, too.\n`,
    second: form("None.").replace(
      "Suggestions\n\nNone.",
      "Suggestions\n\nS1. **Anybody can take jobs of others** — `src/queue.ts:3`\n\nThe retry is odd, too.",
    ),
  },
  empty: { first: `I looked at it. ${CRITICAL}`, second: "" },
  prose: { first: `I looked at it. ${CRITICAL}`, second: "As I said." },
  withdrawn: {
    first: `${FOUND}\n## Odds and ends\n\nThe session is compared by the caller.\n`,
    second: form(
      "C1. **Anybody can take jobs of others** — `src/queue.ts:3` (critical, gap)\n\nThe session is compared by the caller. I withdraw this finding.",
    ),
  },
  talk: { first: "Let me look at the patches first.", second: NONE },
  fine: { first: "I reviewed all files in this change. Everything looks good.", second: NONE },
} satisfies Readonly<Record<string, WordyAgent>>;

beforeAll(async () => {
  const panels = Object.fromEntries(
    Object.entries(AGENTS).map(([id, agent]) => [id, [{ use: "acp", id, name: id, command: wordyAgent(agent) }]]),
  );
  const reviewers = { "loose-ends": false, "test-scout": false, "hazard-lint": false };
  life.git("checkout", "-q", "main");
  life.put("deep-review.config.json", JSON.stringify({ reviewers, panels }));
  life.commit("Configure");
  life.git("checkout", "-q", "feature");
  life.git("rebase", "-q", "main");
  expect(await life.cli("config", "--trust")).toMatchObject({ code: 0 });
});

async function reviewBy(id: keyof typeof AGENTS) {
  const { code, stderr } = await life.cli("--panel", id, "--again", "--quiet", "--fail-on", "important");
  const review = life.record();
  const run = review.runs.find(({ reviewer }) => reviewer === id);
  return {
    code,
    stderr,
    verdict: review.verdict.kind,
    run,
    severities: kept(review).map(({ ruling }) => ruling.kind === "keep" && ruling.severity),
  };
}

test("an agent that answers in prose is asked once for the form, and its own words are given to it", async () => {
  const { code, verdict, run, severities } = await reviewBy("again");
  expect({ code, verdict, severities }).toEqual({ code: 1, verdict: "rework", severities: ["critical"] });
  expect(run?.incidents).toMatchObject([{ kind: "retried" }]);
  expect(run?.text).toContain(CRITICAL);
});

test.each(["silenced", "unplaced", "empty", "prose"] as const)(
  "what an agent says first is not silenced by its second answer: %s",
  async (id) => {
    const { code, verdict, run } = await reviewBy(id);
    expect({ code, verdict }).toEqual({ code: 3, verdict: "incomplete" });
    expect(run?.text).toContain("anybody can take jobs of others".slice(1));
  },
);

test.each(["dropped", "milder"] as const)(
  "a finding of the first answer stands where the second leaves it out: %s",
  async (id) => {
    const { code, severities } = await reviewBy(id);
    expect(severities).toContain("critical");
    expect(code).toBeGreaterThan(0);
  },
);

test("a finding that the second answer withdraws is dropped", async () => {
  expect(await reviewBy("withdrawn")).toMatchObject({ code: 0, verdict: "merge", severities: [] });
});

test.each(["talk", "fine"] as const)(
  "an agent that had nothing to say at first may say so in the form: %s",
  async (id) => {
    const { code, stderr, verdict } = await reviewBy(id);
    expect({ code, verdict }, stderr).toEqual({ code: 0, verdict: "merge" });
  },
);
