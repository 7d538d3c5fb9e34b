// Feeds the published reports of each pull request in order, with their resolutions as decisions, and prints how well
// problems are known again. Pair models never saw the pull request that they are scored on; thresholds only in the rows
// that say so. The way of recognising itself, its constants and the rule about reasons were chosen with all of it in view.
import { requireCorpus } from "./lib/corpus.ts";
import { printTable, writeResults } from "./lib/results.ts";
import { readProducts, requireProducts } from "./merge/product-data.ts";
import { type DeclinedFigures, type Rule, scoreDeclined } from "./rounds/declined.ts";
import {
  chooseThreshold,
  judgedLinks,
  precisionFrom,
  scoreLabels,
  SHIPPED_THRESHOLDS,
  thresholdsWithout,
  WANTED,
} from "./rounds/links.ts";
import { modelsWithout } from "./rounds/models.ts";
import { observe } from "./rounds/observe.ts";
import { measureRates } from "./rounds/rates.ts";
import { goldReportsOf, loadSeries } from "./rounds/series.ts";
import { measureSpeed } from "./rounds/speed.ts";
import { scoreStatus } from "./rounds/status.ts";

const isVerbose = process.argv.includes("--verbose");
const series = loadSeries(requireCorpus());
const models = modelsWithout(series, readProducts(requireProducts(), "opus"));
const seen = observe(series, models);
const { links, unread } = judgedLinks(seen, series);
const percent = (part: number, of: number): string => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;

/** The rule with the thresholds that the other pull requests choose. */
function ruleWithout(pullRequest: string): Rule {
  const { matchAt, suppressAt } = thresholdsWithout(links, pullRequest);
  return {
    matchAt,
    isSure: ({ recognition, problem }) =>
      (problem!.decision!.reason ?? "") !== "" &&
      (recognition!.tier === "exact" || recognition!.confidence >= suppressAt),
  };
}
/** The simple ways answer or do not; a reason is asked of them too, so that all are scored by one rule. */
const always: Rule = { matchAt: 0, isSure: ({ problem }) => (problem!.decision!.reason ?? "") !== "" };

const atRisk = new Set(seen.atRisk);
const declined = [
  scoreDeclined("same file and title", seen.byTitle, series, { ruleOf: () => always, atRisk }),
  scoreDeclined("TF-IDF >= 0.30", seen.byWords, series, { ruleOf: () => always, atRisk }),
  scoreDeclined("Deep Review, each finding alone", seen.alone, series, { atRisk }),
  scoreDeclined("  the same, cross-validated thresholds", seen.alone, series, { ruleOf: ruleWithout, atRisk }),
  scoreDeclined("Deep Review, merged first", seen.joined, series, { atRisk }),
  scoreDeclined("  the same, cross-validated thresholds", seen.joined, series, { ruleOf: ruleWithout, atRisk }),
];
console.log("Raised again although declined: raw findings that the gold standard drops or keeps\n");
printTable([
  ["", "recognised", "dropped", "exact/coarse/meaning", "kept ones suppressed", "if reasons were not asked for"],
  ...declined.map(({ name, tiers, ...figures }) => [
    name,
    `${figures.recognised} of ${figures.declined}`,
    `${figures.dropped} of ${figures.declined}`,
    `${tiers.exact}/${tiers.coarse}/${tiers.meaning}`,
    percent(figures.suppressed, figures.kept),
    percent(figures.suppressedAnyhow, figures.kept),
  ]),
]);
const { suppressed: hidden, keptAtRisk } = declined[2]!;
console.log(`of the kept ones in reports after a decline with a reason: ${percent(hidden, keptAtRisk)}`);
if (isVerbose) for (const figures of declined.slice(2)) list(figures);

function list({ name, misses, wrong }: DeclinedFigures): void {
  console.log(`\n${name}`);
  for (const miss of misses) console.log(`  not dropped: ${miss}`);
  for (const each of wrong) console.log(`  suppressed: ${each}`);
}

