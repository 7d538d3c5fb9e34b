import type { Candidate, ProductPullRequest } from "./product-data.ts";

/** A cluster as it is scored: it is worth what its representative is worth. */
export interface ProductCluster {
  readonly representative: Candidate;
  readonly members: readonly Candidate[];
  readonly confidence: number;
  readonly kept: boolean;
}

/** What a panel's clusters for one pull request are. */
export interface PanelResult {
  readonly pullRequest: ProductPullRequest;
  readonly clusters: readonly ProductCluster[];
}

/** The figures of one panel, or their mean over many. */
export interface PanelScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly f05: number;
  /** Kept clusters whose representative only matches goldens that a kept cluster before it has. */
  readonly duplicates: number;
  readonly kept: number;
  /** Of all clusters of all pull requests, ranked by confidence; against all goldens. */
  readonly averagePrecision: number;
  /** Golden comments that any member of a kept cluster matches, beyond those credited: what "any member counts" would add. */
  readonly hidden: number;
}

/** One cluster after scoring, for calibration. */
export interface Outcome {
  readonly confidence: number;
  readonly kept: boolean;
  readonly credited: boolean;
}

/** Scores one panel over its pull requests, micro-averaged. */
export function scorePanel(results: readonly PanelResult[]): PanelScore {
  const totals = { kept: 0, credited: 0, found: 0, goldens: 0, duplicates: 0, hidden: 0 };
  for (const { pullRequest, clusters } of results) {
    const seen = new Set<string>();
    const reachable = new Set<string>();
    for (const { representative, members } of byConfidence(clusters).filter(({ kept }) => kept)) {
      totals.kept++;
      for (const golden of members.flatMap((member) => member.goldens)) reachable.add(golden);
      if (representative.goldens.some((golden) => !seen.has(golden))) totals.credited++;
      else if (representative.goldens.length > 0) totals.duplicates++;
      for (const golden of representative.goldens) seen.add(golden);
    }
    totals.found += seen.size;
    totals.hidden += reachable.size - seen.size;
    totals.goldens += pullRequest.goldens.length;
  }
  const precision = totals.kept === 0 ? 0 : totals.credited / totals.kept;
  const recall = totals.goldens === 0 ? 0 : totals.found / totals.goldens;
  const { duplicates, kept, hidden } = totals;
  const averagePrecision = averagePrecisionOf(results, totals.goldens);
  const f = { f1: fMeasure(precision, recall, 1), f05: fMeasure(precision, recall, 0.5) };
  return { precision, recall, ...f, duplicates, kept, averagePrecision, hidden };
}

/** What became of every cluster when they are credited in the order of confidence, kept or not. */
export function outcomesOf(results: readonly PanelResult[]): Outcome[] {
  return results.flatMap(({ clusters }) => {
    const seen = new Set<string>();
    return byConfidence(clusters).map(({ representative, confidence, kept }) => {
      const credited = representative.goldens.some((golden) => !seen.has(golden));
      for (const golden of representative.goldens) seen.add(golden);
      return { confidence, kept, credited };
    });
  });
}

/** The mean of each figure. */
export function meanScore(scores: readonly PanelScore[]): PanelScore {
  const mean = (read: (score: PanelScore) => number): number =>
    scores.reduce((sum, score) => sum + read(score), 0) / Math.max(1, scores.length);
  return {
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
    f1: mean(({ f1 }) => f1),
    f05: mean(({ f05 }) => f05),
    duplicates: mean(({ duplicates }) => duplicates),
    kept: mean(({ kept }) => kept),
    averagePrecision: mean(({ averagePrecision }) => averagePrecision),
    hidden: mean(({ hidden }) => hidden),
  };
}

/** The weighted harmonic mean of precision and recall; 0 when both are. */
export function fMeasure(precision: number, recall: number, beta: number): number {
  const below = beta * beta * precision + recall;
  return below === 0 ? 0 : ((1 + beta * beta) * precision * recall) / below;
}

function byConfidence(clusters: readonly ProductCluster[]): ProductCluster[] {
  return [...clusters].sort((a, b) => b.confidence - a.confidence);
}

function averagePrecisionOf(results: readonly PanelResult[], goldens: number): number {
  const ranked = outcomesOf(results).sort((a, b) => b.confidence - a.confidence);
  let credited = 0;
  let sum = 0;
  for (const [at, outcome] of ranked.entries()) {
    if (!outcome.credited) continue;
    credited++;
    sum += credited / (at + 1);
  }
  return goldens === 0 ? 0 : sum / goldens;
}
