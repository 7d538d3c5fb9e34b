import { formatFindingLine } from "#grammar/format-finding-line.ts";
import { readBodyParts } from "#grammar/body-parts.ts";
import { longestRun, wrapCode } from "#grammar/spans.ts";
import type { CheckHit } from "#model/change/analyzer.ts";
import type { Finding } from "#model/finding.ts";
import { findingId, type ReviewerId } from "#model/ids.ts";
import { formatLocation, type Location } from "#model/location.ts";
import { SEVERITIES, type Severity, severityLetter } from "#model/severity.ts";
import { plural, truncate } from "#util/words.ts";
import { sortHits } from "./sort-hits.ts";

/** An analyzer's review: Markdown in the form that all reviewers use, and its findings with their lines in it. */
interface Analysis {
  readonly text: string;
  readonly findings: readonly Finding[];
}

interface AnalysisInput {
  readonly reviewer: ReviewerId;
  readonly name: string;
  readonly question: string;
  /** All hits; none is left out. */
  readonly hits: readonly CheckHit[];
  /** Paths that the analyzer looked at. */
  readonly paths: readonly string[];
}

/** Writes what an analyzer found. Findings are built directly, not read back, so that odd file names survive. */
export function writeAnalysis(input: AnalysisInput): Analysis {
  const page = new Page();
  page.add(
    `## Executive Summary`,
    "",
    `${input.name}: ${input.question} ${input.hits.length === 0 ? "Nothing" : input.hits.length} found.`,
    "",
    "## Findings",
  );
  const findings: Finding[] = [];
  const sorted = sortHits(input.hits);
  for (const severity of SEVERITIES) {
    const hits = sorted.filter((hit) => hit.severity === severity);
    page.add("", `### ${HEADINGS[severity]}`, "");
    if (hits.length === 0) page.add("None.");
    for (const [at, hit] of hits.entries()) findings.push(writeHit(page, hit, { at, reviewer: input.reviewer }));
  }
  writeCoverage(page, input, findings);
  return { text: page.text(), findings };
}

const HEADINGS: Readonly<Record<Severity, string>> = {
  critical: "Critical Issues",
  important: "Important Issues",
  suggestion: "Suggestions",
};

class Page {
  readonly #lines: string[] = [];

  /** Adds text and returns the line where it starts. */
  add(...texts: readonly string[]): number {
    const start = this.#lines.length + 1;
    for (const text of texts) this.#lines.push(...text.split("\n"));
    return start;
  }

  get length(): number {
    return this.#lines.length;
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }
}

function writeHit(page: Page, hit: CheckHit, { at, reviewer }: { at: number; reviewer: ReviewerId }): Finding {
  const label = `${severityLetter(hit.severity)}${at + 1}`;
  const locations = distinct(hit.places.map(({ location }) => location));
  const line = { label, severity: hit.severity, title: hit.title, locations, places: [], class: hit.class, notes: [] };
  const body = bodyOf(hit);
  const start = page.add(formatFindingLine({ ...line, credits: [], names: [], isInvalid: false }), "", body);
  const end = page.length;
  page.add("");
  const parts = readBodyParts(body);
  return {
    id: findingId(reviewer, label),
    reviewer,
    pass: 1,
    label,
    severity: hit.severity,
    check: hit.check,
    silencedBy: hit.silencedBy,
    title: hit.title,
    locations,
    places: [],
    class: hit.class,
    body,
    quotes: parts.quotes,
    fix: parts.fix,
    repros: [],
    lines: { start, end },
  };
}

function distinct(locations: readonly Location[]): Location[] {
  const seen = new Set<string>();
  return locations.filter((location) => {
    const key = formatLocation(location);
    return !seen.has(key) && seen.add(key);
  });
}

function bodyOf({ check, places, explanation, fix }: CheckHit): string {
  const [main, ...others] = places;
  const parts = [fenced(main?.quote ?? ""), explanation.trim()];
  if (others.length > 0) parts.push(describeOthers(others));
  if (fix !== undefined) parts.push(`Fix: ${fix.trim()}`);
  parts.push(`Check: \`${check}\``);
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The finding names every place; its text lists the first. */
function describeOthers(others: CheckHit["places"]): string {
  const more = others.length - MAX_PLACES;
  const shown = others.slice(0, MAX_PLACES).map(describePlace);
  return [...shown, ...(more > 0 ? [`- and ${plural(more, "more place")}`] : [])].join("\n");
}

const MAX_PLACES = 8;

function describePlace({ location, quote, note }: CheckHit["places"][number]): string {
  const shown = truncate(quote.split("\n")[0]?.trim() ?? "", 160);
  return `- ${code(formatLocation(location))}${shown === "" ? "" : `: ${code(shown)}`}${note === undefined ? "" : ` (${note})`}`;
}

/** Text in code marks, on one line. */
const code = (text: string): string => wrapCode(text.replaceAll(/[\r\n]+/g, " "));

function fenced(quote: string): string {
  if (quote.trim() === "") return "";
  const mark = "`".repeat(Math.max(3, longestRun(quote) + 1));
  return `${mark}\n${quote.replaceAll("\r", "")}\n${mark}`;
}

/** With more files than this, only those with findings are listed and the others counted. */
const MAX_NAMED = 1000;

function writeCoverage(page: Page, { paths }: AnalysisInput, findings: readonly Finding[]): void {
  page.add("", "## Coverage Summary", "");
  const labels = labelsByPath(findings);
  const isShort = paths.length <= MAX_NAMED;
  for (const path of paths) {
    const own = labels.get(path);
    if (own !== undefined) page.add(`- ${code(path)} — ${own.join(", ")}`);
    else if (isShort) page.add(`- ${code(path)} — Checked`);
  }
  const others = paths.filter((path) => !labels.has(path)).length;
  if (!isShort) page.add(`Checked, nothing found: ${others} other files; the record names each of them.`);
}

function labelsByPath(findings: readonly Finding[]): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, string[]>();
  for (const { label, locations } of findings) {
    for (const path of new Set(locations.map((location) => location.path))) {
      const own = labels.get(path);
      if (own === undefined) labels.set(path, [label]);
      else own.push(label);
    }
  }
  return labels;
}
