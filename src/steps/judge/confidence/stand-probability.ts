import { FEATURES, type Feature, type Features } from "./features.ts";
import { lookUp } from "#util/look-up.ts";

/** A logistic model: what is usual of each feature, and what a usual deviation is worth. Made by a script. */
export interface ConfidenceWeights {
  readonly made: { readonly date: string; readonly data: string; readonly score: string };
  readonly bias: number;
  readonly features: Readonly<Record<Feature, FeatureWeight>>;
  /** From here on a finding is likely enough to be shown with the others; below, it is shown as doubtful. */
  readonly cut: number;
  /** How the probability is read for findings that cite a place, and from where on it is high or medium there. */
  readonly placed: { readonly scale: number; readonly shift: number; readonly high: number; readonly medium: number };
  /** What was seen of reviewers in the data: findings raised, and those that stood. */
  readonly records: Readonly<Record<string, ReviewerRecord>>;
}

/** As much of the weights as a probability is made of. */
export type StandModel = Pick<ConfidenceWeights, "bias" | "features" | "cut">;

interface FeatureWeight {
  readonly mean: number;
  readonly deviation: number;
  readonly weight: number;
}

/** How many findings a reviewer raised, and how many of them stood. */
export interface ReviewerRecord {
  readonly raised: number;
  readonly stood: number;
}

/** How much one feature moved the probability, in log odds against a usual finding. */
export interface Contribution {
  readonly feature: Feature;
  readonly amount: number;
}

/** How likely a finding stands, with what moved it, the strongest first. */
export interface FindingStanding {
  readonly probability: number;
  readonly level: Confidence;
  readonly contributions: readonly Contribution[];
}

/** The three levels that people see. */
export type Confidence = "high" | "medium" | "low";

/** From here on a finding without a place is shown as likely. */
export const HIGH = 0.6;
/** Nothing counts for more than this many usual deviations, so that an odd text cannot carry the sum away. */
const FARTHEST = 3;
/** A record counts fully only beyond this many findings. */
const SHRINKAGE = 20;

/** The calibrated probability that a finding stands, in three levels, explained. */
export function standProbability(features: Features, weights: StandModel): FindingStanding {
  const contributions = FEATURES.map((feature) => {
    const { mean, deviation, weight } = weights.features[feature];
    const distance = (features[feature] - mean) / deviation;
    return { feature, amount: weight * Math.max(-FARTHEST, Math.min(FARTHEST, distance)) };
  });
  const odds = contributions.reduce((sum, { amount }) => sum + amount, weights.bias);
  const probability = 1 / (1 + Math.exp(-odds));
  const level = probability >= HIGH ? "high" : probability >= weights.cut ? "medium" : "low";
  return { probability, level, contributions: contributions.sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount)) };
}

/** What a reviewer's record is worth, in log odds against the usual share; shrunk towards it while findings are few. */
export function recordOdds({ raised, stood }: ReviewerRecord, usual: number): number {
  const share = (stood + SHRINKAGE * usual) / (raised + SHRINKAGE);
  return logOdds(share) - logOdds(usual);
}

/** The records of the weights as a function of the reviewer; 0 for one that nobody knows. */
export function recordsOf({ records }: Pick<ConfidenceWeights, "records">): (reviewer: string) => number {
  const all = Object.values(records);
  const raised = all.reduce((sum, record) => sum + record.raised, 0);
  const stood = all.reduce((sum, record) => sum + record.stood, 0);
  if (stood === 0 || stood === raised) return () => 0;
  return (reviewer) => {
    const known = lookUp(records, reviewer);
    return known === undefined ? 0 : recordOdds(known, stood / raised);
  };
}

function logOdds(share: number): number {
  return Math.log(share / (1 - share));
}
