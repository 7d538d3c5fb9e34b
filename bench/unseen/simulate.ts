import { estimateUnseen, inWholeProblems, type UnseenEstimate } from "#steps/build-report/unseen/estimate-unseen.ts";
import { chapman } from "./chapman.ts";

/** A made-up panel over made-up problems, of which all is known. */
export interface World {
  readonly reviewers: number;
  readonly problems: number;
  /** How likely a reviewer of average skill sees a problem of average difficulty. */
  readonly chance: number;
  /** How much problems differ in difficulty: the spread of their log odds. 0: not at all. */
  readonly spread: number;
}

/** How the estimate fares against the truth, over many panels in one world. */
export interface Score {
  readonly world: World;
  /** Share of panels for which there is an estimate. */
  readonly told: number;
  /** Of those: the interval holds the true number; lies wholly below it; wholly above it. */
  readonly holds: number;
  readonly tooLow: number;
  readonly tooHigh: number;
  /** The mean true number of unseen problems, the mean estimate, and the mean distance. */
  readonly truth: number;
  readonly estimate: number;
  readonly error: number;
  /** The mean distance of the first-order jackknife, to compare with. */
  readonly jackknife: number;
}

/** Lets many panels look. Reviewers differ in skill as well. */
export function scoreWorld(world: World, panels: number, random: () => number): Score {
  const sums = { told: 0, holds: 0, tooLow: 0, tooHigh: 0, truth: 0, estimate: 0, error: 0, jackknife: 0 };
  for (let panel = 0; panel < panels; panel += 1) {
    const seen = look(world, random);
    const counts = seen.map((row) => row.filter(Boolean).length);
    const seenBy = Array.from(
      { length: world.reviewers },
      (_, at) => counts.filter((count) => count === at + 1).length,
    );
    const result = estimateOf(seen, seenBy);
    if (result === undefined) continue;
    const truth = counts.filter((count) => count === 0).length;
    const { low, high } = inWholeProblems(result);
    sums.told += 1;
    if (high < truth) sums.tooLow += 1;
    else if (low > truth) sums.tooHigh += 1;
    else sums.holds += 1;
    sums.truth += truth;
    sums.estimate += result.unseen;
    sums.error += Math.abs(result.unseen - truth);
    sums.jackknife += Math.abs(((seenBy[0] ?? 0) * (world.reviewers - 1)) / world.reviewers - truth);
  }
  const { told, ...rest } = sums;
  const means = Object.fromEntries(
    Object.entries(rest).map(([key, sum]) => [key, told === 0 ? Number.NaN : sum / told]),
  );
  return { world, told: told / panels, ...(means as Omit<Score, "world" | "told">) };
}

/** Of two reviewers the estimate that the program does not give. */
function estimateOf(seen: readonly (readonly boolean[])[], seenBy: readonly number[]): UnseenEstimate | undefined {
  const [one = 0, other = 0] = [0, 1].map((at) => seen.filter((row) => row[at]).length);
  if (seenBy.length === 2) return chapman(one, other, seenBy[1] ?? 0);
  const result = estimateUnseen({ voices: seenBy.length, seenBy });
  return "why" in result ? undefined : result;
}

function look({ reviewers, problems, chance, spread }: World, random: () => number): boolean[][] {
  const level = Math.log(chance / (1 - chance));
  const skills = Array.from({ length: reviewers }, () => normal(random) * 0.4);
  return Array.from({ length: problems }, () => {
    const ease = normal(random) * spread;
    return skills.map((skill) => random() < 1 / (1 + Math.exp(-(level + skill + ease))));
  });
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Numbers between 0 and 1 that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
