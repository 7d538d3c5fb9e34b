import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FEATURES, featuresOf, type Panel } from "#steps/judge/confidence/features.ts";
import { nearFindings } from "#steps/judge/confidence/near-findings.ts";
import { compareAll } from "#likeness/compare-all.ts";
import { drawPortraits, sketch } from "#likeness/portrait.ts";
import { findingFromText } from "#steps/read-findings/finding-from-text.ts";
import { reviewerId } from "#model/ids.ts";
import { rankClusters } from "#steps/judge/confidence/rank-clusters.ts";
import { recordOdds, recordsOf, standProbability } from "#steps/judge/confidence/stand-probability.ts";
import { CONFIDENCE_WEIGHTS } from "#steps/judge/confidence/weights.ts";
import { wordingOf } from "#steps/judge/confidence/wording.ts";

const RACE = "The cache is never locked, so two requests write the same key and one of them returns the wrong value";
const RACE_AGAIN =
  "Two requests can write the same cache key because it is not locked, causing a wrong value to be returned";
const TYPO = "Typo in a variable name";

function panelOf(said: readonly (readonly [reviewer: string, text: string])[], clusters?: number[][]): Panel {
  const findings = said.map(([reviewer, text]) => ({ reviewer, text }));
  return {
    findings,
    clusters: clusters ?? findings.map((_, at) => [at]),
    near: nearOf(findings.map(({ text }) => text)),
  };
}

function nearOf(texts: readonly string[]) {
  const sketches = texts.map((text, at) => sketch(findingFromText({ text }, reviewerId("ada"), at + 1)));
  return nearFindings(texts.length, compareAll(drawPortraits(sketches)));
}

describe("wording", () => {
  test("tells a stated consequence from a remark on style", () => {
    expect(wordingOf(RACE)).toMatchObject({ definite: 3, style: 0 });
    expect(wordingOf(TYPO)).toMatchObject({ definite: 0, style: 1 });
  });

  test("reads long text without a space quickly and to an end", () => {
    expect(wordingOf("x".repeat(100_000)).crash).toBe(0);
  });
});

describe("likeness", () => {
  test("the same problem in other words is nearer than another problem", () => {
    const [first] = nearOf([RACE, RACE_AGAIN, TYPO]);
    expect(first!.get(1)).toBeGreaterThan(first!.get(2)!);
  });

  test("is the same both ways, from 0 to 1, for any texts", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 6 }), (texts) => {
        const near = nearOf(texts);
        for (const [i, row] of near.entries()) {
          for (const [j, value] of row) {
            expect(value).toBe(near[j]!.get(i));
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});

describe("features", () => {
  test("voices are reviewers, not findings", () => {
    const twice = featuresOf(
      panelOf(
        [
          ["ada", RACE],
          ["ada", RACE_AGAIN],
        ],
        [[0, 1]],
      ),
    );
    const both = featuresOf(
      panelOf(
        [
          ["ada", RACE],
          ["brook", RACE_AGAIN],
        ],
        [[0, 1]],
      ),
    );
    expect(twice[0]!.secondVoice).toBe(0);
    expect(both[0]!.secondVoice).toBe(1);
  });

  test("likeness to another reviewer counts even where nothing was merged", () => {
    const [near] = featuresOf(
      panelOf([
        ["ada", RACE],
        ["brook", RACE_AGAIN],
      ]),
    );
    const [far] = featuresOf(
      panelOf([
        ["ada", RACE],
        ["brook", TYPO],
      ]),
    );
    expect(near!.nearest).toBeGreaterThan(far!.nearest);
  });

  test("the order counts within a reviewer only", () => {
    const features = featuresOf(
      panelOf([
        ["ada", RACE],
        ["brook", TYPO],
        ["ada", RACE_AGAIN],
      ]),
    );
    expect(features.map(({ first }) => first)).toEqual([1, 1, 0]);
    expect(features[2]!.saidBefore).toBeGreaterThan(0);
    expect(features[0]!.saidBefore).toBe(0);
  });
});

describe("the probability that a finding stands", () => {
  test("is a number between 0 and 1 for any panel, and its contributions add up to it", () => {
    const said = fc.tuple(fc.constantFrom("ada", "brook", "cleo"), fc.string({ maxLength: 60 }));
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 6 }), (all) => {
        for (const features of featuresOf(panelOf(all))) {
          const { probability, contributions } = standProbability(features, CONFIDENCE_WEIGHTS);
          const odds = contributions.reduce((sum, { amount }) => sum + amount, CONFIDENCE_WEIGHTS.bias);
          expect(probability).toBeGreaterThan(0);
          expect(probability).toBeLessThan(1);
          expect(Math.log(probability / (1 - probability))).toBeCloseTo(odds);
        }
      }),
    );
  });

  test("the shipped weights know every feature, and agreement speaks for a finding", () => {
    expect(Object.keys(CONFIDENCE_WEIGHTS.features)).toEqual([...FEATURES]);
    expect(CONFIDENCE_WEIGHTS.features.secondVoice.weight).toBeGreaterThan(0);
  });

  test("a feature far beyond the usual counts no more than a large one", () => {
    const [usual] = featuresOf(panelOf([["ada", RACE]]));
    const large = standProbability({ ...usual!, volume: 50 }, CONFIDENCE_WEIGHTS);
    const huge = standProbability({ ...usual!, volume: 5000 }, CONFIDENCE_WEIGHTS);
    expect(huge.probability).toBe(large.probability);
  });
});

describe("a reviewer's record", () => {
  test("few findings say little, many say more, unknown ones nothing", () => {
    const few = recordOdds({ raised: 4, stood: 4 }, 0.3);
    const many = recordOdds({ raised: 100, stood: 100 }, 0.3);
    expect(few).toBeGreaterThan(0);
    expect(many).toBeGreaterThan(few);
    expect(recordOdds({ raised: 0, stood: 0 }, 0.3)).toBeCloseTo(0);
  });

  test("a reviewer that nobody knows is worth the usual, whatever its name", () => {
    const record = recordsOf({ records: { ada: { raised: 50, stood: 30 }, brook: { raised: 50, stood: 5 } } });
    expect(record("ada")).toBeGreaterThan(0);
    expect(record("brook")).toBeLessThan(0);
    expect(record("dana")).toBe(0);
    expect(record("constructor")).toBe(0);
  });
});

describe("ranking", () => {
  const panel = panelOf(
    [
      ["ada", TYPO],
      ["ada", RACE],
      ["brook", RACE_AGAIN],
      ["cleo", RACE],
    ],
    [[0], [1, 2, 3]],
  );

  test("what three say with a consequence comes before one remark on style; nothing is left out", () => {
    const ranked = rankClusters(panel, CONFIDENCE_WEIGHTS);
    expect(ranked.map(({ members }) => members)).toEqual([[1, 2, 3], [0]]);
    expect(ranked[0]).toMatchObject({ level: "high" });
    expect(ranked[1]).toMatchObject({ level: "low" });
    expect(ranked[0]!.because).toMatch(/reviewer/);
  });

  test("a member speaks for its own cluster", () => {
    for (const { members, representative } of rankClusters(panel, CONFIDENCE_WEIGHTS)) {
      expect(members).toContain(representative);
    }
  });

  test("an empty panel has no clusters", () => {
    expect(rankClusters(panelOf([]), CONFIDENCE_WEIGHTS)).toEqual([]);
  });
});
