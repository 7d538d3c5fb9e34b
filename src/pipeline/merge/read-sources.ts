import { basename } from "node:path";
import { parseReview } from "#adapters/store/parse-review.ts";
import type { Finding } from "#model/finding.ts";
import { type ReviewerId, reviewerId } from "#model/ids.ts";
import type { Reviewer, ReviewerRun, Sayings } from "#model/panel/reviewer.ts";
import { limitHits } from "#reviewers/analyzer/limit-hits.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { readSarif } from "#reviewers/sarif/read-sarif.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { UserError } from "#util/errors.ts";
import { slug } from "#util/slug.ts";
import { importReport } from "../import/import-report.ts";

/** A file with a review in it: somebody's Markdown, a published report, a record, SARIF. */
export interface ReviewSource {
  readonly name: string;
  readonly text: string;
  /** Who wrote it, where the user says so. */
  readonly reviewer?: string;
}

/** What one reviewer said, wherever it was found. */
export interface FoundReview extends Sayings {
  readonly reviewer: Reviewer;
  readonly run: ReviewerRun;
  readonly findings: readonly Finding[];
}

/** Everybody's raw reviews. Of a published report those of its appendix: what its author made of them is not looked at. */
export function readSources(sources: readonly ReviewSource[]): FoundReview[] {
  const taken = new Set<string>();
  return sources.flatMap((source) => readSource(source, taken));
}

function readSource(source: ReviewSource, taken: Set<string>): FoundReview[] {
  const text = source.text.replace(/^\ufeff/, "");
  if (/^\s*\{/.test(text))
    return /"runs"\s*:/.test(text) && !/"schemaVersion"\s*:/.test(text)
      ? readTools(source, taken)
      : readRecord(source, taken);
  return readReport(source, taken) ?? [readOne(source, taken)];
}

function readRecord({ name, text }: ReviewSource, taken: Set<string>): FoundReview[] {
  const { reviewers, runs } = parseReview(text, name);
  return runs.flatMap((run) => {
    const reviewer = reviewers.find(({ id }) => id === run.reviewer);
    return reviewer === undefined || run.text === undefined ? [] : [again(reviewer, run.text, taken)];
  });
}

/** The raw reviews of a published report; undefined where the text is none, or has none. */
function readReport({ text }: ReviewSource, taken: Set<string>): FoundReview[] | undefined {
  const result = importReport(text, "report");
  if (!result.ok) return undefined;
  const { reviewers, runs, findings } = result.review;
  if (findings.length === 0) return undefined;
  const found = runs.flatMap((run) => {
    const reviewer = reviewers.find(({ id }) => id === run.reviewer);
    const spoke = run.textStatus === "verbatim" || run.textStatus === "abridged";
    return reviewer === undefined || !spoke || run.text === undefined ? [] : [again(reviewer, run.text, taken)];
  });
  return found.length === 0 ? undefined : found;
}

/** The same reviewer may stand in two files; then it is two, of one family. */
function again(reviewer: Reviewer, text: string, taken: Set<string>): FoundReview {
  const id = freeId(reviewer.id, taken);
  return speak({ ...reviewer, id, ...(id === reviewer.id ? {} : { name: `${reviewer.name} (${id})` }) }, text);
}

function readOne({ name, text, reviewer }: ReviewSource, taken: Set<string>): FoundReview {
  const stem = basename(name).replace(/\.[a-z0-9]+$/i, "");
  const called = reviewer ?? stem;
  const id = freeId(slug(called) || "reviewer", taken);
  const found = speak({ id, name: called, kind: "agent", family: id }, text);
  if (found.findings.length > 0 || (found.observations?.length ?? 0) > 0 || (found.claims?.length ?? 0) > 0)
    return found;
  throw new UserError({
    what: `${name} holds no review`,
    why: "no finding, observation or coverage summary was found in it",
    fix: "findings are lines such as «I1. **Title** — `path:line`» below «### Important Issues»; other forms go through --findings",
  });
}

function speak(reviewer: Reviewer, text: string): FoundReview {
  const { summary, ...said } = readReview(text, { reviewer: reviewer.id });
  const told = summary === undefined ? { text } : { text, summary };
  return {
    reviewer,
    run: { reviewer: reviewer.id, pass: 1, outcome: "completed", ...told, textStatus: "verbatim" },
    ...said,
  };
}

function readTools({ name, text }: ReviewSource, taken: Set<string>): FoundReview[] {
  const read = readSarif(text, {});
  if (!read.ok) {
    throw new UserError({
      what: `${name} is no SARIF file`,
      why: read.why,
      fix: "name another file, or put this one right",
    });
  }
  return read.reviews.map(({ tool, hits }) => {
    const id = freeId(slug(tool) || "sarif", taken);
    const reviewer: Reviewer = { id, name: tool, kind: "import", family: id };
    const limited = limitHits(hits, Number.POSITIVE_INFINITY);
    const said = writeAnalysis({
      reviewer: id,
      name: tool,
      question: "What does it report?",
      hits: limited,
      paths: [],
    });
    return {
      reviewer,
      run: { reviewer: id, pass: 1, outcome: "completed", text: said.text, textStatus: "verbatim" },
      findings: said.findings,
    };
  });
}

function freeId(base: string, taken: Set<string>): ReviewerId {
  let id = base;
  for (let next = 2; taken.has(id); next++) id = `${base}-${next}`;
  taken.add(id);
  return reviewerId(id);
}
