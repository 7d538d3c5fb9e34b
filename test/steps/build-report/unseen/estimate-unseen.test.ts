import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateUnseen, inWholeProblems } from "#steps/build-report/unseen/estimate-unseen.ts";

const estimate = (seenBy: readonly number[]) => {
  const result = estimateUnseen({ voices: seenBy.length, seenBy });
  if ("why" in result) throw new Error(result.why);
  return result;
};

const refusal = (seenBy: readonly number[]): string => {
  const result = estimateUnseen({ voices: seenBy.length, seenBy });
  return "why" in result ? result.why : "";
};

describe("the estimate of what nobody has seen", () => {
  test("is Chao's, bias-corrected, from three voices on", () => {
    // 2/3 · 7 · 6 / (2 · 3)
    expect(estimate([7, 2, 0]).unseen).toBeCloseTo(14 / 3);
    expect(inWholeProblems(estimate([7, 2, 0]))).toEqual({ unseen: 5, low: 0, high: 26 });
  });

  test("is none, with an interval, where hardly anything was seen only once", () => {
    const { unseen, low, high } = estimate([1, 4, 5]);
    expect([unseen, low]).toEqual([0, 0]);
    expect(high).toBeGreaterThan(0);
    expect(high).toBeLessThan(10);
  });

  test.each([
    [[9], "at least three independent reviewers"],
    [[2, 1, 1], "at least 5 problems"],
    [[9, 0, 0], "at least 2 problems that more than one reviewer saw"],
    [[9, 1, 0], "at least 2 problems that more than one reviewer saw"],
    [[9, 16], "at least three independent reviewers"],
  ])("is refused for %j", (seenBy, why) => {
    expect(refusal(seenBy)).toContain(why);
  });

  test("lies in its interval, is never below zero and always a number", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 3, maxLength: 6 }), (seenBy) => {
        const result = estimateUnseen({ voices: seenBy.length, seenBy });
        if ("why" in result) return;
        const { unseen, low, high } = inWholeProblems(result);
        expect(Number.isFinite(high)).toBe(true);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(unseen);
        expect(high).toBeGreaterThanOrEqual(unseen);
      }),
    );
  });
});
