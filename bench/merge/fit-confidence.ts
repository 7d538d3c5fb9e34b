import { FEATURES, featuresOf, type Feature, type Panel } from "#steps/consolidate/confidence/features.ts";
import { likenessOf } from "#steps/consolidate/confidence/likeness.ts";
import { recordsOf, type ConfidenceWeights } from "#steps/consolidate/confidence/stand-probability.ts";
import { averageLink } from "./average-link.ts";
import { fitLogistic } from "./fit-logistic.ts";
import type { Candidate, ProductPullRequest } from "./product-data.ts";

/** Findings whose likeness is above this on average are one problem. */
export const SAME = 0.16;
/** The default cut: on the development data F1 and F0.5 are both near their best between 0.35 and 0.40. */
export const CUT = 0.375;
/** Each candidate is seen in 36 panels; so much shrinkage is about 80 for one panel each. */
const RIDGE = 3000;

/** What three tools said about one pull request, clustered. */
export interface ProductPanel extends Omit<Panel, "record"> {
  readonly pullRequest: ProductPullRequest;
  readonly candidates: readonly Candidate[];
}

/** Clusters what the tools of a panel said about a pull request. */
export function panelOf(pullRequest: ProductPullRequest, tools: readonly string[]): ProductPanel {
  const candidates = pullRequest.candidates.filter(({ tool }) => tools.includes(tool));
  const findings = candidates.map(({ tool, text }) => ({ reviewer: tool, text }));
  const likeness = likenessOf(candidates.map(({ text }) => text));
  return { pullRequest, candidates, findings, likeness, clusters: averageLink(likeness, SAME) };
}

/** Learns the weights from panels. Without records the model cannot tell one tool from another. */
export function fitConfidence(panels: readonly ProductPanel[], withRecords: boolean): Omit<ConfidenceWeights, "made"> {
  const records = withRecords ? countRecords(panels) : {};
  const record = recordsOf({ records });
  const rows = panels.flatMap((panel) =>
    featuresOf({ ...panel, record }).map((row) => FEATURES.map((name) => row[name])),
  );
  const stood = panels.flatMap(({ candidates }) => candidates.map(({ goldens }) => (goldens.length > 0 ? 1 : 0)));
  const scales = FEATURES.map((_, at) => scaleOf(rows.map((row) => row[at]!)));
  const scaled = rows.map((row) => [1, ...row.map((value, at) => (value - scales[at]!.mean) / scales[at]!.deviation)]);
  const [bias = 0, ...weights] = fitLogistic(scaled, stood, RIDGE);
  const features = Object.fromEntries(
    FEATURES.map((name, at) => [name, { ...scales[at]!, weight: weights[at]! }]),
  ) as Record<Feature, { mean: number; deviation: number; weight: number }>;
  return { bias, features, cut: CUT, records };
}

function countRecords(panels: readonly ProductPanel[]): Record<string, { raised: number; stood: number }> {
  const records: Record<string, { raised: number; stood: number }> = {};
  const seen = new Set<Candidate>();
  for (const candidate of panels.flatMap(({ candidates }) => candidates)) {
    if (seen.has(candidate)) continue;
    seen.add(candidate);
    const record = (records[candidate.tool] ??= { raised: 0, stood: 0 });
    record.raised++;
    if (candidate.goldens.length > 0) record.stood++;
  }
  return records;
}

function scaleOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  // A feature that never varies says nothing; its scale must only not divide by zero.
  return { mean, deviation: Math.max(1e-4, Math.sqrt(variance)) };
}
