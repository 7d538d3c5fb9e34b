import { omitUndefined } from "#util/omit-undefined.ts";
import { basename } from "node:path";
import { parseReview } from "#adapters/store/parse-review.ts";
import { importReport } from "#import/import-report.ts";
import type { RuledCluster } from "#model/cluster.ts";
import { reviewerId } from "#model/ids.ts";
import { outcomeOf, type Reviewer, type ReviewerRun, wasAsked } from "#model/panel/reviewer.ts";
import { openEarlier } from "#model/history/open-earlier.ts";
import type { Review } from "#model/review.ts";
import { SEVERITIES, severityLevel } from "#model/severity.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { ANALYZERS } from "#reviewers/registry.ts";
import { describeTool } from "#reviewers/sarif/describe-tool.ts";
import { readSarif, type SarifReview } from "#reviewers/sarif/read-sarif.ts";
import { isReview, NO_REVIEW } from "#steps/read-review/is-review.ts";
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
      taken.set(id, withId(failUnlessReview(found), id));
    }
  }
  return [...taken.values()];
}

/** Marks runs as failed whose text is no review, as in a round: their silence must not count as a judgement. */
function failUnlessReview(found: FoundReview): FoundReview {
  if (!wasAsked(found.reviewer)) return found;
  const isEmpty = (run: ReviewerRun): boolean =>
    run.outcome !== "failed" &&
    run.textStatus === "verbatim" &&
    !found.findings.some(({ pass }) => pass === run.pass) &&
    !isReview(run.text ?? "");
  return {
    ...found,
    runs: found.runs.map((run) => (isEmpty(run) ? { ...run, outcome: "failed", message: NO_REVIEW } : run)),
  };
}

type IsTaken = (id: string) => boolean;

function readSource(source: ReviewSource, isTaken: IsTaken): FoundReview[] {
  const { text } = source;
  refuseRendered(source);
  if (!/^\s*\{/.test(text)) return readReport(source, isTaken) ?? [readOne(source, isTaken)];
  if (/"schemaVersion"\s*:/.test(text)) return readRecord(source);
  if (/"runs"\s*:/.test(text)) return readTools(source);
  // A reviewer may answer in JSON.
  return isReview(text) ? [readOne(source, isTaken)] : readRecord(source);
}

/** Pages and reports for other programs are made from a record and cannot be read back. */
function refuseRendered({ name, text }: ReviewSource): void {
  const isPage = /^\s*(?:<!doctype html|<html)\b/i.test(text);
  if (!isPage && !/^\s*\{\s*"format"\s*:\s*"deep-review-report"/.test(text)) return;
  throw new UserError({
    what: `${name} cannot be merged`,
    why: isPage ? "it is an HTML page" : "it is a report as JSON, not the record that it was made from",
    fix: "name the record of the review, review.json in its folder, or its report as Markdown",
  });
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
  if (read.findings.length === 0 && !isReview(text)) throw noReview(name);
  return {
    // Files of one name may have different authors. Files that the user gives to one author are one family.
    reviewer: {
      id,
      name: called,
      kind: isByBuiltIn(text) ? "analyzer" : "agent",
      family: author === undefined ? id : base,
    },
    runs: [completed(id, { text, summary })],
    ...read,
  };
}

/** Whether a built-in reviewer wrote the text. Its silence is no judgement, whatever the file is called. */
function isByBuiltIn(text: string): boolean {
  return ANALYZERS.some(({ name, question }) => text.startsWith(`## Executive Summary\n\n${name}: ${question} `));
}

function completed(reviewer: Reviewer["id"], own: Pick<ReviewerRun, "text" | "summary">): ReviewerRun {
  return { reviewer, pass: 1, outcome: "completed", ...own, textStatus: "verbatim" };
}

function noReview(name: string): UserError {
  return new UserError({
    what: `${name} holds no review`,
    why: "it has no finding, and no section that says there is none",
    fix: 'findings are lines such as "I1. **Title** — `path:line`" below "### Important Issues", or "None." there; other forms go through --findings',
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
  const { tool, hits, hasAgent, optional } = review;
  const id = reviewerId(slug(tool) || "sarif");
  const { text, findings } = writeAnalysis({
    reviewer: id,
    name: tool,
    question: "What does it report?",
    hits,
    paths: [],
  });
  return {
    reviewer: { id, name: tool, kind: hasAgent === true ? "agent" : "import", family: id, optional },
    runs: [{ ...completed(id, { text }), ...omitUndefined(describeTool(review)) }],
    findings,
    incomplete: whyToolIncomplete(source, review),
  };
}

/** For SARIF of our own: its round was incomplete, or its results no longer show the findings behind its verdict. */
function whyToolIncomplete(source: string, { ownVerdict: own, failure, hits }: SarifReview): string[] {
  if (own === undefined) return [];
  if (failure !== undefined) return [`${source}: ${failure}`];
  const isCritical = own.kind === "rework" || (own.kind === "checks-only" && CRITICAL.test(own.because));
  const shown = isCritical ? ["critical"] : ["critical", "important"];
  const isBlocking =
    isCritical || own.kind === "merge-with-fixes" || (own.kind === "checks-only" && IMPORTANT.test(own.because));
  if (!isBlocking || hits.some(({ severity }) => shown.includes(severity))) return [];
  return [`${source} does not show what its verdict rests on: ${own.because}`];
}

/** What stands by the line of a verdict that does not contain it. */
const CRITICAL = /\b(?:is|are) critical and\b/;
const IMPORTANT = /\b(?:is|are) important and\b/;

/** Why a merged review is incomplete: it was so itself, or problems of earlier rounds were still open. */
function whyIncomplete(name: string, review: Review): string[] {
  const { verdict, previous, reviewers } = review;
  if (verdict.kind === "incomplete")
    return [`${name} was incomplete: ${truncate(oneLine(verdict.because), MAX_LENGTH)}`];
  const weighed = openEarlier(previous, ratedAsClaimed(review), reviewers).map(
    ({ ref, severity }) => `${ref} (${severity})`,
  );
  // Somebody else's report may not give their severity. An unknown status is ignored.
  const others = previous.filter(({ severity, status, byCommenters, raisedAgain = [] }) => {
    const isOpen = status === "open" || status === "partly-fixed";
    return severity === undefined && isOpen && byCommenters !== true && raisedAgain.length === 0;
  });
  const open = [...weighed, ...others.map(({ ref }) => ref)];
  if (open.length === 0) return [];
  return [`${name} has earlier findings that are, or may be, still open: ${listSome(open)}`];
}

/** The problems of a review, none rated higher than its reviewers claim: what earlier rounds said is not merged. */
function ratedAsClaimed({ clusters, findings }: Review): readonly RuledCluster[] {
  const claims = new Map(findings.map(({ id, severity }) => [id, severity]));
  return clusters.map((cluster) => {
    const { ruling, members } = cluster;
    const claimed = members.flatMap(({ finding }) => claims.get(finding) ?? []);
    const worst = SEVERITIES.find((severity) => claimed.includes(severity));
    if (ruling.kind !== "keep" || worst === undefined || severityLevel(worst) >= severityLevel(ruling.severity))
      return cluster;
    return { ...cluster, ruling: { ...ruling, severity: worst } };
  });
}

const MAX_LENGTH = 600;
