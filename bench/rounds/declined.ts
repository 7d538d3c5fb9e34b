import type { MatchTier } from "#model/history/identity.ts";
import { isSureEnough } from "#steps/history/match/thresholds.ts";
import { MATCH_AT } from "#steps/history/match/thresholds.ts";
import type { Seen } from "./observe.ts";
import type { CorpusSeries } from "./series.ts";

/** How one way of recognising deals with what people had declined. */
export interface DeclinedFigures {
  readonly name: string;
  /** Findings that the gold standard drops as declined earlier. */
  readonly declined: number;
  readonly recognised: number;
  readonly dropped: number;
  readonly tiers: Readonly<Record<MatchTier, number>>;
  /** Findings that the gold standard keeps. */
  readonly kept: number;
  /** Those of them in rounds that knew of a problem that was declined with a reason. */
  readonly keptAtRisk: number;
  readonly suppressed: number;
  /** The same if a decision without a reason dropped too. */
  readonly suppressedAnyhow: number;
  readonly misses: readonly string[];
  readonly wrong: readonly string[];
}

/** How sure a way must be; ours by its thresholds, the simple ones whenever they answer. */
export interface Rule {
  readonly matchAt: number;
  readonly isSure: (seen: Seen) => boolean;
}

/** The rule that ships. */
export const SHIPPED: Rule = {
  matchAt: MATCH_AT,
  isSure: ({ recognition, problem }) => isSureEnough(recognition!, problem!.decision!),
};

/** By which rule a pull request is scored, and which reports came after a decline with a reason. */
export interface Scoring {
  readonly ruleOf?: (pullRequest: string) => Rule;
  readonly atRisk: ReadonlySet<string>;
}

/** Counts over raw findings; what is joined counts for each of its members. */
export function scoreDeclined(
  name: string,
  seen: readonly Seen[],
  series: readonly CorpusSeries[],
  { ruleOf = () => SHIPPED, atRisk }: Scoring,
): DeclinedFigures {
  const gold = new Map(
    series.flatMap(({ rounds }) => rounds.map((round) => [round.review.id as string, round] as const)),
  );
  const figures = {
    declined: 0,
    recognised: 0,
    dropped: 0,
    kept: 0,
    keptAtRisk: 0,
    suppressed: 0,
    suppressedAnyhow: 0,
  };
  const tiers: Record<MatchTier, number> = { exact: 0, coarse: 0, meaning: 0 };
  const misses: string[] = [];
  const wrong: string[] = [];
  for (const each of seen) {
    const round = gold.get(each.review)!;
    const kept = new Set(round.gold!.kept);
    const rule = ruleOf(each.pullRequest);
    const isReRaise =
      each.problem?.decision?.kind === "declined" && (each.recognition?.confidence ?? 0) >= rule.matchAt;
    const isDropped = isReRaise && rule.isSure(each);
    for (const id of each.ids) {
      const name = `${each.review} ${id}: ${tell(each)}`;
      if (round.declined.has(id)) {
        figures.declined++;
        if (isReRaise) figures.recognised++;
        if (isDropped) {
          figures.dropped++;
          tiers[each.recognition!.tier]++;
        } else misses.push(name);
      } else if (kept.has(id)) {
        figures.kept++;
        if (atRisk.has(each.review)) figures.keptAtRisk++;
        if (isDropped) {
          figures.suppressed++;
          wrong.push(name);
        }
        if (isReRaise && rule.isSure(withReason(each))) figures.suppressedAnyhow++;
      }
    }
  }
  return { name, ...figures, tiers, misses, wrong };
}

function withReason(seen: Seen): Seen {
  const { problem } = seen;
  return { ...seen, problem: { ...problem!, decision: { ...problem!.decision!, reason: "as if one were given" } } };
}

function tell({ recognition, problem }: Seen): string {
  if (recognition === undefined) return "nothing known is like it";
  const { of, tier, confidence } = recognition;
  return `${tier} ${confidence} of ${of.review} ${of.cluster} (${problem?.decision?.kind ?? "open"})`;
}
