import { describe, expect, test } from "vitest";
import { decideVerdict, verdictPhrase } from "#model/verdict.ts";
import { aCluster, aFailedRun, aReviewer, aRun } from "../helpers/builders.ts";

const lint = aReviewer({ id: "hazard-lint", kind: "analyzer" });
const scanner = aReviewer({ id: "scanner", kind: "import" });
const NOBODY = "nobody has judged logic, concurrency or design";
const ran = (...ids: string[]) => ids.map((reviewer) => aRun({ reviewer }));
const raised = (id: string, reviewer = "hazard-lint") => aCluster({ id, credits: [{ reviewer }] });

describe("a review by checks alone", () => {
  const reviewers = [lint, scanner];
  const runs = ran("hazard-lint", "scanner");

  test("does not say that the change can be merged", () => {
    expect(decideVerdict([], runs, { reviewers })).toEqual({
      kind: "checks-only",
      because: `static checks: no findings; ${NOBODY}`,
      decidedBy: [],
    });
    expect(verdictPhrase("checks-only")).toBe("Checks only");
  });

  test.each([
    [["I1", "S1"], "static checks: 2 findings; I1 is important and stands", ["I1"]],
    [["C1"], "static checks: 1 finding; C1 is critical and stands", ["C1"]],
    [["S1"], "static checks: 1 finding; nothing above a suggestion stands", ["S1"]],
  ])("counts its findings and names the worst: %j", (ids, says, decidedBy) => {
    const clusters = ids.map((id) => raised(id));
    expect(decideVerdict(clusters, runs, { reviewers })).toEqual({
      kind: "checks-only",
      because: `${says}; ${NOBODY}`,
      decidedBy,
    });
  });

  test("is incomplete if something is missing, and claims nothing about its findings then", () => {
    expect(decideVerdict([], runs, { reviewers, incomplete: ["a.bin was not read"] })).toMatchObject({
      kind: "incomplete",
      because: `a.bin was not read; ${NOBODY}`,
    });
  });
});

test.each(["agent", "model", "scripted"] as const)("an answer of kind %s is a judgement", (kind) => {
  const reviewers = [lint, aReviewer({ id: "judge", kind })];
  expect(decideVerdict([], ran("hazard-lint", "judge"), { reviewers }).kind).toBe("merge");
});

test("comments do not turn checks into a judgement, because anybody can comment", () => {
  const eve = aReviewer({ id: "eve", kind: "person", commented: true, optional: true });
  expect(decideVerdict([raised("C1", "eve")], ran("hazard-lint", "eve"), { reviewers: [lint, eve] })).toEqual({
    kind: "checks-only",
    because: `static checks: no findings; C1 was raised by commenters alone and does not decide; but for commenters, ${NOBODY}`,
    decidedBy: [],
  });
});

test("an optional agent that failed has judged nothing, and is named", () => {
  const reviewers = [lint, aReviewer({ id: "claude", optional: true })];
  expect(decideVerdict([], [...ran("hazard-lint"), aFailedRun({ reviewer: "claude" })], { reviewers })).toMatchObject({
    kind: "checks-only",
    because: `static checks: no findings; 1 of 2 reviewers failed; ${NOBODY}`,
  });
});

test("what an optional agent found before it failed is not counted as a check's", () => {
  const reviewers = [lint, aReviewer({ id: "claude", optional: true }), aReviewer({ id: "codex", optional: true })];
  const runs = [...ran("hazard-lint"), ...["claude", "codex"].map((reviewer) => aFailedRun({ reviewer }))];
  const both = aCluster({ id: "I2", credits: [{ reviewer: "claude" }, { reviewer: "hazard-lint" }] });
  const because = (...clusters: Parameters<typeof decideVerdict>[0]): string =>
    decideVerdict(clusters, runs, { reviewers }).because.split("; ").slice(0, 2).join("; ");
  expect(because(raised("I1", "claude"))).toBe("static checks: no findings; 1 finding of a reviewer that failed");
  expect(because(raised("I1", "claude"), both, raised("S1", "codex"))).toBe(
    "static checks: 1 finding; 2 findings of reviewers that failed",
  );
});

test("a required agent that failed leaves the review incomplete, whatever the checks say", () => {
  const reviewers = [lint, aReviewer({ id: "claude" })];
  const runs = [...ran("hazard-lint"), aFailedRun({ reviewer: "claude" })];
  expect(decideVerdict([], runs, { reviewers, incomplete: ["Claude did not end and is required"] }).kind).toBe(
    "incomplete",
  );
});
