import { reviewerId } from "#model/ids.ts";
import { joinFindings, type JudgedPair } from "#steps/judge/cluster/join-findings.ts";
import type { PairModel } from "#likeness/pair-model.ts";
import { drawPortraits, sketch, type Sketch } from "#likeness/portrait.ts";
import { findingFromText } from "#steps/read-findings/finding-from-text.ts";
import { FEATURES, featuresOf, type Feature, type Panel } from "#steps/judge/confidence/features.ts";
import { nearFindings } from "#steps/judge/confidence/near-findings.ts";
import { recordsOf, type ConfidenceWeights } from "#steps/judge/confidence/stand-probability.ts";
import { learnLogistic } from "../../tools/learn/logistic.ts";
import type { Candidate, ProductPullRequest } from "./product-data.ts";

/** The default cut: on the development data F1 and F0.5 are both near their best between 0.325 and 0.375. */
export const CUT = 0.35;
/** Each candidate is seen in 36 panels; so much shrinkage is about 80 for one panel each. */
const RIDGE = 3000;

/** What panels of products teach; how findings with places differ is learned elsewhere. */
export type FittedConfidence = Omit<ConfidenceWeights, "made" | "placed">;

/** What three tools said about one pull request, clustered. */
export interface ProductPanel extends Omit<Panel, "record"> {
  readonly pullRequest: ProductPullRequest;
  readonly candidates: readonly Candidate[];
  readonly pairs: readonly JudgedPair[];
}

/** Clusters what the tools of a panel said about a pull request. */
export function panelOf(pullRequest: ProductPullRequest, tools: readonly string[], model?: PairModel): ProductPanel {
  const candidates = pullRequest.candidates.filter(({ tool }) => tools.includes(tool));
  const findings = candidates.map(({ tool, text }) => ({ reviewer: tool, text }));
  const { groups, pairs } = joinFindings(drawPortraits(candidates.map(sketchOf)), model === undefined ? {} : { model });
  return { pullRequest, candidates, findings, pairs, near: nearFindings(candidates.length, pairs), clusters: groups };
}

/** A candidate is in many panels; it is read once. */
const sketches = new Map<Candidate, Sketch>();

function sketchOf(candidate: Candidate, at: number): Sketch {
  const known = sketches.get(candidate);
  if (known !== undefined) return known;
  const made = sketch(findingFromText({ text: candidate.text }, reviewerId(candidate.tool), at + 1));
  sketches.set(candidate, made);
  return made;
}

/** Learns the weights from panels. Without records the model cannot tell one tool from another. */
export function fitConfidence(panels: readonly ProductPanel[], withRecords: boolean): FittedConfidence {
  const records = withRecords ? countRecords(panels) : {};
  const record = recordsOf({ records });
  const rows = panels.flatMap((panel) =>
    featuresOf({ ...panel, record }).map((row) => FEATURES.map((name) => row[name])),
  );
  const stood = panels.flatMap(({ candidates }) =>
    candidates.map(({ goldens }) => (goldens.length > 0 ? (1 as const) : (0 as const))),
  );
  const scales = FEATURES.map((_, at) => scaleOf(rows.map((row) => row[at]!)));
  const examples = rows.map((row, at) => ({
    values: row.map((value, column) => (value - scales[column]!.mean) / scales[column]!.deviation),
    truth: stood[at]!,
  }));
  const { bias, weights } = learnLogistic(examples, RIDGE);
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
