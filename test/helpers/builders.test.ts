import { describe, expect, test } from "vitest";
import { reviewSchema } from "#model/review.ts";
import { aCluster, aFailedRun, aFinding, aReview, aReviewer, aStatement } from "./builders.ts";

describe("builders", () => {
  test("the default review is valid and its ledger has every finding", () => {
    const review = aReview();
    expect(reviewSchema.safeParse(review).success).toBe(true);
    expect(review.ledger.entries.map(({ finding, fate }) => `${finding} ${fate}`)).toEqual([
      "claude:I1 kept",
      "claude:S1 dropped",
      "codex:I1 kept",
    ]);
    expect(review.verdict.kind).toBe("merge-with-fixes");
  });

  test("a finding takes reviewer, pass, label and severity from its id", () => {
    const { reviewer, pass, label, severity } = aFinding({ id: "codex:p2.S3" });
    expect({ reviewer, pass, label, severity }).toEqual({
      reviewer: "codex",
      pass: 2,
      label: "S3",
      severity: "suggestion",
    });
  });

  test("undefined removes a default", () => {
    expect(aFinding({ class: undefined })).not.toHaveProperty("class");
  });

  test("findings without clusters are kept one by one", () => {
    const review = aReview({ findings: [aFinding({ id: "claude:C1" }), aFinding({ id: "codex:S1" })] });
    expect(review.clusters.map(({ id }) => id)).toEqual(["C1", "S1"]);
    expect(review.verdict.kind).toBe("rework");
  });

  test("a cluster is ruled by the letter of its id and credits its reviewers", () => {
    const cluster = aCluster({ id: "R1", members: ["codex:S1"], statement: aStatement({ title: "Queue on disk" }) });
    expect(cluster.ruling.kind).toBe("route");
    expect(cluster.credits).toEqual([{ reviewer: "codex" }]);
    expect(cluster.statement?.title).toBe("Queue on disk");
  });

  test("a review whose reviewers all failed is incomplete", () => {
    const review = aReview({ reviewers: [aReviewer()], runs: [aFailedRun()], findings: [], clusters: [] });
    expect(review.verdict.kind).toBe("incomplete");
  });
});
