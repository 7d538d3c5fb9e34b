import type { Finding } from "#model/finding.ts";
import { reviewerId } from "#model/ids.ts";
import { allPairs } from "#likeness/candidates.ts";
import { compareAll, type ComparedPair } from "#likeness/compare-all.ts";
import { TRAITS } from "#likeness/compare.ts";
import type { PairModel } from "#likeness/pair-model.ts";
import { profileFindings, readFindingText } from "#likeness/finding-profile.ts";
import { findingFromText } from "#steps/read-findings/read-findings.ts";
import { type Example, learnLogistic } from "../../tools/learn/logistic.ts";
import type { GoldReport } from "./gold.ts";
import type { ProductPullRequest } from "./product-data.ts";

/** A large penalty: there are few pairs to learn from, and all traits overlap. */
const PENALTY = 30;
/** The products' texts have no places; they teach words, and there are so many of them that each counts less. */
const PRODUCT_WEIGHT = 0.2;

/** The pairs of a published report that the hand-checked files tell apart. */
export function pairsOfReport({ findings, gold }: GoldReport): Example[] {
  const kept = new Set(gold.kept);
  return examplesOf(everyPair(findings), (one, other) => {
    const a = findings[one]!;
    const b = findings[other]!;
    if (a.reviewer === b.reviewer || !kept.has(a.id) || !kept.has(b.id)) return undefined;
    return gold.same(a.id, b.id);
  });
}

/** The pairs of two products that a judge matched with golden comments: the same one, or different ones. */
export function pairsOfProducts({ candidates }: ProductPullRequest): Example[] {
  const findings = candidates.map(({ text, tool }, at) => findingFromText({ text }, reviewerId(tool), at + 1));
  return examplesOf(
    everyPair(findings),
    (one, other) => {
      const a = candidates[one]!;
      const b = candidates[other]!;
      if (a.tool === b.tool || a.goldens.length === 0 || b.goldens.length === 0) return undefined;
      return a.goldens.some((golden) => b.goldens.includes(golden));
    },
    PRODUCT_WEIGHT,
  );
}

function everyPair(findings: readonly Finding[]): ComparedPair[] {
  const portraits = profileFindings(findings.map((finding) => readFindingText(finding)));
  return compareAll(portraits, allPairs(portraits.length));
}

function examplesOf(
  pairs: readonly ComparedPair[],
  isSame: (one: number, other: number) => boolean | undefined,
  weight = 1,
): Example[] {
  const examples: Example[] = [];
  for (const { one, other, traits } of pairs) {
    const same = isSame(one, other);
    if (same === undefined) continue;
    examples.push({ values: TRAITS.map((trait) => traits[trait]), truth: same ? 1 : 0, weight });
  }
  return examples;
}

/** Learns how much each trait speaks for "the same problem". */
export function learnPairModel(examples: readonly Example[]): PairModel {
  const { bias, weights } = learnLogistic(examples, PENALTY);
  return { bias, weights: Object.fromEntries(TRAITS.map((trait, at) => [trait, weights[at]])) };
}
