import { Lexicon, plainRarity } from "#likeness/text/lexicon.ts";
import { cosines } from "#likeness/text/tfidf.ts";
import { tokensOf } from "#likeness/text/tokens.ts";
import type { PairModel } from "#likeness/pair-model.ts";
import type { Example } from "../../tools/learn/logistic.ts";
import type { GoldReport } from "./gold.ts";
import { learnPairModel, pairsOfProducts, pairsOfReport } from "./learn-pairs.ts";
import { averageLink } from "./average-link.ts";
import { panelOf, type ProductPanel } from "./product-panel.ts";
import {
  type Judge,
  readProducts,
  readTools,
  requireProducts,
  triplesOf,
  type ProductPullRequest,
} from "./product-data.ts";
import { meanScore, scorePanel, type PanelResult, type PanelScore } from "./score-panel.ts";

const folder = requireProducts();
const triples = triplesOf(readTools(folder).ten);

/** One way of merging, over all panels. */
export interface Line extends PanelScore {
  readonly judge: string;
  readonly strategy: string;
  readonly f1OverBest: number;
  readonly f05OverBest: number;
}

type Strategy = (panel: ProductPanel) => PanelResult;

/** All panels of three products, leave one repository out, as each of the judges sees them. */
export function scoreProducts(judges: readonly Judge[], reports: readonly GoldReport[]): Line[] {
  const lines: Line[] = [];
  const published = reports.flatMap(pairsOfReport);
  for (const judge of judges) lines.push(...scoreJudge(judge, published));
  return lines;
}

function scoreJudge(judge: Judge, published: readonly Example[]): Line[] {
  const lines: Line[] = [];

  const pullRequests = readProducts(folder, judge);
  const models = pairModels(pullRequests, published);
  const panels = triples.map((triple) =>
    pullRequests.map((pullRequest) => panelOf(pullRequest, triple, models.get(pullRequest.repository))),
  );
  const best = triples.map((triple) => bestMember(pullRequests, triple));
  console.log(`\njudge ${judge}: ${triples.length} panels of three, ${pullRequests.length} pull requests`);
  console.log("strategy".padEnd(44) + "    P     R    F1  F0.5  dupl.  kept    AP | F1/best F0.5/best");
  const show = (strategy: string, run: Strategy): void => {
    const scores = panels.map((ofTriple) => scorePanel(ofTriple.map(run)));
    const over = (read: (score: { f1: number; f05: number }) => number): number =>
      scores.reduce((sum, score, at) => sum + read(score) / read(best[at]!), 0) / scores.length;
    const line = {
      judge,
      strategy,
      ...meanScore(scores),
      f1OverBest: over(({ f1 }) => f1),
      f05OverBest: over(({ f05 }) => f05),
    };
    lines.push(line);
    console.log(print(line));
  };
  show("union, nothing merged", unmerged);
  show("everything in one cluster (cheat)", merged(-1, 1));
  show("TF-IDF >= 0.25, everything kept", merged(0.25, 1, wordsOnly));
  show("TF-IDF >= 0.25, only what two tools say", merged(0.25, 2, wordsOnly));
  show("our clusters, everything kept", merged(undefined, 1));
  show("our clusters, only what two tools say", merged(undefined, 2));
  show("perfect merging and selection (ceiling)", ceiling);
  return lines;
}

/** For each repository a model of "the same problem" that never saw it. */
function pairModels(
  pullRequests: readonly ProductPullRequest[],
  published: readonly Example[],
): Map<string, PairModel> {
  const pairs = new Map(pullRequests.map((pullRequest) => [pullRequest, pairsOfProducts(pullRequest)]));
  return new Map(
    [...new Set(pullRequests.map(({ repository }) => repository))].map((repository) => {
      const others = pullRequests.filter((pullRequest) => pullRequest.repository !== repository);
      const examples = [...published, ...others.flatMap((pullRequest) => pairs.get(pullRequest) ?? [])];
      return [repository, learnPairModel(examples)] as const;
    }),
  );
}

function bestMember(
  pullRequests: readonly ProductPullRequest[],
  triple: readonly string[],
): { f1: number; f05: number } {
  const scores = triple.map((tool) =>
    scorePanel(pullRequests.map((pullRequest) => unmerged(panelOf(pullRequest, [tool])))),
  );
  return { f1: Math.max(...scores.map(({ f1 }) => f1)), f05: Math.max(...scores.map(({ f05 }) => f05)) };
}

function unmerged({ pullRequest, candidates }: ProductPanel): PanelResult {
  const clusters = candidates.map((candidate) => alone(candidate, [candidate]));
  return { pullRequest, clusters };
}

function alone<T>(representative: T, members: readonly T[]) {
  return { representative, members, confidence: 1, kept: true };
}

/** Joined by likeness alone (or all in one, when the threshold is below zero); the earliest of its author speaks. */
function merged(threshold: number | undefined, voices: number, alike = wordsOnly): Strategy {
  return ({ pullRequest, candidates, clusters, ...panel }) => ({
    pullRequest,
    clusters: (threshold === undefined
      ? clusters
      : averageLink(alike({ pullRequest, candidates, clusters, ...panel }), threshold)
    ).map((members) => {
      const rank = (at: number): number =>
        candidates.slice(0, at).filter(({ tool }) => tool === candidates[at]!.tool).length;
      const first = members.reduce((best, at) => (rank(at) < rank(best) ? at : best));
      const said = new Set(members.map((at) => candidates[at]!.tool)).size;
      const all = members.map((at) => candidates[at]!);
      return { representative: candidates[first]!, members: all, confidence: said, kept: said >= voices };
    }),
  });
}

function wordsOnly({ candidates }: ProductPanel): number[][] {
  const texts = candidates.map(({ text }) => tokensOf(text));
  const lexicon = new Lexicon(texts, plainRarity);
  return cosines(texts.map((tokens) => lexicon.vector(tokens)));
}

function ceiling({ pullRequest, candidates }: ProductPanel): PanelResult {
  const seen = new Set<string>();
  const clusters = candidates.flatMap((candidate) => {
    if (candidate.goldens.every((golden) => seen.has(golden))) return [];
    for (const golden of candidate.goldens) seen.add(golden);
    return [alone(candidate, [candidate])];
  });
  return { pullRequest, clusters };
}

function print(line: Line): string {
  const { precision, recall, f1, f05, duplicates, kept, averagePrecision, f1OverBest, f05OverBest } = line;
  const shares = [precision, recall, f1, f05].map((value) => value.toFixed(3)).join(" ");
  const counts = `${duplicates.toFixed(2).padStart(6)} ${kept.toFixed(0).padStart(5)} ${averagePrecision.toFixed(3)}`;
  return `${line.strategy.padEnd(44)}${shares} ${counts} |  ${f1OverBest.toFixed(3)}   ${f05OverBest.toFixed(3)}`;
}
