import { expect, test } from "vitest";
import { formatLocation, type Location } from "#model/location.ts";
import { severityLetter } from "#model/severity.ts";
import { readReport, type ReadReport } from "#import/read-report/read-report.ts";
import { corpusIds, corpusJson, corpusReport, describeWithCorpus } from "../../helpers/corpus.ts";

interface OracleFinding {
  readonly id: string;
  readonly severity: string;
  readonly agents: readonly string[];
  readonly locations: readonly string[];
}

interface OracleReport {
  readonly file: string;
  readonly claimedRound: string | null;
  readonly headerFields: readonly string[] | null;
  readonly verdict: string | null;
  readonly wallSeconds: number | null;
  readonly durations: Readonly<Record<string, number | null>> | null;
  readonly findings: readonly OracleFinding[];
  readonly resolutionRows: number;
}

const oracle = (corpusJson("oracle.json") ?? []) as readonly OracleReport[];
const changes = oracle.filter(({ file }) => !file.includes("architecture"));

const reports = new Map<string, ReadReport>();

function read(id: string): ReadReport {
  const known = reports.get(id);
  if (known !== undefined) return known;
  const result = readReport(corpusReport(id), id);
  if (!result.ok) throw new Error(`${id}: ${result.why}`);
  reports.set(id, result.report);
  return result.report;
}

const idOf = ({ file }: OracleReport): string => file.replace(/\.md$/, "");

function nameOf({ reviewers }: ReadReport, id: string): string {
  return reviewers.find((reviewer) => reviewer.id === id)?.name ?? id;
}

describeWithCorpus("the reader of reports on the corpus", () => {
  test.each(changes)("$file has the findings of the reference: ids, severities, reviewers", (reference) => {
    const report = read(idOf(reference));
    const seen = report.clusters.map(({ id, severity, credits }) => ({
      id: id as string,
      severity: severityLetter(severity) as string,
      agents: credits.map(({ reviewer }) => nameOf(report, reviewer)).sort(),
    }));
    const wanted = reference.findings.map(({ id, severity, agents }) => ({ id, severity, agents: [...agents].sort() }));
    expect(seen).toEqual(wanted);
  });

  test.each(changes)("$file has every location of the reference, and more only where it is no file", (reference) => {
    const report = read(idOf(reference));
    for (const [at, { locations }] of reference.findings.entries()) {
      const seen = report.clusters[at]?.statement.locations ?? [];
      const wanted = locations.flatMap(expand);
      expect(seen.map(formatLocation)).toEqual(expect.arrayContaining(wanted));
      const more = seen.filter((location) => !wanted.includes(formatLocation(location)));
      // The reference leaves out folders, a range without its path, and what stands behind a plus sign.
      if (more.length > 0) expect(more.filter((location) => !isLeftOut(location, seen))).toEqual([]);
    }
  });

  test.each(oracle)("$file has the reference's verdict, round, times and number of resolutions", (reference) => {
    const report = read(idOf(reference));
    const { round, statedVerdict, decisions, runs } = report;
    expect(statedVerdict?.phrase ?? null).toBe(reference.verdict);
    expect(round.stated ?? round.number?.toString() ?? null).toBe(reference.claimedRound);
    expect(round.wallClockSeconds ?? null).toBe(reference.wallSeconds);
    expect(decisions.filter(({ source }) => source === "resolution")).toHaveLength(reference.resolutionRows);
    for (const [name, seconds] of Object.entries(reference.durations ?? {})) {
      const run = runs.find(({ reviewer }) => nameOf(report, reviewer) === name);
      expect(run?.durationSeconds ?? null, name).toBe(seconds);
    }
    const fields = fieldNames(report);
    expect((reference.headerFields ?? []).filter((field) => !fields.has(field))).toEqual([]);
  });

  test.each(corpusIds)("%s loses no line: all its words are in the record", (id) => {
    const strings = stringsOf(read(id));
    const known = new Set([...strings.flatMap(nameWords), ...FORM_WORDS]);
    const lines = corpusReport(id).split(/\r?\n/);
    expect(lines.filter((line) => !isHeading(line) && !nameWords(line).every((word) => known.has(word)))).toEqual([]);
  });

  test.each(corpusIds)("%s keeps prose whole: each line of it is part of one string of the record", (id) => {
    const whole = stringsOf(read(id)).map(squeeze).join("\n");
    const prose = corpusReport(id)
      .split(/\r?\n/)
      .filter((line) => /^(?:[A-Za-z`(]|- |\d\. |> |\s{2,}\S)/.test(line) && !/^[CIS]?\d+\. /.test(line));
    expect(prose.filter((line) => !whole.includes(squeeze(line)) && !isFormOnly(line))).toEqual([]);
  });

  test("the architecture review is a kind of its own with its own scale", () => {
    const report = read("20260321-architecture-review");
    expect(report.kind).toBe("architecture");
    expect(report.clusters.map(({ id, severity }) => [id, severity])).toEqual([
      ["F1", "important"],
      ["F2", "important"],
      ["F3", "suggestion"],
      ["F4", "suggestion"],
      ["F5", "suggestion"],
    ]);
  });
});

/** `a.go:1-3,7` is two locations; en dashes are hyphens. */
function expand(text: string): string[] {
  const [path = "", ranges] = text.replaceAll("–", "-").split(/:(?=\d)/);
  return ranges === undefined ? [path] : ranges.split(/,\s*/).map((range) => `${path}:${range}`);
}

function isLeftOut(location: Location, all: readonly Location[]): boolean {
  return location.path.endsWith("/") || all.indexOf(location) > 0;
}

function fieldNames({ round, scope, header, reviewers, statedVerdict }: ReadReport): Set<string> {
  const placed: [string, unknown][] = [
    ["Date", round.date],
    ["Repo", scope.repository],
    ["Round", round.number],
    ["Author", scope.author],
    ["PR", scope.pullRequest],
    ["Branch", scope.branch],
    ["Commits", scope.commits[0]],
    ["Reviewers", reviewers[0]],
    ["Verdict", statedVerdict],
    ["Wall-clock time", round.wallClockSeconds],
  ];
  const names = placed.filter(([, value]) => value !== undefined).map(([name]) => name);
  return new Set([...names, ...header.map(({ key }) => key)]);
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Words of four letters or more: shorter ones are everywhere. */
function nameWords(text: string): string[] {
  return [...text.toLowerCase().matchAll(/\p{L}{4,}/gu)].map(([word]) => word);
}

/** Words of the form itself: keys of the header and heads of tables, which the record has as fields. */
const FORM_WORDS =
  "date author repo round branch commits reviewers verdict wall clock time effort metric action finding reason details summary full review output invalid reconciliation https severity pull none".split(
    " ",
  );

const isHeading = (line: string): boolean => /^#{1,9} /.test(line);

const squeeze = (text: string): string => text.replaceAll(/[^\p{L}\d]+/gu, "").toLowerCase();

/** The frame of a raw review, `None.`, and lines of the architecture review that are fields. */
function isFormOnly(line: string): boolean {
  return /^(?:None\b|Severity: |Date: )/.test(line);
}
