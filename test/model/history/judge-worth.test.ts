import { describe, expect, test } from "vitest";
import { clusterId } from "#model/ids.ts";
import { judgeWorth } from "#model/history/judge-worth.ts";
import type { Review } from "#model/review.ts";
import type { Lineage } from "#model/history/lineage.ts";
import { aCluster, aReview } from "../../helpers/builders.ts";

const from = (id: string, kind: Lineage["kind"]) => aCluster({ id, lineage: { kind, because: "said" } });
const series = {
  entries: [
    { review: "20261101-090010-pr-7", round: 1, kept: 9 },
    { review: "20261102-090010-pr-7", round: 2, kept: 4, latent: 1, introduced: 2, newCode: 0 },
  ],
  notes: [],
};
const judge = (over: Parameters<typeof aReview>[0] = {}) =>
  judgeWorth(aReview({ series, clusters: [], findings: [], ...over }));

describe("another round", () => {
  test("is not worth it when nothing important is new or open", () => {
    const previous = [
      { ref: "R1.I1", title: "Fixed", status: "fixed" as const, text: "Fixed.", severity: "important" as const },
      {
        ref: "R1.I2",
        title: "Declined",
        status: "declined" as const,
        text: "Declined.",
        severity: "critical" as const,
      },
      { ref: "R1.S1", title: "Small", status: "open" as const, text: "Open.", severity: "suggestion" as const },
    ];
    const { isWorth, because } = judge({ previous });
    expect(isWorth).toBe(false);
    expect(because).toContain("not worth it");
  });

  test("is worth it when an important problem is open, raised again or not", () => {
    const previous = [
      { ref: "R1.I1", title: "Open", status: "open" as const, text: "Open.", severity: "important" as const },
    ];
    expect(judge({ previous })).toMatchObject({
      isWorth: true,
      because: "Another round is worth it after the fixes: R1.I1 still stands.",
    });
  });

  test("is worth it when nobody can tell what became of an important one, or it is only called milder now", () => {
    const one = { ref: "R1.I1", title: "Queue", text: "Said.", severity: "important" as const };
    expect(judge({ previous: [{ ...one, status: "unknown" as const }] }).because).toContain("R1.I1 still stands");
    const milder = { ...one, status: "open" as const, raisedAgain: [clusterId("S1")] };
    const review = { ...aReview({ series }), clusters: [from("S1", "carried-over")], previous: [milder] };
    expect(judgeWorth(review).because).toContain("R1.I1 still stands");
  });

  test("is worth it for a new problem at or above the gate, whatever it comes from", () => {
    const finding = judgeWorth({ ...aReview({ series }), clusters: [from("I1", "latent")], previous: [] });
    expect(finding).toMatchObject({
      isWorth: true,
      because: "Another round is worth it after the fixes: I1 is new and important or worse.",
    });
    for (const kind of ["new-code", "introduced", "carried-over", "moved", "re-raised", "contradicts"] as const) {
      expect(judgeWorth({ ...aReview({ series }), clusters: [from("C1", kind)], previous: [] }).isWorth).toBe(true);
    }
    const small = { ...aReview({ series }), clusters: [from("S1", "latent")], previous: [] };
    expect(judgeWorth(small).isWorth).toBe(false);
    expect(judgeWorth(small, "suggestion").isWorth).toBe(true);
  });

  test("is said of the built-in reviewers alone where nobody else took part", () => {
    const reviewers = [{ ...aReview().reviewers[0], kind: "analyzer" }] as unknown as Review["reviewers"];
    const { because } = judgeWorth({ ...aReview({ series }), clusters: [], previous: [], reviewers });
    expect(because).toMatch(/^Another round with the built-in reviewers alone is not worth it: .* No agent has read/);
  });

  test("is worth it when this one is incomplete", () => {
    const verdict = { kind: "incomplete" as const, because: "none of 2 reviewers ended", decidedBy: [] };
    expect(judgeWorth({ ...aReview({ series }), clusters: [], previous: [], verdict }).because).toContain("incomplete");
  });
});

describe("the trend", () => {
  test("shows the rounds before and this one, latent against introduced", () => {
    const clusters = [from("I1", "latent"), from("I2", "introduced"), from("S1", "introduced"), from("X1", "latent")];
    const { trend } = judgeWorth({ ...aReview({ series }), clusters, previous: [] });
    expect(trend).toEqual([
      { round: 1, kept: 9 },
      { round: 2, kept: 4, latent: 1, introduced: 2, newCode: 0 },
      { round: 3, kept: 3, latent: 1, introduced: 2, newCode: 0 },
    ]);
  });

  test("of a first round is one point without lineage", () => {
    expect(judgeWorth({ ...aReview(), clusters: [aCluster()], previous: [] }).trend).toEqual([{ round: 1, kept: 1 }]);
  });
});
