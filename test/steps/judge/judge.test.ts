import { describe, expect, test } from "vitest";
import { judge } from "#steps/judge/judge.ts";
import type { EarlierDecisions } from "#steps/judge/ruling/rule.ts";
import { aFinding, aReport, aReview, aReviewer, aRun } from "../../helpers/builders.ts";

const reviewers = [aReviewer(), aReviewer({ id: "codex" })];
const runs = reviewers.map(({ id }) => aRun({ reviewer: id }));
const retries = aFinding({ id: "claude:I1" });
const typo = aFinding({
  id: "codex:S1",
  title: "Typo in the flag's help text",
  body: "`recieve` should be `receive`.",
  locations: [{ path: "cmd/main.go", start: 9, end: 9 }],
});
const raised = [retries, typo].map((finding) => ({ finding }));

/** Ann declined the retries; `holds` says whether that settles them this time. */
const declined = (holds: boolean): EarlierDecisions => ({
  against: ([finding]) =>
    finding?.id === retries.id
      ? { decision: { id: "D-0123456789", author: "Ann <ann@example.com>" }, holds, because: "Declined by Ann." }
      : undefined,
});

describe("a round", () => {
  test("is judged once: every problem has a ruling, an author and a number, and the verdict follows", async () => {
    const { clusters, verdict, history } = await judge({ raised, reviewers, runs });
    expect(clusters).toMatchObject([
      { id: "I1", speaker: "claude:I1", ruling: { kind: "keep", author: { kind: "program" }, evidence: "asserted" } },
      { id: "S1", speaker: "codex:S1", ruling: { kind: "keep", author: { kind: "program" } } },
    ]);
    expect(clusters.some((cluster) => cluster.statement !== undefined)).toBe(false);
    expect(verdict).toEqual({ kind: "merge-with-fixes", because: "I1 is important and stands", decidedBy: ["I1"] });
    expect(history).toBeUndefined();
  });

  test("goes by a person's decision, which wraps what the program ruled", async () => {
    const { clusters, verdict } = await judge({ raised, reviewers, runs, decisions: declined(true) });
    expect(clusters.map(({ id }) => id)).toEqual(["S1", "X1"]);
    expect(clusters[1]?.ruling).toEqual({
      kind: "drop",
      reason: "declined-earlier",
      because: "Declined by Ann.",
      author: { kind: "person", name: "Ann", decision: "D-0123456789" },
      evidence: "asserted",
      overrules: {
        kind: "keep",
        severity: "important",
        because: "claimed as important",
        author: { kind: "program" },
        evidence: "asserted",
      },
    });
    expect(verdict.kind).toBe("merge-with-optional-fixes");
  });

  test("keeps what somebody decided against where the decision does not hold any more", async () => {
    const { clusters } = await judge({ raised, reviewers, runs, decisions: declined(false) });
    expect(clusters[0]).toMatchObject({ id: "I1", ruling: { kind: "keep", author: { kind: "program" } } });
  });

  test("is incomplete for whatever is missing; what stands is said first, remarks last", async () => {
    const { verdict } = await judge({
      raised,
      reviewers,
      runs,
      incomplete: ["1 hunk was not read"],
      remarks: ["2 files"],
    });
    expect(verdict).toMatchObject({
      kind: "incomplete",
      because: "I1 is important and stands; 1 hunk was not read; 2 files",
    });
  });

  test("counts what became of earlier problems, which the history traces from the numbered ones", async () => {
    const { clusters, verdict, history } = await judge({
      raised: [],
      reviewers,
      runs,
      trace: (numbered) =>
        Promise.resolve({
          clusters: numbered,
          previous: [
            { ref: "R1.C1", title: "It leaks", status: "open" as const, text: "", severity: "critical" as const },
          ],
          number: 2,
        }),
    });
    expect([clusters, verdict.kind, verdict.because]).toEqual([[], "rework", "R1.C1 is critical and still open"]);
    expect(history?.number).toBe(2);
  });
});

test("a report shows which ruling a decision overrules, on the card and in the account", async () => {
  const { clusters } = await judge({ raised, reviewers, runs, decisions: declined(true) });
  const origin = { kind: "round" as const, tool: "deep-review 0" };
  const report = aReport(aReview({ origin, reviewers, findings: [retries, typo], clusters }));
  const before = ["kept as important"];
  expect(report.dropped.map(({ overrules }) => overrules)).toEqual([before]);
  expect(report.account.map(({ overrules }) => overrules)).toEqual([before, []]);
});
