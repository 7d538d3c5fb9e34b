import { SEVERITIES, type Severity } from "#model/severity.ts";
import { joinLinks } from "#steps/consolidate/cluster/join.ts";
import { mayStandTogether, SAME_FROM } from "#steps/consolidate/cluster/join-findings.ts";
import { compareAll } from "#steps/consolidate/pair/compare-all.ts";
import { type PairModel, sameProbability } from "#steps/consolidate/pair/pair-model.ts";
import { drawPortraits, sketch } from "#steps/consolidate/pair/portrait.ts";
import { rateCluster } from "#steps/consolidate/severity/rate-cluster.ts";
import type { SeverityRecord } from "#steps/consolidate/severity/severity-record.ts";
import type { GoldReport } from "./gold.ts";
import { learnPairModel, pairsOfProducts, pairsOfReport } from "./learn-pairs.ts";
import { learnSeverity } from "./learn-severity.ts";
import type { ProductPullRequest } from "./product-data.ts";
import { type ClusterCounts, emptyCounts, figuresOf, type Prediction, scoreClusters } from "./score-clusters.ts";

/** The figures of one way of merging the published reviews. */
export interface PublishedRow {
  readonly name: string;
  readonly figures: ReturnType<typeof figuresOf>;
}

type Predict = (report: GoldReport) => Prediction;

/** Ours, learned without the pull request that is scored, beside simple ways of merging. */
export function scorePublished(
  reports: readonly GoldReport[],
  products: readonly ProductPullRequest[],
): PublishedRow[] {
  const ours = crossValidated(reports, products);
  return [
    { name: "single: nothing merged", figures: score(reports, (report) => group(report, () => 0)) },
    { name: "same location", figures: score(reports, (report) => group(report, sameLocation(report), 0.5)) },
    { name: "TF-IDF >= 0.25", figures: score(reports, (report) => group(report, wordsAlike(report), 0.25)) },
    { name: "TF-IDF >= 0.30", figures: score(reports, (report) => group(report, wordsAlike(report), 0.3)) },
    { name: "Deep Review", figures: score(reports, ours) },
  ];
}

function score(reports: readonly GoldReport[], predict: Predict): ReturnType<typeof figuresOf> {
  const counts: ClusterCounts = emptyCounts();
  for (const report of reports) scoreClusters(report.gold, predict(report), counts);
  return figuresOf(counts);
}

/** For each pull request a model that never saw it. */
function crossValidated(reports: readonly GoldReport[], products: readonly ProductPullRequest[]): Predict {
  const shared = products.flatMap(pairsOfProducts);
  const pairs = new Map(reports.map((report) => [report.id, pairsOfReport(report)]));
  const models = new Map<string, { readonly pair: PairModel; readonly severity: SeverityRecord }>();
  for (const pullRequest of new Set(reports.map((report) => report.pullRequest))) {
    const others = reports.filter((report) => report.pullRequest !== pullRequest);
    const examples = [...shared, ...others.flatMap(({ id }) => pairs.get(id) ?? [])];
    models.set(pullRequest, { pair: learnPairModel(examples), severity: learnSeverity(others) });
  }
  return (report) => {
    const { pair, severity } = models.get(report.pullRequest)!;
    return group(report, learned(report, pair), SAME_FROM, severity);
  };
}

type Alike = (one: number, other: number) => number;

function group(report: GoldReport, alike: Alike, threshold = 1, record?: SeverityRecord): Prediction {
  const { findings } = report;
  const links = findings.flatMap((_, one) =>
    findings.slice(one + 1).map((__, at) => ({ one, other: one + 1 + at, probability: alike(one, one + 1 + at) })),
  );
  const groups = joinLinks(findings.length, links, { threshold, mayJoin: mayStandTogether(findings) });
  return {
    clusters: groups.map((members) => {
      const own = members.map((at) => findings[at]!);
      const claims = own.map(({ reviewer, severity }) => ({ reviewer, claimed: severity }));
      const severity = record === undefined ? loudest(claims) : rateCluster(claims, record).severity;
      return { members: own.map(({ id }) => id), severity };
    }),
    removed: [],
  };
}

function loudest(claims: readonly { readonly claimed: Severity }[]): Severity {
  return SEVERITIES.find((severity) => claims.some(({ claimed }) => claimed === severity)) ?? "suggestion";
}

function tableOf(report: GoldReport) {
  const portraits = drawPortraits(report.findings.map((finding) => sketch(finding)));
  return new Map(compareAll(portraits).map(({ one, other, traits }) => [`${one} ${other}`, traits]));
}

function learned(report: GoldReport, model: PairModel): Alike {
  const table = tableOf(report);
  return (one, other) => {
    const traits = table.get(`${one} ${other}`);
    return traits === undefined ? 0 : sameProbability(traits, model);
  };
}

function wordsAlike(report: GoldReport): Alike {
  const table = tableOf(report);
  return (one, other) => table.get(`${one} ${other}`)?.allWords ?? 0;
}

function sameLocation(report: GoldReport): Alike {
  const table = tableOf(report);
  return (one, other) => (table.get(`${one} ${other}`)?.nearLines === 1 ? 1 : 0);
}
