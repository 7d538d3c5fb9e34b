import type { Review } from "#model/review.ts";
import {
  aClaim,
  aCluster,
  aDecision,
  aFailedRun,
  aFinding,
  anObservation,
  aReview,
  aReviewer,
  aRun,
  aScope,
  aStatement,
} from "../../../helpers/builders.ts";

const RAW_CLAUDE = `I have read the change twice.

## Executive Summary

The retry loop is sound but for its limit.

### Critical Issues

**C1. Retries never stop for a subscriber that is gone** — \`src/deliver.ts:41-44\` (critical, regression)

\`\`\`ts
while (!delivered) {
  delivered = await post(url, event);
  await sleep(backoff(attempt++));
}
\`\`\`

A 410 answer is retried like any other. See also S1.

**C2. The signature is compared with ===** — \`src/sign.ts:20\` (critical, gap)

An attacker can measure how many bytes match.

### Suggestions

**S1. The backoff has no jitter** — \`src/backoff.ts:12\` (suggestion, enhancement)

All subscribers are tried at the same moment.

**S2. Rename \`post\`** — \`src/deliver.ts:9\`

It also retries, so \`deliver\` would be truer.
`;

const RAW_CODEX = `### Important Issues

1. **No limit on retries** — \`src/deliver.ts:41-44\` (important, regression)

   The loop has no exit but success.

2. **A restart loses the queue** — \`src/queue.ts:7\` (important, gap)

   It lives in memory.

### Suggestions

1. **Compare signatures in constant time** — \`src/sign.ts:20\` (suggestion, gap)

   Hard to exploit over a network.
`;

const LOOP = "while (!delivered) {\n  delivered = await post(url, event);\n  await sleep(backoff(attempt++));\n}";

