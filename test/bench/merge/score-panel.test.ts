import { describe, expect, test } from "vitest";
import { averageLink } from "../../../bench/merge/average-link.ts";
import { learnLogistic } from "../../../tools/learn/logistic.ts";
import { triplesOf, type Candidate } from "../../../bench/merge/product-data.ts";
import { scorePanel, type ProductCluster } from "../../../bench/merge/score-panel.ts";

const candidate = (id: string, ...goldens: string[]): Candidate => ({ id, tool: "ada", text: id, goldens });

function cluster(representative: Candidate, confidence = 1, ...others: Candidate[]): ProductCluster {
  return { representative, members: [representative, ...others], confidence, kept: confidence >= 0.5 };
}

function score(...clusters: ProductCluster[]) {
  const pullRequest = { id: "p", repository: "r", goldens: ["g0", "g1"], candidates: [] };
  return scorePanel([{ pullRequest, clusters }]);
}

describe("representative scoring", () => {
  test("a second cluster for the same golden is a duplicate and costs precision", () => {
    expect(score(cluster(candidate("a", "g0")), cluster(candidate("b", "g0")))).toMatchObject({
      precision: 0.5,
      recall: 0.5,
      duplicates: 1,
    });
  });

  test("a member that does not speak earns nothing, so one cluster for all does not win", () => {
    const all = score(cluster(candidate("a"), 1, candidate("b", "g0"), candidate("c", "g1")));
    expect(all).toMatchObject({ precision: 0, recall: 0, hidden: 2 });
  });

  test("what is below the cut counts for the ranking only", () => {
    const figures = score(cluster(candidate("a", "g0"), 0.9), cluster(candidate("b", "g1"), 0.4));
    expect(figures).toMatchObject({ precision: 1, recall: 0.5, averagePrecision: 1, kept: 1 });
  });

  test("nothing kept gives zeros", () => {
    expect(score(cluster(candidate("a", "g0"), 0.1))).toMatchObject({ precision: 0, recall: 0, f1: 0, f05: 0 });
  });
});

test("ten tools make 120 panels of three", () => {
  expect(new Set(triplesOf([..."abcdefghij"]).map((triple) => triple.join(""))).size).toBe(120);
});

test("a chain does not join what is unlike", () => {
  const likeness = [
    [1, 0.5, 0],
    [0.5, 1, 0.45],
    [0, 0.45, 1],
  ];
  expect(averageLink(likeness, 0.4)).toEqual([[0, 1], [2]]);
});

test("a logistic fit finds the share where there is nothing else to learn from", () => {
  const examples = [1, 1, 1, 0].map((truth) => ({ values: [], truth: truth as 0 | 1 }));
  const { bias } = learnLogistic(examples, 1);
  expect(1 / (1 + Math.exp(-bias))).toBeCloseTo(0.75);
});
