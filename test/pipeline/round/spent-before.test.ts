import { expect, test } from "vitest";
import type { JournalEntry } from "#adapters/store/journal.ts";
import { findingId, reviewerId } from "#model/ids.ts";
import { spentBefore } from "#pipeline/round/summarize-resume.ts";
import { aRun } from "../../helpers/builders.ts";

const verification = {
  claim: findingId(reviewerId("claude"), "I1"),
  findings: [findingId(reviewerId("claude"), "I1")],
  answer: "confirmed",
  proofs: [],
  because: "it does",
} as const;

const ENTRIES: readonly JournalEntry[] = [
  { type: "reviewer", run: aRun({ usage: { costUsd: 1 } }), findings: [] },
  { type: "reviewer", run: aRun({ pass: 2, usage: { inputTokens: 7 } }), findings: [] },
  { type: "verification", verification: { ...verification, usage: { costUsd: 0.5 } } },
  { type: "verification", verification },
  { type: "spent", costUsd: 0.25 },
];

test("everybody who told a cost has cost it; who told none counts for nothing", () => {
  expect(spentBefore(ENTRIES)).toBe(1.75);
  expect(spentBefore([])).toBe(0);
});