/** A record in which every part of the page has something to show. */
export function aFullReview(): Review {
  return aReview({
    reviewers: [
      aReviewer({ effort: "xhigh" }),
      aReviewer({ id: "codex", effort: "high" }),
      aReviewer({ id: "gemini" }),
      aReviewer({ id: "loose-ends", name: "Loose Ends", kind: "analyzer" }),
    ],
    runs: [
      aRun({ text: RAW_CLAUDE, toolCalls: { total: 88, kinds: [] }, durationSeconds: 512 }),
      aRun({ reviewer: "codex", text: RAW_CODEX, durationSeconds: 301, toolCalls: { total: 41, kinds: [] } }),
      aFailedRun({ reviewer: "gemini" }),
      aRun({
        reviewer: "loose-ends",
        durationSeconds: 0.4,
        text: "S1. **README names the old port** — `README.md:9`\n",
      }),
    ],
    findings: [
      aFinding({ id: "claude:C1", lines: { start: 9, end: 18 } }),
      aFinding({
        id: "claude:C2",
        class: "gap",
        title: "The signature is compared with ===",
        lines: { start: 20, end: 22 },
      }),
      aFinding({
        id: "claude:S1",
        class: "enhancement",
        title: "The backoff has no jitter",
        lines: { start: 26, end: 28 },
      }),
      aFinding({ id: "claude:S2", class: "enhancement", title: "Rename `post`", lines: { start: 30, end: 32 } }),
      aFinding({ id: "codex:I1", lines: { start: 3, end: 5 } }),
      aFinding({ id: "codex:I2", class: "gap", title: "A restart loses the queue", lines: { start: 7, end: 9 } }),
      aFinding({
        id: "codex:S1",
        class: "gap",
        title: "Compare signatures in constant time",
        lines: { start: 13, end: 15 },
      }),
      aFinding({ id: "loose-ends:S1", class: "gap", title: "README names the old port", lines: { start: 1, end: 1 } }),
    ],
    clusters: [
      aCluster({
        id: "C1",
        members: [
          "claude:C1",
          { finding: "codex:I1", share: "primary", confidence: 0.93, because: "location and text" },
        ],
        statement: aStatement({
          title: "Retries never stop for a `410 Gone` subscriber",
          locations: [
            { path: "src/deliver.ts", start: 41, end: 44 },
            { path: "src/deliver.ts", start: 60, end: 61 },
            { path: "src/backoff.ts", start: 3, end: 3 },
          ],
          class: "regression",
          body: `\`\`\`ts\n${LOOP}\n\`\`\`\n\nA subscriber that answers \`410\` is tried again for ever, as S1 shows too. Claude C1 rates it critical, Codex I1 important; Round 2 I3 was about the same loop.\n\n\`\`\`bash repro\nset -eu\nnode scripts/answer-410.mjs &\nnpm run deliver -- --once\n\`\`\`\n\n\`\`\`text repro-output\nattempt 1: 410\nattempt 2: 410\nattempt 3: 410\n\`\`\`\n\nFix: treat \`410\` as final and stop.\n\n\`\`\`diff\n--- a/src/deliver.ts\n+++ b/src/deliver.ts\n@@ -41,4 +41,5 @@\n-while (!delivered) {\n+while (!delivered && attempt < MAX_ATTEMPTS) {\n   delivered = await post(url, event);\n+  if (delivered.status === 410) break;\n   await sleep(backoff(attempt++));\n }\n\`\`\`\n`,
          quotes: [{ language: "ts", code: LOOP }],
          fix: { text: "treat `410` as final and stop.", diffs: [] },
          repros: [
            {
              language: "bash",
              script: "set -eu\nnode scripts/answer-410.mjs &\nnpm run deliver -- --once",
              output: "attempt 1: 410",
            },
          ],
          notes: ["Round 2 I3 unaddressed"],
        }),
      }),
      aCluster({
        id: "I1",
        members: ["codex:I2"],
        statement: aStatement({
          title: "A restart loses every delivery that waits",
          locations: [{ path: "src/queue.ts", start: 7, end: 7 }],
          class: "gap",
          body: "The queue is an array in memory (`src/queue.ts:7`). See C1 for what fills it.\n\n- a crash loses it\n- so does a deploy\n",
        }),
      }),
      aCluster({
        id: "I2",
        members: ["claude:C2", "codex:S1"],
        statement: aStatement({
          title: "Signatures are compared with `===`",
          locations: [{ path: "src/sign.ts", start: 20, end: 20 }],
          body: "```ts\nif (given === expected) return true;\nreturn false;\n```\n\nThe time it takes tells how much matches.",
          quotes: [{ language: "ts", code: "if (given === expected) return true;\nreturn false;" }],
        }),
      }),
      aCluster({ id: "S1", members: ["claude:S1"] }),
      aCluster({
        id: "R1",
        members: ["loose-ends:S1"],
        ruling: { kind: "route", to: "documentation", because: "a matter of the documents" },
      }),
      aCluster({
        id: "X1",
        members: ["claude:S2"],
        ruling: { kind: "drop", reason: "refuted", because: "`post` does not retry; its caller does" },
      }),
    ],
    excerpts: [
      {
        cluster: "I1",
        commit: "9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72",
        path: "src/queue.ts",
        start: 5,
        lines: [
          "export class Queue {",
          "  /** Waiting deliveries. */",
          "  private waiting: Delivery[] = [];",
          "",
          "  push(delivery: Delivery) {",
        ],
        cited: [{ start: 7, end: 7 }],
        grounding: { status: "grounded", why: "the cited line holds the quoted code" },
      },
    ],
    statedVerdict: {
      phrase: "Merge with fixes",
      kind: "merge-with-fixes",
      rationale: "C1 must be fixed first; the rest is optional.",
    },
    scope: aScope({
      repository: { name: "example/hookrelay", url: "https://github.com/example/hookrelay" },
      pullRequest: {
        number: 42,
        title: "Retry failed deliveries",
        url: "https://github.com/example/hookrelay/pull/42",
      },
    }),
    header: [{ key: "Mode", value: "Standard" }],
    observations: [anObservation({ id: "D1", reviewer: undefined, pass: undefined, credits: ["claude"] })],
    receipt: {
      claims: [
        aClaim({ path: "src/deliver.ts", claim: "findings", labels: ["C1"] }),
        aClaim({ path: "src/queue.ts", claim: "clean", note: "Reviewed, no issues" }),
        aClaim({ reviewer: "codex", path: "src/queue.ts", claim: "findings", labels: ["I2"] }),
        aClaim({ reviewer: "codex", path: "src/deliver.ts", claim: "findings", labels: ["I1"] }),
        aClaim({ path: "README.md", claim: "trivial" }),
      ],
      readings: [],
    },
    sections: [
      {
        key: "summary",
        title: "Executive Summary",
        text: "The change retries failed deliveries with a growing pause. The loop has no end (C1), and the queue does not outlive a restart (I1).",
      },
      {
        key: "design",
        title: "Design Observations",
        text: "### Concerns\n\n- Deliveries live in memory. [Claude]\n\n### Strengths\n\n- One place decides on the pause.",
      },
      {
        key: "testing",
        title: "Testing Assessment",
        text: "No test reaches the branch for `410`.\n\n| Case | Covered |\n|---|---|\n| success | yes |\n| gone | no |\n",
      },
      { title: "Deployment Remarks", text: "Nothing to add." },
    ],
    previous: [
      { ref: "I1", title: "Timeout is missing", status: "fixed", text: "Addressed in 9f2c4e6" },
      { ref: "I3", title: "The loop has no limit", status: "open", text: "Not addressed" },
    ],
    decisions: [
      aDecision({
        about: { kind: "finding", cluster: "C1", text: "Critical #1: Retries never stop" },
        reason: "stops at 410 and after eight attempts",
      }),
      aDecision({
        kind: "declined",
        action: "Skipped",
        about: { kind: "finding", cluster: "S1", text: "Suggestion #1: jitter" },
        reason: "two subscribers only",
      }),
      aDecision({
        kind: "declined",
        action: "Declined",
        source: "earlier-rounds",
        about: { kind: "finding", text: "Use a queue server" },
        reason: "too much for this service",
      }),
    ],
    resolution: {
      fields: [
        { key: "Addressed", value: "2026-11-03" },
        { key: "Commit", value: "`77aa0c1` Stop at 410" },
      ],
    },
    retro: {
      paragraphs: [
        { reviewer: "claude", text: "Found the loop." },
        { reviewer: "codex", text: "Rated it lower." },
      ],
      columns: ["claude", "codex", "gemini"],
      rows: [
        { label: "Suggestion", cells: ["5", "0", "0"] },
        { label: "Unique insights", cells: ["1", "1", "0"] },
      ],
      overall: "Codex was quicker.",
    },
    reconciliation: { text: "**Reconciliation:** Claude S2 dropped.", notes: [] },
    processNotes: "The wait for the third reviewer took longest.",
    unplaced: [
      {
        reviewer: "claude",
        pass: 1,
        line: 1,
        text: "I have read the change twice.",
        why: "stands before the first section",
      },
    ],
    gaps: ["The raw review of Gemini is not in the source."],
  });
}
