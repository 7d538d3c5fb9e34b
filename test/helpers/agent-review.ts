import type { Hunk } from "#model/change/scope.ts";
import type { Review } from "#model/review.ts";
import { findIncomplete } from "#pipeline/round/round-outcome.ts";
import { decideVerdict } from "#model/verdict.ts";
import { aCluster, aFailedRun, aFinding, anOutcome, aReview, aReviewer, aRun, aScope, type Over } from "./builders.ts";

/** A hunk of four lines. */
export function aHunk(path: string, newStart = 1): Hunk {
  return { path, oldStart: newStart, oldLines: 3, newStart, newLines: 4 };
}

const DELIVER = [10, 30, 50].map((line) => aHunk("src/deliver.ts", line));
const SIGN = [5, 25].map((line) => aHunk("src/sign.ts", line));
const WHOLE = [aHunk("src/queue.ts"), aHunk("src/queue.ts", 40), aHunk("README.md")];
const HUGE = aHunk("src/schema.ts", 100);

/**
 * A round of our own with four agents and an analyzer: claude read nearly all, codex much and then failed, gemini was not
 * given one file, `acp` cannot be watched. One hunk is unread.
 */
export function anAgentReview(over: Over<Review> = {}): Review {
  const scope = aScope({
    files: ["src/deliver.ts", "src/sign.ts", "src/queue.ts", "README.md", "src/schema.ts"].map((path) => ({
      path,
      change: "modified",
    })),
    hunks: [...DELIVER, ...SIGN, ...WHOLE, HUGE],
  });
  const reviewers = [
    aReviewer({ effort: "high" }),
    aReviewer({ id: "codex" }),
    aReviewer({ id: "gemini", blind: true, optional: true }),
    aReviewer({ id: "acp", name: "House agent", model: undefined }),
    aReviewer({ id: "loose-ends", name: "Loose Ends", kind: "analyzer", model: undefined }),
  ];
  const runs = agentRuns();
  const clusters = [aCluster({ members: ["claude:I1", "codex:I1"] })];
  const findings = [aFinding(), aFinding({ id: "codex:I1" })];
  const [first, second, third] = DELIVER;
  const unread = [third, HUGE].filter((hunk) => hunk !== undefined);
  const gate = { readers: 1, unread };
  const readings = [
    ...[first, second, ...SIGN, ...WHOLE].map((hunk) => ({ reviewer: "claude", hunk })),
    ...[...DELIVER, ...WHOLE].map((hunk) => ({ reviewer: "codex", hunk })),
    ...[first, SIGN[0], ...WHOLE].map((hunk) => ({ reviewer: "gemini", hunk })),
  ].flatMap(({ reviewer, hunk }) => (hunk === undefined ? [] : [{ reviewer, hunk }]));
  return aReview({
    origin: { kind: "round", tool: "deep-review 0.1.0" },
    scope,
    reviewers,
    runs,
    findings,
    clusters,
    verdict: decideVerdict(clusters, runs, {
      incomplete: findIncomplete(anOutcome({ scope, reviewers, runs, receipt: { readings: [], gate } })),
    }),
    receipt: {
      claims: [],
      readings,
      readAll: ["loose-ends"],
      opened: [
        { reviewer: "claude", path: "src/deliver.ts", times: 3 },
        { reviewer: "claude", path: "src/main.ts", times: 1 },
      ],
      unobserved: ["acp"],
      notGiven: [{ reviewer: "gemini", path: "src/schema.ts", why: "over the budget" }],
      gate,
    },
    ...over,
  });
}

function agentRuns(): ReturnType<typeof aRun>[] {
  return [
    aRun({
      program: { name: "Claude Code", version: "2.1.325" },
      model: "claude-opus-4-7",
      usage: { inputTokens: 1_284_310, cachedTokens: 1_100_000, outputTokens: 21_034, costUsd: 1.234 },
      isolation: { level: "bubblewrap" },
      toolCalls: { total: 41, kinds: [{ name: "Read", count: 41 }] },
      incidents: [
        { kind: "denied", text: "tried to write src/deliver.ts" },
        { kind: "denied", text: "tried to write src/deliver.ts" },
        { kind: "waited", text: "30 s for the server, which was overloaded" },
      ],
    }),
    aFailedRun({
      reviewer: "codex",
      program: { name: "Codex CLI", version: "0.166.0" },
      isPartial: true,
      usage: { inputTokens: 220_000, outputTokens: 900, reasoningTokens: 500 },
      isolation: { level: "process", note: "bubblewrap is not installed" },
      incidents: [
        { kind: "changed-code", text: "src/sign.ts in its copy; the copy was thrown away" },
        { kind: "retried", text: "once after a crash: signal SIGSEGV" },
        { kind: "stopped", text: "after 24 min; what it had said is kept" },
      ],
    }),
    aRun({
      reviewer: "gemini",
      program: { name: "Gemini CLI", version: "0.61.0" },
      model: "gemini-2.5-flash",
      incidents: [{ kind: "other-model", text: "gemini-2.5-flash answered, 3.1 Pro was asked" }],
    }),
    aRun({ reviewer: "acp", program: { name: "house-agent" } }),
    aRun({ reviewer: "loose-ends", durationSeconds: 0.4 }),
  ];
}
