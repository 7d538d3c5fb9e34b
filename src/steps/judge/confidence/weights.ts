import type { ConfidenceWeights } from "./stand-probability.ts";
import weights from "./weights.json" with { type: "json" };

/** The weights that are shipped; `tools/train-merge.ts` writes them. */
export const CONFIDENCE_WEIGHTS: ConfidenceWeights = weights;
