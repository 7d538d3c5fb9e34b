import { describe, expect, test } from "vitest";
import type { CheckHit } from "#model/change/analyzer.ts";
import { sortHits } from "#reviewers/analyzer/sort-hits.ts";

function hit(over: Partial<CheckHit> = {}): CheckHit {
  return {
    check: "loose-ends/removed-name",
    severity: "suggestion",
    class: "regression",
    title: "`retryLimit` is gone, but the docs name it",
    explanation: "Nothing defines it any more.",
    places: [{ location: { path: "docs/delivery.md", start: 3, end: 3 }, quote: "Set retryLimit." }],
    weight: 0.5,
    ...over,
  };
}

describe("sortHits", () => {
  test("the gravest first, then the surest, and none is left out", () => {
    const hits = [hit({ weight: 0.2 }), hit({ weight: 0.9 }), hit({ severity: "important", weight: 0.1 })];
    expect(sortHits(hits).map(({ severity, weight }) => [severity, weight])).toEqual([
      ["important", 0.1],
      ["suggestion", 0.9],
      ["suggestion", 0.2],
    ]);
    expect(sortHits(Array.from({ length: 500 }, () => hit()))).toHaveLength(500);
  });

  test("gives the same order whatever order the hits come in", () => {
    const places = (path: string, start: number): Partial<CheckHit> => ({
      places: [{ location: { path, start, end: start }, quote: "" }],
    });
    const hits = [hit(places("b.ts", 1)), hit(places("a.ts", 9)), hit(places("a.ts", 2))];
    const order = (list: CheckHit[]) =>
      sortHits(list).map(({ places: [one] }) => `${one?.location.path}:${one?.location.start}`);
    expect(order(hits)).toEqual(["a.ts:2", "a.ts:9", "b.ts:1"]);
    expect(order(hits.toReversed())).toEqual(order(hits));
  });
});
