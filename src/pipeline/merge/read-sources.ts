import { omitUndefined } from "#util/omit-undefined.ts";
import { basename } from "node:path";
import { parseReview } from "#adapters/store/parse-review.ts";
import { importReport } from "#import/import-report.ts";
import { reviewerId } from "#model/ids.ts";
import { outcomeOf, type Reviewer, type ReviewerRun } from "#model/panel/reviewer.ts";
import { openEarlier } from "#model/history/open-earlier.ts";
import type { Review } from "#model/review.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { describeTool } from "#reviewers/sarif/describe-tool.ts";
import { readSarif, type SarifReview } from "#reviewers/sarif/read-sarif.ts";
import { isReview } from "#steps/read-review/is-review.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { UserError } from "#util/errors.ts";
import { freeName, slug } from "#util/names.ts";
import { bareSecrets, maskSecrets } from "#util/secrets/mask-secrets.ts";
import { listSome, oneLine, truncate } from "#util/words.ts";
import { type FoundReview, reviewsOf, withId } from "./found-review.ts";

/** A file with a review: Markdown, a published report, a record, or SARIF. */
export interface ReviewSource {
  readonly name: string;
  readonly text: string;
  /** The author, if the user names one. */
  readonly reviewer?: string;
}

/** The raw reviews in all sources. Of a published report only its appendix counts, not its own judgement. */
export function readSources(sources: readonly ReviewSource[]): FoundReview[] {
  const taken = new Map<string, FoundReview>();
  const isTaken = (id: string): boolean => taken.has(id);
  const secrets = sources.flatMap(({ text }) => bareSecrets(text));
  for (const source of sources) {
    const text = maskSecrets(source.text.replace(/^\ufeff/, ""), secrets);
    for (const found of readSource({ ...source, text }, isTaken)) {
      // The same reviewer in two files becomes two reviewers of one family.
      const id = reviewerId(freeName(found.reviewer.id, isTaken));
      taken.set(id, withId(found, id));
    }
  }
  return [...taken.values()];
}

type IsTaken = (id: string) => boolean;

