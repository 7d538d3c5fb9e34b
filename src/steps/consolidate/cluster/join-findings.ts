import { compareAll, type ComparedPair } from "#likeness/compare-all.ts";
import { PAIR_MODEL, type PairModel, sameProbability } from "#likeness/pair-model.ts";
import type { Portrait } from "#likeness/portrait.ts";
import { joinLinks, type Link } from "./join.ts";

/** From this average probability on, findings are shown as one. Found by cross-validation and kept round. */
export const SAME_FROM = 0.4;

/**
 * A reviewer seldom says the same thing twice: between two findings of its own the probability counts half, and where it
 * gives each a place of its own it means two things, unless words and lines are all but the same.
 */
const OWN = { unplaced: 0.5, placed: 0.3, repeated: 1 };
const REPEATED = 0.9;

/** A compared pair with how probable it is that both are one problem. */
export interface JudgedPair extends ComparedPair, Link {}

/** Which findings are one problem, by their places in the list, and everything that was compared on the way. */
export interface Joined {
  readonly groups: readonly (readonly number[])[];
  readonly pairs: readonly JudgedPair[];
}

/** Joins the findings of a round to problems. */
export function joinFindings(portraits: readonly Portrait[], model: PairModel = PAIR_MODEL, from = SAME_FROM): Joined {
  const pairs = compareAll(portraits).map((pair) => ({
    ...pair,
    probability: sameProbability(pair.traits, model) * shareOf(pair, portraits),
  }));
  const links = pairs.map((pair) => (tellsApart(pair, portraits) ? { ...pair, probability: NEVER } : pair));
  return { groups: joinLinks(portraits.length, links, from), pairs };
}

/** Below this a reviewer has told two of its own findings apart, and nobody else's words join them again. */
const APART = 0.2;
const NEVER = -1000;

/**
 * Only where it gives each its place: comments without one are often the same thing said again. Checks say all that they
 * have to say of a problem in one finding, and the next in the same words.
 */
function tellsApart({ one, other, probability }: JudgedPair, portraits: readonly Portrait[]): boolean {
  const a = portraits[one]!;
  const b = portraits[other]!;
  if (a.finding.check !== undefined && b.finding.check !== undefined && a.finding.reviewer === b.finding.reviewer)
    return true;
  return probability < APART && a.placed && b.placed && a.finding.reviewer === b.finding.reviewer;
}

function shareOf({ one, other, traits }: ComparedPair, portraits: readonly Portrait[]): number {
  const a = portraits[one]!;
  const b = portraits[other]!;
  if (a.finding.reviewer !== b.finding.reviewer) return 1;
  if (traits.leadWords >= REPEATED && (traits.nearLines === 1 || !a.placed)) return OWN.repeated;
  return a.placed && b.placed ? OWN.placed : OWN.unplaced;
}
