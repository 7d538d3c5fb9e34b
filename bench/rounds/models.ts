import type { PairModel } from "#likeness/pair-model.ts";
import { learnPairModel, pairsOfProducts, pairsOfReport } from "../merge/learn-pairs.ts";
import type { ProductPullRequest } from "../merge/product-data.ts";
import { type CorpusSeries, goldReportsOf } from "./series.ts";

/** For each pull request a pair model that never saw it. */
export function modelsWithout(
  series: readonly CorpusSeries[],
  products: readonly ProductPullRequest[],
): ReadonlyMap<string, PairModel> {
  const shared = products.flatMap(pairsOfProducts);
  const reports = goldReportsOf(series).map(({ pullRequest, ...report }) => ({
    pullRequest,
    pairs: pairsOfReport({ pullRequest, ...report }),
  }));
  return new Map(
    series.map(({ pullRequest }) => {
      const others = reports.filter((report) => report.pullRequest !== pullRequest).flatMap(({ pairs }) => pairs);
      return [pullRequest, learnPairModel([...shared, ...others])];
    }),
  );
}
