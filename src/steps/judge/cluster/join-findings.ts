import { candidatePairs } from "#likeness/candidates.ts";
import { compareAll, type ComparedPair } from "#likeness/compare-all.ts";
import { PAIR_MODEL, type PairModel, sameProbability } from "#likeness/pair-model.ts";
import type { FindingProfile } from "#likeness/finding-profile.ts";
import { joinLinks, type Link } from "./join.ts";
import { leaveUnplaced } from "./leave-unplaced.ts";
import { type MayJoin, findDifferences } from "./find-differences.ts";
import { findRepeats, type Repeats } from "./find-repeats.ts";

/** From this average probability on, findings are shown as one. Found by cross-validation and kept round. */
export const SAME_FROM = 0.4;

/**
 * A reviewer seldom reports the same problem twice. Between two findings of one reviewer the probability counts half, and
 * even less if each has its own place, unless words and lines are almost the same.
 */
const OWN = { unplaced: 0.5, placed: 0.3, repeated: 1 };
const REPEATED = 0.9;

/** A compared pair with how probable it is that both are one problem. */
export interface JudgedPair extends ComparedPair, Link {}

/** Which findings are one problem, by their places in the list, and everything that was compared on the way. */
export interface Joined {
  readonly groups: readonly (readonly number[])[];
  readonly pairs: readonly JudgedPair[];
  /** The pairs that joined them, or could have. */
  readonly links: readonly JudgedPair[];
  readonly mayJoin: MayJoin;
}

/** How findings are joined, where it is not as shipped. */
export interface JoinOptions {
  readonly model?: PairModel;
  /** The built-in reviewers. */
  readonly analyzers?: ReadonlySet<string>;
  /** The commenters of the pull request. */
  readonly commenters?: ReadonlySet<string>;
}

/** Joins the findings of a round to problems. */
export function joinFindings(profiles: readonly FindingProfile[], options: JoinOptions = {}): Joined {
  const { model = PAIR_MODEL, analyzers = new Set(), commenters = new Set() } = options;
  const repeats = findRepeats(profiles, analyzers);
  const pairs = compareAll(profiles, pairsOf(profiles, repeats)).map((pair) => ({
    ...pair,
    probability: sameProbability(pair.traits, model) * shareOf(pair, profiles),
  }));
  const count = profiles.length;
  const known = new Map(pairs.map(({ one, other, probability }) => [one * count + other, probability]));
  const probability = (one: number, other: number): number | undefined =>
    known.get(Math.min(one, other) * count + Math.max(one, other));
  const mayJoin = findDifferences(profiles, { analyzers, commenters, probability });
  const all = (members: readonly number[]): number[] => members.flatMap((at) => [at, ...(repeats.get(at) ?? [])]);
  const repeated = new Set([...repeats.values()].flat());
  const links = leaveUnplaced(
    pairs.filter(({ other }) => !repeated.has(other)),
    profiles,
    { from: SAME_FROM, mayJoin },
  );
  const groups = joinLinks(count, links, { from: SAME_FROM, mayJoin: (a, b) => mayJoin(all(a), all(b)) })
    .filter(([first]) => first !== undefined && !repeated.has(first))
    .map((members) => all(members).sort((a, b) => a - b));
  return { groups, pairs, links, mayJoin };
}

/** The pairs to compare. Of repeated findings only the first is compared with others, and each with the first. */
function pairsOf(profiles: readonly FindingProfile[], repeats: Repeats): [number, number][] {
  const repeated = new Set([...repeats.values()].flat());
  const firsts = [...profiles.keys()].filter((at) => !repeated.has(at));
  const pairs = candidatePairs(firsts.map((at) => profiles[at]!));
  return [
    ...pairs.map(([one, other]): [number, number] => [firsts[one]!, firsts[other]!]),
    ...[...repeats].flatMap(([first, others]) => others.map((at): [number, number] => [first, at])),
  ];
}

function shareOf({ one, other, traits }: ComparedPair, profiles: readonly FindingProfile[]): number {
  const a = profiles[one]!;
  const b = profiles[other]!;
  if (a.finding.reviewer !== b.finding.reviewer) return 1;
  if (traits.leadWords >= REPEATED && (traits.nearLines === 1 || !(a.placed || b.placed))) return OWN.repeated;
  return a.placed && b.placed ? OWN.placed : OWN.unplaced;
}
