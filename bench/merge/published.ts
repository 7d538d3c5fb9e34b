import { SEVERITIES, type Severity } from "#model/severity.ts";
import { joinLinks } from "#steps/judge/cluster/join.ts";
import { joinFindings } from "#steps/judge/cluster/join-findings.ts";
import type { Traits } from "#likeness/compare.ts";
import { allPairs } from "#likeness/candidates.ts";
import { compareAll } from "#likeness/compare-all.ts";
import type { PairModel } from "#likeness/pair-model.ts";
import { profileFindings, type FindingProfile, readFindingText } from "#likeness/finding-profile.ts";
import { rateCluster } from "#steps/judge/severity/rate-cluster.ts";
import type { RatedClaim, SeverityRecord } from "#steps/judge/severity/severity-record.ts";
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
    const { groups } = joinFindings(portraitsOf(report), { model: pair });
    return predict(report, groups, (claims) => rateCluster(claims, severity).severity);
  };
}

type Alike = (one: number, other: number) => number;

/** Joined by average likeness, only across reviewers. */
function group(report: GoldReport, alike: Alike, threshold = 1): Prediction {
  const { findings } = report;
  const links = findings.flatMap((a, one) =>
    findings.slice(one + 1).map((b, at) => ({
      one,
      other: one + 1 + at,
      probability: a.reviewer === b.reviewer ? -1 : alike(one, one + 1 + at),
    })),
  );
  return predict(report, joinLinks(findings.length, links, { from: threshold }), loudest);
}

function predict({ findings }: GoldReport, groups: readonly (readonly number[])[], rate: Rate): Prediction {
  return {
    clusters: groups.map((members) => {
      const own = members.map((at) => findings[at]!);
      const severity = rate(own.map(({ reviewer, severity: claimed }) => ({ reviewer, claimed })));
      return { members: own.map(({ id }) => id), severity };
    }),
    removed: [],
  };
}

type Rate = (claims: readonly RatedClaim[]) => Severity;

function loudest(claims: readonly RatedClaim[]): Severity {
  return SEVERITIES.find((severity) => claims.some(({ claimed }) => claimed === severity)) ?? "suggestion";
}

function portraitsOf({ findings }: GoldReport): FindingProfile[] {
  return profileFindings(findings.map((finding) => readFindingText(finding)));
}

function alikeBy(report: GoldReport, read: (traits: Traits) => number): Alike {
  const pairs = compareAll(portraitsOf(report), allPairs(report.findings.length));
  const table = new Map(pairs.map(({ one, other, traits }) => [`${one} ${other}`, read(traits)]));
  return (one, other) => table.get(`${one} ${other}`) ?? 0;
}

const wordsAlike = (report: GoldReport): Alike => alikeBy(report, ({ allWords }) => allWords);
const sameLocation = (report: GoldReport): Alike => alikeBy(report, ({ nearLines }) => (nearLines === 1 ? 1 : 0));
