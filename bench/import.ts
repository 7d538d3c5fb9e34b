// Imports every report of the corpus and compares it with two independent readings of it and with itself after a round
// trip through our own Markdown. Prints one row a report, then the totals.
import { isDeepStrictEqual } from "node:util";
import { formatLocations } from "#model/location.ts";
import type { Review } from "#model/review.ts";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { corpusJson, corpusReports, requireCorpus } from "./lib/corpus.ts";
import { printTable, writeResults } from "./lib/results.ts";
import { addScores, type GoldLinks, type LinkScore, scoreLinks } from "./score-links.ts";

interface OracleReport {
  readonly file: string;
  readonly findings: readonly { id: string; severity: string; agents: string[]; locations: string[] }[];
}

interface ParsedFinding {
  readonly id: string;
  readonly severity: string;
  readonly classification: string | null;
  readonly locations: readonly { path: string; startLine: number | null; endLine: number | null }[];
}

interface ParsedReport {
  readonly usable: boolean;
  readonly rawStatus: Readonly<Record<string, string>>;
  readonly raw: Readonly<Record<string, readonly ParsedFinding[]>>;
  readonly consolidated: readonly ParsedFinding[];
}

const corpus = requireCorpus();
const verbose = process.argv.includes("--verbose");
const oracle = corpusJson<OracleReport[]>(corpus, "oracle.json") ?? [];
const differences: string[] = [];
const rows: Row[] = [];
const reviews: Review[] = [];

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly kept: number;
  readonly raw: number;
  readonly gaps: number;
  readonly unplaced: number;
  readonly consolidated: string;
  readonly rawEqual: string;
  readonly roundTrip: string;
  readonly milliseconds: number;
}

for (const { id, text } of corpusReports(corpus)) {
  const started = performance.now();
  const result = importReport(text, id);
  const milliseconds = Math.round(performance.now() - started);
  if (!result.ok) {
    differences.push(`${id}: not read: ${result.why}`);
    continue;
  }
  const { review } = result;
  reviews.push(review);
  rows.push({
    id,
    kind: review.kind,
    kept: review.clusters.filter(({ ruling }) => ruling.kind === "keep").length,
    raw: review.findings.length,
    gaps: review.gaps.length,
    unplaced: review.unplaced.length,
    consolidated: compareConsolidated(review),
    rawEqual: compareRaw(review),
    roundTrip: roundTrip(review),
    milliseconds,
  });
}

printTable([
  ["report", "kept", "raw", "gaps", "unplaced", "consolidated = oracle", "raw = parsed", "round trip", "ms"],
  ...rows.map((row) => [
    row.id,
    row.kept,
    row.raw,
    row.gaps,
    row.unplaced,
    row.consolidated,
    row.rawEqual,
    row.roundTrip,
    row.milliseconds,
  ]),
]);

const links = sumLinks();
const count = (test: (row: Row) => boolean): number => rows.filter(test).length;
const totals = {
  imported: `${rows.length} of ${corpusReports(corpus).length}`,
  consolidatedEqual: [
    `${count((row) => row.consolidated === "equal")} equal to the oracle`,
    `${count((row) => row.consolidated === "equal to parsed")} to parsed where the oracle lacks a place`,
    `${count((row) => row.consolidated === "own kind")} of its own kind (architecture)`,
  ].join(", "),
  rawEqual: `${count((row) => row.rawEqual === "equal")} equal of ${count((row) => row.rawEqual !== "no raw review")} with raw reviews`,
  roundTrip: `${count((row) => row.roundTrip === "same")} of ${rows.length}`,
  ...links,
  milliseconds: rows.reduce((sum, row) => sum + row.milliseconds, 0),
};
console.log();
printTable(Object.entries(totals).map(([name, value]) => [name, String(value)]));
if (differences.length > 0) {
  console.log(`\n${differences.length} differences${verbose ? "" : " (the first 40; --verbose for all)"}:`);
  for (const line of verbose ? differences : differences.slice(0, 40)) console.log(`  ${line}`);
}
writeResults("import", { totals, rows, differences });

function sumLinks() {
  const scores: LinkScore[] = [];
  for (const { id, clusters } of reviews) {
    const gold = corpusJson<GoldLinks>(corpus, `gold/${id}.json`);
    if (gold !== undefined) scores.push(scoreLinks(clusters, gold));
  }
  const sum = addScores(scores);
  const share = (part: number, whole: number): string => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
  return {
    goldReports: scores.length,
    membersLinked: share(sum.membersFound, sum.members),
    linksRight: share(sum.linksRight, sum.links),
    clustersExact: share(sum.clustersExact, sum.clusters),
    droppedRecognised: `${share(sum.droppedFound, sum.dropped)}, same reason ${sum.droppedSame}`,
    routedRecognised: `${share(sum.routedFound, sum.routed)}, same place ${sum.routedSame}`,
    wronglyLeftOut: sum.wronglyLeftOut,
  };
}

