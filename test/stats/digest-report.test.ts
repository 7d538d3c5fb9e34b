import { describe, expect, test } from "vitest";
import { digestReport } from "#stats/digest-report.ts";
import {
  aClaim,
  aCluster,
  aDecision,
  aFailedRun,
  aFinding,
  aReport,
  aReviewer,
  aRun,
  aScope,
  aStatement,
} from "../helpers/builders.ts";

describe("digestReport", () => {
  test("takes subject, time, verdict and counts from the report", () => {
    const digest = digestReport(aReport());
    expect(digest).toMatchObject({
      id: "20261102-091500-pr-42",
      startedAt: "2026-11-02T09:15:00",
      repository: "example/hookrelay",
      pullRequest: { number: 42, title: "Retry failed deliveries" },
      author: "sample-author",
      printedRound: 1,
      verdict: { phrase: "Merge with fixes", kind: "merge-with-fixes" },
      counts: { raised: 3, dropped: 1, kept: { important: 1, all: 1 } },
      wallClockSeconds: 845,
    });
  });

  test("names who stands behind a kept finding", () => {
    expect(digestReport(aReport()).kept).toEqual([
      {
        id: "I1",
        title: "Retries never stop for a subscriber that is gone",
        severity: "important",
        reviewers: ["claude", "codex"],
      },
    ]);
  });

  test("counts where each raw finding ended, by claimed severity", () => {
    const report = aReport({
      findings: ["claude:C1", "claude:I1", "claude:S1", "codex:S1"].map((id) => aFinding({ id })),
      clusters: [
        aCluster({ id: "I1", members: ["claude:C1", "codex:S1"] }),
        aCluster({ id: "R1", members: ["claude:I1"] }),
        aCluster({ id: "X1", members: ["claude:S1"] }),
      ],
    });
    const [claude, codex] = digestReport(report).reviewers;
    const none = { critical: 0, important: 0, suggestion: 0, routed: 0, dropped: 0 };
    expect(claude?.endings).toEqual({
      critical: { ...none, important: 1 },
      important: { ...none, routed: 1 },
      suggestion: { ...none, dropped: 1 },
    });
    expect(claude?.dropped).toEqual([{ reason: "refuted", count: 1 }]);
    expect(codex?.endings).toEqual({ critical: none, important: none, suggestion: { ...none, important: 1 } });
  });

  test("what a missing raw review raised is unknown, not nothing", () => {
    const report = aReport({
      reviewers: [aReviewer(), aReviewer({ id: "codex" })],
      runs: [aRun(), aRun({ reviewer: "codex", text: undefined, textStatus: "absent" })],
      findings: [aFinding()],
      clusters: [aCluster({ credits: [{ reviewer: "claude" }, { reviewer: "codex" }], statement: aStatement() })],
    });
    const [claude, codex] = digestReport(report).reviewers;
    expect(claude?.endings?.important.important).toBe(1);
    expect(codex?.endings).toBeUndefined();
    expect(codex?.standsBehind.important).toBe(1);
  });

  test("a failed run is told as failed", () => {
    const report = aReport({ runs: [aRun(), aFailedRun({ reviewer: "codex" })], findings: [aFinding()] });
    expect(digestReport(report).reviewers.map(({ outcome }) => outcome)).toEqual(["completed", "failed"]);
  });

  test("coverage is unknown without a coverage summary", () => {
    const report = aReport({
      findings: [aFinding({ id: "claude:I1" })],
      receipt: {
        claims: [aClaim({ reviewer: "codex", path: "src/deliver.ts" }), aClaim({ reviewer: "codex" })],
        readings: [],
      },
    });
    expect(digestReport(report).reviewers.map(({ coverage }) => coverage)).toEqual([
      undefined,
      { files: 2, misses: 1 },
    ]);
  });

  test("counts what was done about the findings, and only that", () => {
    const decisions = [
      aDecision(),
      aDecision(),
      aDecision({ kind: "declined" }),
      aDecision({ kind: "declined", source: "earlier-rounds" }),
    ];
    expect(digestReport(aReport({ decisions })).resolution).toEqual([
      { kind: "fixed", count: 2 },
      { kind: "declined", count: 1 },
    ]);
  });

  test("a list of commits that the report itself cuts short is no list", () => {
    const commits = [{ id: "9f2c4e6", subject: "Retry" }];
    expect(digestReport(aReport({ scope: aScope({ commits }) })).commits).toEqual(["9f2c4e6"]);
    expect(digestReport(aReport({ scope: aScope({ commits, commitsNote: "and 14 earlier ones" }) })).commits).toEqual(
      [],
    );
  });

  test("cuts text that no list could show", () => {
    const digest = digestReport(aReport({ title: "x".repeat(100_000), gaps: ["y".repeat(100_000)] }));
    expect(digest.title.length).toBeLessThan(400);
    expect(JSON.stringify(digest).length).toBeLessThan(6000);
  });
});
