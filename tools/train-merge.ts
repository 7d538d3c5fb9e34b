// Learns from published reviews which findings are the same problem and what became of their ratings, and writes the
// two small files that the product ships. Prints the cross-validated score, which goes into the files.
import { writeFileSync } from "node:fs";
import { requireCorpus } from "../bench/lib/corpus.ts";
import { loadGoldReports } from "../bench/merge/gold.ts";
import { learnPairModel, pairsOfProducts, pairsOfReport } from "../bench/merge/learn-pairs.ts";
import { learnSeverity } from "../bench/merge/learn-severity.ts";
import { readProducts, requireProducts } from "../bench/merge/product-data.ts";
import { scorePublished } from "../bench/merge/published.ts";

const reports = loadGoldReports(requireCorpus());
const products = readProducts(requireProducts(), "opus");
const score = scorePublished(reports, products).at(-1)?.figures;
if (score === undefined) throw new Error("nothing was scored");
const about = {
  script: "tools/train-merge.ts",
  date: new Date().toISOString().slice(0, 10),
  data: `${reports.length} published reviews checked by hand, and ${products.length} pull requests reviewed by products`,
};

const pair = learnPairModel([...reports.flatMap(pairsOfReport), ...products.flatMap(pairsOfProducts)]);
write("likeness/pair-weights.json", {
  about: {
    ...about,
    score: `pairwise F1 ${score.f1.toFixed(3)}, exact clusters ${score.exact.toFixed(3)}, cross-validated by pull request`,
  },
  bias: short(pair.bias),
  weights: Object.fromEntries(Object.entries(pair.weights).map(([trait, weight]) => [trait, short(weight)])),
});
write("steps/judge/severity/severity-record.json", {
  about: { ...about, score: `severity accuracy ${score.severity.toFixed(3)}, cross-validated by pull request` },
  ...learnSeverity(reports),
});
console.log(score);

function short(value: number): number {
  return Number(value.toFixed(4));
}

function write(name: string, content: object): void {
  const path = new URL(`../src/${name}`, import.meta.url);
  writeFileSync(
    path,
    `${JSON.stringify(content, (_, value: unknown) => (typeof value === "number" ? short(value) : value), 2)}\n`,
  );
}