function compareConsolidated(review: Review): string {
  const expected = oracle.find(({ file }) => file === `${review.id}.md`);
  if (expected === undefined) return "no oracle";
  if (review.kind === "architecture") return "own kind";
  const ours = review.clusters
    .filter(({ id }) => /^[CIS]/.test(id))
    .map(({ id, credits, statement }) => ({
      id,
      severity: id[0] ?? "",
      agents: credits
        .map(({ reviewer }) => reviewer)
        .sort()
        .join(),
      locations: locationsOf(formatLocations(statement?.locations ?? [])),
    }));
  const theirs = expected.findings.map(({ id, severity, agents, locations }) => ({
    id,
    severity,
    agents: agents
      .map((agent) => agent.toLowerCase())
      .sort()
      .join(),
    locations: locationsOf(locations),
  }));
  const unequal = ours.filter((mine) => !theirs.some((reference) => isDeepStrictEqual(mine, reference)));
  const onlyPlaces = unequal.every((mine) => agreesButForPlaces(review.id, mine, theirs));
  if (unequal.length > 0 && onlyPlaces && ours.length === theirs.length) return "equal to parsed";
  return describeDifferences(review.id, ours, theirs);
}

/**
 * The oracle leaves out folders, a bare second range and a place joined by a plus sign. Where ours has more places than the
 * oracle, the other reference decides.
 */
function agreesButForPlaces(id: string, mine: Comparable, theirs: readonly Comparable[]): boolean {
  const reference = theirs.find((other) => other.id === mine.id);
  const parsed = corpusJson<ParsedReport>(corpus, `parsed/${id}.json`)?.consolidated.find(
    (other) => other.id === mine.id,
  );
  const places = parsed?.locations.map(({ path, startLine, endLine }) =>
    startLine === null ? path : `${path}:${startLine}-${endLine}`,
  );
  const agrees =
    reference !== undefined && isDeepStrictEqual({ ...mine, locations: "" }, { ...reference, locations: "" });
  if (!agrees || places?.join(" ") !== mine.locations) return false;
  console.log(
    `  oracle incomplete, parsed agrees with us: ${id} ${mine.id}: ${mine.locations}; oracle: ${reference.locations || "nothing"}`,
  );
  return true;
}

/** Locations as a plain list of `path:lines`: the two readings group ranges of one path differently. */
function locationsOf(printed: readonly string[]): string {
  return printed
    .flatMap((text) => {
      const [, path = text, ranges = ""] = /^(.*?):([\d\s,–-]+)$/.exec(text) ?? [];
      if (ranges === "") return [path];
      return ranges.split(",").map((range) => {
        const [start = "", end = start] = range.trim().split(/[–-]/);
        return `${path}:${start}-${end}`;
      });
    })
    .join(" ");
}

function compareRaw(review: Review): string {
  const parsed = corpusJson<ParsedReport>(corpus, `parsed/${review.id}.json`);
  const agents = Object.entries(parsed?.rawStatus ?? {}).filter(([, status]) => status === "ok");
  if (parsed === undefined || agents.length === 0) return "no raw review";
  const ours: Comparable[] = [];
  const theirs: Comparable[] = [];
  for (const [agent] of agents) {
    for (const finding of review.findings.filter(({ reviewer }) => reviewer === agent)) {
      const first = finding.locations[0];
      ours.push({
        id: finding.id,
        severity: finding.severity,
        class: finding.class ?? "",
        first: first === undefined ? "" : `${first.path}:${first.start ?? ""}-${first.end ?? ""}`,
      });
    }
    for (const finding of parsed.raw[agent] ?? []) {
      const first = finding.locations[0];
      theirs.push({
        id: finding.id,
        severity: finding.severity,
        class: finding.classification ?? "",
        first: first === undefined ? "" : `${first.path}:${first.startLine ?? ""}-${first.endLine ?? ""}`,
      });
    }
  }
  return describeDifferences(review.id, ours, theirs);
}

type Comparable = Readonly<Record<string, string>> & { readonly id: string };

function describeDifferences(id: string, ours: readonly Comparable[], theirs: readonly Comparable[]): string {
  let wrong = 0;
  for (const key of new Set([...ours, ...theirs].map((item) => item.id))) {
    const mine = ours.find((item) => item.id === key);
    const reference = theirs.find((item) => item.id === key);
    if (isDeepStrictEqual(mine, reference)) continue;
    wrong += 1;
    differences.push(
      `${id} ${key}: ours ${JSON.stringify(mine) ?? "nothing"}, reference ${JSON.stringify(reference) ?? "nothing"}`,
    );
  }
  return wrong === 0 ? "equal" : `${wrong} differ`;
}

/** As records on disk: a key without a value is no key. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one ?? null)), JSON.parse(JSON.stringify(other ?? null)));
}

function roundTrip(review: Review): string {
  const again = importReport(renderMarkdown(buildReport(review)), review.id);
  if (!again.ok) {
    differences.push(`${review.id} round trip: not read again: ${again.why}`);
    return "not read";
  }
  if (isSame(again.review, review)) return "same";
  const fields = Object.keys(review).filter(
    (key) => !isSame(review[key as keyof Review], again.review[key as keyof Review]),
  );
  differences.push(`${review.id} round trip: ${fields.join(", ")} differ`);
  return fields.join(",");
}
