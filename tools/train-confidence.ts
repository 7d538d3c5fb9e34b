import { writeFileSync } from "node:fs";
import { fitConfidence, panelOf } from "../bench/merge/fit-confidence.ts";
import { readProducts, readTools, requireProducts, triplesOf } from "../bench/merge/product-data.ts";

/**
 * Learns how likely a finding stands, from all panels of three products, and writes the weights that are shipped. The
 * same data give the same file, but for the date. The score is that of `bench/merge/products.ts`, which leaves each
 * repository out in turn; give it as the argument.
 */
const [score = "not measured"] = process.argv.slice(2);
const folder = requireProducts();
const pullRequests = readProducts(folder, "opus");
const panels = triplesOf(readTools(folder).ten).flatMap((triple) =>
  pullRequests.map((pullRequest) => panelOf(pullRequest, triple)),
);
const { bias, features, cut, records } = fitConfidence(panels, true);
const data = `ten products on ${pullRequests.length} pull requests (Code Review Bench by Martian, MIT), ${panels.length} panels of three, judge opus`;
const weights = { made: { date: new Date().toISOString().slice(0, 10), data, score }, bias, features, cut, records };
const rounded = JSON.stringify(weights, (_, value: unknown) => (typeof value === "number" ? round(value) : value), 2);
writeFileSync(new URL("../src/steps/consolidate/confidence/weights.json", import.meta.url), `${rounded}\n`);
console.log(`wrote weights.json: ${Object.keys(features).length} features, ${rounded.length} characters`);

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
