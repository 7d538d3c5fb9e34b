import { describe, expect, test } from "vitest";
import type { CheckHit } from "#model/change/analyzer.ts";
import { limitHits } from "#reviewers/analyzer/limit-hits.ts";

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

describe("limitHits", () => {
  test("keeps the gravest, then the surest, and holds the rest back", () => {
    const hits = [hit({ weight: 0.2 }), hit({ weight: 0.9 }), hit({ severity: "important", weight: 0.1 })];
    const { raised, further } = limitHits(hits, 2);
    expect(raised.map(({ severity, weight }) => [severity, weight])).toEqual([
      ["important", 0.1],
      ["suggestion", 0.9],
    ]);
    expect(further).toHaveLength(1);
  });

  test("does not believe a check that fires more than ten times, and says so", () => {
    const many = Array.from({ length: 11 }, () => hit());
    const { raised, further, muted } = limitHits([...many, hit({ check: "loose-ends/other" })], 4);
    expect(raised.map(({ check }) => check)).toEqual(["loose-ends/other"]);
    expect(further).toEqual([]);
    expect(muted).toEqual([{ check: "loose-ends/removed-name", hits: 11 }]);
  });

  test("gives the same order whatever order the hits come in", () => {
    const places = (path: string, start: number): Partial<CheckHit> => ({
      places: [{ location: { path, start, end: start }, quote: "" }],
    });
    const hits = [hit(places("b.ts", 1)), hit(places("a.ts", 9)), hit(places("a.ts", 2))];
    const order = (list: CheckHit[]) =>
      limitHits(list, 9).raised.map(({ places: [{ location }] }) => `${location.path}:${location.start}`);
    expect(order(hits)).toEqual(["a.ts:2", "a.ts:9", "b.ts:1"]);
    expect(order(hits.toReversed())).toEqual(order(hits));
  });
});