function readSource(source: ReviewSource, isTaken: IsTaken): FoundReview[] {
  const { text } = source;
  if (!/^\s*\{/.test(text)) return readReport(source, isTaken) ?? [readOne(source, isTaken)];
  if (/"schemaVersion"\s*:/.test(text)) return readRecord(source);
  if (/"runs"\s*:/.test(text)) return readTools(source);
  // A reviewer may answer in JSON.
  return isReview(text) ? [readOne(source, isTaken)] : readRecord(source);
}

function readRecord({ name, text }: ReviewSource): FoundReview[] {
  const review = parseReview(text, name);
  if (review.findings.length > 0 || review.clusters.length === 0)
    return withIncomplete(name, review, reviewsOf(review));
  throw new UserError({
    what: `${name} has no raw reviews to merge`,
    why: "it is the record of a report that was published without them",
    fix: "name the report itself: its own findings are then taken as one review",
  });
}

/** Notes with the first review of a source why the source is incomplete. */
function withIncomplete(name: string, review: Review, [first, ...others]: readonly FoundReview[]): FoundReview[] {
  if (first === undefined) return [];
  const incomplete = whyIncomplete(name, review);
  return [incomplete.length === 0 ? first : { ...first, incomplete }, ...others];
}

/** The panel of a published report. Undefined if the text is not a report. */
function readReport(source: ReviewSource, isTaken: IsTaken): FoundReview[] | undefined {
  const result = importReport(source.text, "report");
  if (!result.ok) return undefined;
  const { findings, clusters, runs } = result.review;
  const panel = withIncomplete(source.name, result.review, reviewsOf(result.review));
  const failed = panel.filter((found) => outcomeOf(found.runs) === "failed");
  const isKnown = clusters.length === 0 && (failed.length > 0 || runs.some(hasText));
  if (findings.length > 0 || isKnown) return panel;
  // Published without raw reviews: use the report's own findings, and the reviewers known to have failed.
  return withIncomplete(source.name, result.review, [readOne({ ...source, isReport: true }, isTaken), ...failed]);
}

function hasText({ textStatus }: ReviewerRun): boolean {
  return textStatus === "verbatim" || textStatus === "abridged";
}

function readOne(
  { name, text, reviewer: author, isReport = false }: ReviewSource & { readonly isReport?: boolean },
  isTaken: IsTaken,
): FoundReview {
  const stem = basename(name).replace(/\.[a-z0-9]+$/i, "");
  const base = slug(author ?? stem) || "reviewer";
  const id = reviewerId(freeName(base, isTaken));
  const called = id === base ? (author ?? stem) : `${author ?? stem} (${id})`;
  const { summary, ...read } = readReview(text, { reviewer: id, isReport });
  const hasContent = read.findings.length + read.observations.length + read.claims.length > 0;
  if (!hasContent && !isReview(text)) throw noReview(name);
  return {
    // Files of one name may have different authors. Files that the user gives to one author are one family.
    reviewer: { id, name: called, kind: "agent", family: author === undefined ? id : base },
    runs: [completed(id, { text, summary })],
    ...read,
  };
}

function completed(reviewer: Reviewer["id"], own: Pick<ReviewerRun, "text" | "summary">): ReviewerRun {
  return { reviewer, pass: 1, outcome: "completed", ...own, textStatus: "verbatim" };
}

function noReview(name: string): UserError {
  return new UserError({
    what: `${name} holds no review`,
    why: "no finding, observation or coverage summary was found in it",
    fix: 'findings are lines such as "I1. **Title** — `path:line`" below "### Important Issues"; other forms go through --findings',
  });
}

function readTools({ name, text }: ReviewSource): FoundReview[] {
  const read = readSarif(text, {});
  if (read.ok) return read.reviews.map((review) => readTool(name, review));
  throw new UserError({
    what: `${name} is not a SARIF file`,
    why: read.why,
    fix: "name another file, or correct this one",
  });
}

function readTool(source: string, review: SarifReview): FoundReview {
  const { tool, hits, optional } = review;
  const id = reviewerId(slug(tool) || "sarif");
  const { text, findings } = writeAnalysis({
    reviewer: id,
    name: tool,
    question: "What does it report?",
    hits,
    paths: [],
  });
  return {
    reviewer: { id, name: tool, kind: "import", family: id, optional },
    runs: [{ ...completed(id, { text }), ...omitUndefined(describeTool(review)) }],
    findings,
    incomplete: whyToolIncomplete(source, review),
  };
}

/** For SARIF of our own: its round was incomplete, or its results no longer show the findings behind its verdict. */
function whyToolIncomplete(source: string, { ownVerdict: own, failure, hits }: SarifReview): string[] {
  if (own === undefined) return [];
  if (failure !== undefined) return [`${source}: ${failure}`];
  const shown = own.kind === "rework" ? ["critical"] : ["critical", "important"];
  const isBlocking = own.kind === "rework" || own.kind === "merge-with-fixes";
  if (!isBlocking || hits.some(({ severity }) => shown.includes(severity))) return [];
  return [`${source} does not show what its verdict rests on: ${own.because}`];
}

/** Why a merged review is incomplete: it was so itself, or problems of earlier rounds were still open. */
function whyIncomplete(name: string, review: Review): string[] {
  const { verdict, previous, clusters, reviewers } = review;
  if (verdict.kind === "incomplete")
    return [`${name} was incomplete: ${truncate(oneLine(verdict.because), MAX_LENGTH)}`];
  const weighed = openEarlier(previous, clusters, reviewers).map(({ ref, severity }) => `${ref} (${severity})`);
  // Somebody else's report may not give their severity. An unknown status is ignored.
  const others = previous.filter(({ severity, status, byCommenters, raisedAgain = [] }) => {
    const isOpen = status === "open" || status === "partly-fixed";
    return severity === undefined && isOpen && byCommenters !== true && raisedAgain.length === 0;
  });
  const open = [...weighed, ...others.map(({ ref }) => ref)];
  if (open.length === 0) return [];
  return [`${name} has earlier findings that are, or may be, still open: ${listSome(open)}`];
}

const MAX_LENGTH = 600;