const folds = series.map(({ pullRequest }) => ({ pullRequest, ...thresholdsWithout(links, pullRequest) }));
const range = (values: readonly number[]): string => `${Math.min(...values)} to ${Math.max(...values)}`;
console.log(`\nLinks between rounds that were read one by one: ${links.length}, not read: ${unread.length}\n`);
printTable([
  ["confidence", "right"],
  ...[0.4, 0.6, 0.8, SHIPPED_THRESHOLDS.matchAt, SHIPPED_THRESHOLDS.suppressAt].map((threshold) => {
    const { right, of } = precisionFrom(links, threshold);
    return [`>= ${threshold}`, percent(right, of)];
  }),
]);
const all = links.filter(({ right }) => right).length;
const found = precisionFrom(links, SHIPPED_THRESHOLDS.matchAt).right;
console.log(`right ones that the threshold finds: ${percent(found, all)}`);
console.log(
  `lowest thresholds with ${100 * WANTED.recognise} and ${100 * WANTED.suppress} of 100 right: ` +
    `${chooseThreshold(links, WANTED.recognise)} and ${chooseThreshold(links, WANTED.suppress)}`,
);
console.log(
  `thresholds that the folds choose: recognised ${range(folds.map(({ matchAt }) => matchAt))}, ` +
    `suppressed ${range(folds.map(({ suppressAt }) => suppressAt))}`,
);
if (isVerbose) for (const each of unread) console.log(`  not read: ${each}`);

const labels = scoreLabels(seen.reported, series);
console.log(
  `\nFindings of which the report says which earlier one they are: ${labels.right} of ${labels.same} recognised as it, ` +
    `${labels.other} as another one, ${labels.none} not; ` +
    `brought in by a fix and taken for what was fixed: ${labels.fixTakenForSame} of ${labels.fix}`,
);

console.log(
  `\nFindings that are said to ask for the reverse of an earlier one: ` +
    `${seen.contradicting.length} of ${seen.reported.length}`,
);
for (const { review, ids, recognition } of seen.contradicting) {
  if (isVerbose) console.log(`  ${review} ${ids[0]} against ${recognition?.of.review} ${recognition?.of.cluster}`);
}

const status = scoreStatus(seen.reported, series, models);
console.log(`\nEarlier findings against the Resolution tables (tables of previous findings: ${status.tables})\n`);
printTable([
  ["the table says", "raised again in the next report", "same file and title"],
  ...Object.entries(status.rows).map(([kind, { of, again, againByTitle }]) => [
    kind,
    percent(again, of),
    percent(againByTitle, of),
  ]),
]);
const { fixed } = status.rows;
const agreed = fixed.of - fixed.again + labels.right;
console.log(
  `agreement of "raised again" with what the reports say (fixed: not raised; unaddressed: raised): ` +
    `${percent(agreed, fixed.of + labels.same)}; same file and title: ` +
    `${percent(fixed.of - fixed.againByTitle, fixed.of + labels.same)}`,
);

const rates = measureRates(goldReportsOf(series), models);
console.log("\nErrors of identity on pairs of findings of one report, in two wordings only\n");
printTable([
  ["", "same, not matched", "different, matched", "different in one file, matched"],
  ...rates.rows.map(({ name, missed, matched, matchedInFile }) => [
    name,
    percent(missed, rates.same),
    percent(matched, rates.different),
    percent(matchedInFile, rates.differentInFile),
  ]),
]);

const speed = measureSpeed(series);
console.log(
  `\n${speed.findings} findings against ${speed.problems} known problems in ${speed.wordings} wordings: ` +
    `${speed.reading} ms of processor time to read them once, ${speed.asking} ms to ask`,
);
const suppressed = declined[3]!;
writeResults("rounds", { declined, folds, links: links.length, unread: unread.length, labels, status, rates, speed });
process.exitCode = suppressed.suppressed / suppressed.kept > 0.01 ? 1 : 0;
