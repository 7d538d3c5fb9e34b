import weights from "./pair-weights.json" with { type: "json" };
import { type TraitName, TRAITS, type Traits } from "./compare.ts";

/** The trained model: how much each trait counts for or against "the same problem". */
export interface PairModel {
  readonly bias: number;
  readonly weights: Readonly<Partial<Record<TraitName, number>>>;
}

/** The built-in model. */
export const PAIR_MODEL: PairModel = weights;

/** The probability that two findings of different reviewers are the same problem. */
export function sameProbability(traits: Traits, model: PairModel = PAIR_MODEL): number {
  let sum = model.bias;
  for (const trait of TRAITS) sum += (model.weights[trait] ?? 0) * traits[trait];
  return 1 / (1 + Math.exp(-sum));
}

/** What one trait adds to the sum behind the probability. */
interface Contribution {
  readonly trait: TraitName;
  readonly value: number;
  readonly adds: number;
}

/** The traits that count for joining, then those against, the strongest first. */
export function contributions(traits: Traits, model: PairModel = PAIR_MODEL): Contribution[] {
  return TRAITS.map((trait) => ({ trait, value: traits[trait], adds: (model.weights[trait] ?? 0) * traits[trait] }))
    .filter(({ adds }) => Math.abs(adds) >= 0.05)
    .sort((a, b) => b.adds - a.adds);
}
