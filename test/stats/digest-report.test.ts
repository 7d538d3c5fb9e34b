import { describe, expect, test } from "vitest";
import { digestReport } from "#stats/digest-report.ts";
import { aCluster, aFailedRun, aFinding, aReport, aReviewer, aRun, aScope, aStatement } from "../helpers/builders.ts";

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
    expect(claude?.refuted).toBe(1);
    expect([claude?.alone.important, codex?.alone.important]).toEqual([0, 0]);
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
  });

  test("names agents before checks", () => {
    const reviewers = [aReviewer({ id: "loose-ends", kind: "analyzer" }), aReviewer({ id: "codex" }), aReviewer()];
    const { reviewers: named } = digestReport(aReport({ reviewers, findings: [], clusters: [] }));
    expect(named.map(({ reviewer }) => reviewer)).toEqual(["codex", "claude", "loose-ends"]);
  });

  test("a failed run is told as failed", () => {
    const report = aReport({ runs: [aRun(), aFailedRun({ reviewer: "codex" })], findings: [aFinding()] });
    expect(digestReport(report).reviewers.map(({ outcome }) => outcome)).toEqual(["completed", "failed"]);
  });

  test("a kept finding that nobody else raised is its reviewer's alone", () => {
    const [claude, codex] = digestReport(
      aReport({
        findings: ["claude:I1", "claude:S1", "codex:S1"].map((id) => aFinding({ id })),
        clusters: [
          aCluster({ id: "I1", members: ["claude:I1", "codex:S1"] }),
          aCluster({ id: "S1", members: ["claude:S1"] }),
        ],
      }),
    ).reviewers;
    expect([claude?.alone, codex?.alone]).toEqual([
      { critical: 0, important: 0, suggestion: 1 },
      { critical: 0, important: 0, suggestion: 0 },
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
