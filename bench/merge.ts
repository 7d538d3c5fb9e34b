// Merges what is known to belong together, and prints how well. Trained and scored on different pull requests.
import { requireCorpus } from "./lib/corpus.ts";
import { printTable, writeResults } from "./lib/results.ts";
import { checkAll } from "./merge/check-all.ts";
import { measureGrowth } from "./merge/growth.ts";
import { loadGoldReports } from "./merge/gold.ts";
import { JUDGES, readProducts, requireProducts } from "./merge/product-data.ts";
import { scoreProducts } from "./merge/products.ts";
import { scorePublished } from "./merge/published.ts";

const reports = loadGoldReports(requireCorpus());
const products = readProducts(requireProducts(), "opus");
const round = (value: number): string => value.toFixed(3);

console.log(`Published reviews: ${reports.length} reports, cross-validated by pull request\n`);
const published = scorePublished(reports, products);
printTable([
  ["", "precision", "recall", "F1", "exact 2+", "severity", "within one", "lost", "wrongly merged"],
  ...published.map(({ name, figures }) => [
    name,
    round(figures.precision),
    round(figures.recall),
    round(figures.f1),
    round(figures.exact),
    round(figures.severity),
    round(figures.near),
    figures.lost,
    `${figures.merged} (${(100 * figures.mergedShare).toFixed(1)} %)`,
  ]),
]);
console.log("\nGrowth: findings of ten reviewers, each size in a process of its own\n");
const growth = measureGrowth([100, 1000, 5000]);
printTable([
  ["findings", "milliseconds", "peak MB", "problems"],
  ...growth.map(({ findings, milliseconds, megabytes, problems }) => [findings, milliseconds, megabytes, problems]),
]);

const { reports: checked, contradictions } = checkAll();
console.log(`\nNumbers recounted from the Markdown of ${checked} reports: ${contradictions.length} contradictions`);
for (const contradiction of contradictions) console.log(`  ${contradiction}`);

const judges = JUDGES.filter((judge) => judge === "opus" || process.argv.includes("--all-judges"));
const lines = scoreProducts(judges, reports);
writeResults("merge", { published, products: lines, growth, checked, contradictions });
process.exitCode = contradictions.length > 0 ? 1 : 0;
