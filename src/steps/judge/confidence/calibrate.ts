import type { Standing } from "#model/cluster.ts";
import { HIGH } from "./stand-probability.ts";
import { CONFIDENCE_WEIGHTS } from "./weights.ts";

/**
 * What a probability means depends on who was asked. Of findings that cite a place, as reviewers do when they are asked
 * to, far more stand than of all comments of review products; how many was learned from published reviews.
 */
export function calibrate(probability: number, placed: boolean): Pick<Standing, "probability" | "level"> {
  const { placed: learned, cut } = CONFIDENCE_WEIGHTS;
  if (!placed) return { probability: round(probability), level: levelOf(probability, { high: HIGH, medium: cut }) };
  const odds = learned.shift + learned.scale * Math.log(probability / (1 - probability));
  const shown = 1 / (1 + Math.exp(-odds));
  return { probability: round(shown), level: levelOf(shown, learned) };
}

function levelOf(probability: number, { high, medium }: { readonly high: number; readonly medium: number }) {
  return probability >= high ? "high" : probability >= medium ? "medium" : "low";
}

function round(probability: number): number {
  return Math.round(probability * 1000) / 1000;
}
