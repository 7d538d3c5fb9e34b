// Reads 10,000 damaged reports and raw reviews: no throw, no case over a second, the ledger always complete. The failing
// and the slowest inputs are written to bench/results/fuzz/, to be read and run again.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderJson } from "#steps/render/json/render-json.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { checkCase } from "../test/fuzz/check-case.ts";
import { mutate } from "../test/fuzz/mutate.ts";
import { seededRandom } from "../test/fuzz/random.ts";
import { fuzzSources } from "../test/fuzz/sources.ts";
import { printTable, writeResults } from "./lib/results.ts";

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    case: { type: "string" },
    "render-every": { type: "string", default: "20" },
  },
});
const LIMIT_MILLISECONDS = 1000;
const folder = new URL("results/fuzz/", import.meta.url);
const sources = fuzzSources({ withCorpus: true });
const seed = Number(values.seed);
const first = Number(values.case ?? 0);
const cases = values.case === undefined ? Number(values.cases) : 1;
const every = Number(values["render-every"]);

interface Slow {
  readonly index: number;
  readonly what: string;
  readonly milliseconds: number;
  readonly how: string;
}

const times = { readReview: [] as number[], importReport: [] as number[], render: [] as number[] };
const failures: { index: number; how: string; faults: readonly string[] }[] = [];
const slow: Slow[] = [];
let records = 0;
let findings = 0;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const started = performance.now();
for (let index = first; index < first + cases; index += 1) {
  const { text, how } = mutate(sources, seededRandom(seed * 1_000_003 + index));
  const { faults, review, milliseconds } = checkCase(text);
  const named = how.join(", ");
  times.readReview.push(milliseconds.readReview);
  times.importReport.push(milliseconds.importReport);
  note({ index, what: "readReview", milliseconds: milliseconds.readReview, how: named });
  note({ index, what: "importReport", milliseconds: milliseconds.importReport, how: named });
  const broken = [...faults];
  if (review !== undefined) {
    records += 1;
    findings += review.findings.length;
    if (index % every === 0) broken.push(...renderAll(review, index, named));
  }
  if (broken.length > 0) {
    failures.push({ index, how: named, faults: broken });
    console.log(`failed: case ${index} (${named}): ${broken.join("; ")}`);
  }
  if (broken.length > 0 || slow.at(-1)?.index === index) writeFileSync(new URL(`case-${index}.md`, folder), text);
  if (index % 1000 === 999) console.log(`${index + 1} cases, ${failures.length} failures, ${slow.length} slow`);
}

const figures = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, summary(list)]));
printTable([
  ["what", "cases", "median ms", "p99 ms", "max ms", `over ${LIMIT_MILLISECONDS} ms`],
  ...Object.entries(figures).map(([name, { count, median, p99, max, over }]) => [name, count, median, p99, max, over]),
]);
const totals = {
  cases,
  records,
  findings,
  failures: failures.length,
  seconds: Math.round((performance.now() - started) / 1000),
};
console.log();
printTable(Object.entries(totals).map(([name, value]) => [name, value]));
for (const { index, what, milliseconds, how } of slow.slice(0, 30)) {
  console.log(`slow: case ${index}: ${what} ${Math.round(milliseconds)} ms (${how})`);
}
writeResults("fuzz", { seed, totals, figures, failures, slow });
if (failures.length > 0 || slow.length > 0) process.exitCode = 1;

function note(item: Slow): void {
  if (item.milliseconds > LIMIT_MILLISECONDS) slow.push(item);
}

/** All renderers on one record: none may throw, and each is held to the same limit. */
function renderAll(review: Review, index: number, how: string): string[] {
  const faults: string[] = [];
  const report = buildReport(review);
  const renderers = {
    renderMarkdown: () => renderMarkdown(report),
    renderHtml: () => renderHtml(report),
    renderJson: () => renderJson(report),
    renderSarif: () => renderSarif(report),
    renderTerminal: () => renderTerminal(report, { width: 100, color: true }),
  };
  for (const [what, render] of Object.entries(renderers)) {
    const begun = performance.now();
    try {
      render();
    } catch (error) {
      faults.push(`${what} throws: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`);
    }
    const milliseconds = performance.now() - begun;
    times.render.push(milliseconds);
    note({ index, what, milliseconds, how });
  }
  return faults;
}

function summary(list: readonly number[]): { count: number; median: number; p99: number; max: number; over: number } {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
  return {
    count: sorted.length,
    median: at(0.5),
    p99: at(0.99),
    max: at(1),
    over: sorted.filter((ms) => ms > LIMIT_MILLISECONDS).length,
  };
}
