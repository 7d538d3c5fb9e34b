import { compareAll, type ComparedPair } from "../pair/compare-all.ts";
import { PAIR_MODEL, type PairModel, sameProbability } from "../pair/pair-model.ts";
import type { Portrait } from "../pair/portrait.ts";
import { joinLinks, type Link } from "./join.ts";

/** From this average probability on, findings are shown as one. Found by cross-validation and kept round. */
export const SAME_FROM = 0.4;

/** A reviewer seldom says the same thing twice: between two findings of its own the probability counts half. */
const OWN = 0.5;

/** A compared pair with how probable it is that both are one problem. */
export interface JudgedPair extends ComparedPair, Link {}

/** Which findings are one problem, by their places in the list, and everything that was compared on the way. */
export interface Joined {
  readonly groups: readonly (readonly number[])[];
  readonly pairs: readonly JudgedPair[];
}

/** Joins the findings of a round to problems. */
export function joinFindings(portraits: readonly Portrait[], model: PairModel = PAIR_MODEL, from = SAME_FROM): Joined {
  const pairs = compareAll(portraits).map((pair) => {
    const own = portraits[pair.one]!.finding.reviewer === portraits[pair.other]!.finding.reviewer;
    return { ...pair, probability: sameProbability(pair.traits, model) * (own ? OWN : 1) };
  });
  return { groups: joinLinks(portraits.length, pairs, from), pairs };
}
