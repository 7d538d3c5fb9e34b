import { type StandModel, recordsOf, type ConfidenceWeights } from "#steps/judge/confidence/stand-probability.ts";
import { nearFindings } from "#steps/judge/confidence/near-findings.ts";
import { rankClusters } from "#steps/judge/confidence/rank-clusters.ts";
import { joinFindings } from "#steps/judge/cluster/join-findings.ts";
import type { PairModel } from "#likeness/pair-model.ts";
import { drawPortraits, sketch } from "#likeness/portrait.ts";
import { learnLogistic } from "../../tools/learn/logistic.ts";
import type { GoldReport } from "./gold.ts";

/** Shown as high from here on, and as medium: nine of ten stand, and three of four. */
const LEVELS = { high: 0.9, medium: 0.75 };

/** How often problems of published reviews stood, by the probability that the products' model gives them. */
export function fitPlaced(
  reports: readonly GoldReport[],
  pair: PairModel,
  model: StandModel & Pick<ConfidenceWeights, "records">,
): ConfidenceWeights["placed"] {
  const examples = reports.flatMap((report) =>
    standingsOf(report, pair, model).map(({ probability, stood }) => ({
      values: [Math.log(probability / (1 - probability))],
      truth: stood ? (1 as const) : (0 as const),
    })),
  );
  const { bias, weights } = learnLogistic(examples, 1);
  return { scale: weights[0] ?? 1, shift: bias, ...LEVELS };
}

/** The problems of one report: how likely each is, and whether the report keeps it. */
export function standingsOf(
  { findings, gold }: GoldReport,
  pair: PairModel,
  model: StandModel & Pick<ConfidenceWeights, "records">,
): { readonly probability: number; readonly stood: boolean }[] {
  const portraits = drawPortraits(findings.map((finding) => sketch(finding)));
  const { groups, pairs } = joinFindings(portraits, { model: pair });
  const panel = {
    findings: findings.map(({ reviewer, title, body }) => ({ reviewer, text: `${title}. ${body}` })),
    clusters: groups,
    near: nearFindings(findings.length, pairs),
    record: recordsOf(model),
  };
  return rankClusters(panel, model).map(({ members, probability }) => ({
    probability,
    stood: members.some((at) => !gold.dropped.has(findings[at]!.id)),
  }));
}
