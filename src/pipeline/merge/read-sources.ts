import { omitUndefined } from "#util/omit-undefined.ts";
import { basename } from "node:path";
import { parseReview } from "#adapters/store/parse-review.ts";
import { importReport } from "#import/import-report.ts";
import { reviewerId } from "#model/ids.ts";
import { outcomeOf, type Reviewer, type ReviewerRun } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { describeTool } from "#reviewers/sarif/describe-tool.ts";
import { readSarif, type SarifReview } from "#reviewers/sarif/read-sarif.ts";
import { isReview } from "#steps/read-review/is-review.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { UserError } from "#util/errors.ts";
import { freeName, slug } from "#util/names.ts";
import { bareSecrets, maskSecrets } from "#util/secrets/mask-secrets.ts";
import { type FoundReview, reviewsOf, withId } from "./found-review.ts";
import { whatWasLacking } from "./was-lacking.ts";

/** A file with a review in it: somebody's Markdown, a published report, a record, SARIF. */
export interface ReviewSource {
  readonly name: string;
  readonly text: string;
  /** Who wrote it, where the user says so. */
  readonly reviewer?: string;
}

/** Everybody's raw reviews. Of a published report those of its appendix: what its author made of them is not looked at. */
export function readSources(sources: readonly ReviewSource[]): FoundReview[] {
  const taken = new Map<string, FoundReview>();
  const isTaken = (id: string): boolean => taken.has(id);
  const secrets = sources.flatMap(({ text }) => bareSecrets(text));
  for (const source of sources) {
    const text = maskSecrets(source.text.replace(/^\ufeff/, ""), secrets);
    for (const found of readSource({ ...source, text }, isTaken)) {
      // The same reviewer may stand in two files; then it is two, of one family.
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
  if (review.findings.length > 0 || review.clusters.length === 0) return lackingIn(name, review, reviewsOf(review));
  throw new UserError({
    what: `${name} has no raw reviews to merge`,
    why: "it is the record of a report that was published without them",
    fix: "name the report itself: its own findings are then taken as one review",
  });
}

/** What its source lacked goes with the first of its reviews. */
function lackingIn(name: string, review: Review, [first, ...others]: readonly FoundReview[]): FoundReview[] {
  if (first === undefined) return [];
  const lacking = whatWasLacking(name, review);
  return [lacking.length === 0 ? first : { ...first, lacking }, ...others];
}

/** The panel of a published report; undefined where the text is none. */
function readReport(source: ReviewSource, isTaken: IsTaken): FoundReview[] | undefined {
  const result = importReport(source.text, "report");
  if (!result.ok) return undefined;
  const { findings, clusters, runs } = result.review;
  const panel = lackingIn(source.name, result.review, reviewsOf(result.review));
  const failed = panel.filter((found) => outcomeOf(found.runs) === "failed");
  const isKnown = clusters.length === 0 && (failed.length > 0 || runs.some(hasSpoken));
  if (findings.length > 0 || isKnown) return panel;
  // Published without its raw reviews. What the report itself raises is all there is; that somebody failed is known.
  return lackingIn(source.name, result.review, [readOne({ ...source, isReport: true }, isTaken), ...failed]);
}

function hasSpoken({ textStatus }: ReviewerRun): boolean {
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
  const { summary, ...said } = readReview(text, { reviewer: id, isReport });
  const isSaid = said.findings.length + said.observations.length + said.claims.length > 0;
  if (!isSaid && !isReview(text)) throw noReview(name);
  return {
    // Two files of one name may be anybody's; two that the user gives to one author are one voice.
    reviewer: { id, name: called, kind: "agent", family: author === undefined ? id : base },
    runs: [completed(id, summary === undefined ? { text } : { text, summary })],
    ...said,
  };
}

function completed(reviewer: Reviewer["id"], told: Pick<ReviewerRun, "text" | "summary">): ReviewerRun {
  return { reviewer, pass: 1, outcome: "completed", ...told, textStatus: "verbatim" };
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
    what: `${name} is no SARIF file`,
    why: read.why,
    fix: "name another file, or put this one right",
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
    lacking: lackingInTool(source, review),
  };
}

/** Of a round of ours: that it was incomplete, or that its verdict rests on what its results do not show any more. */
function lackingInTool(source: string, { ownVerdict: own, failure, hits }: SarifReview): string[] {
  if (own === undefined) return [];
  if (failure !== undefined) return [`${source}: ${failure}`];
  const shown = own.kind === "rework" ? ["critical"] : ["critical", "important"];
  const isBlocking = own.kind === "rework" || own.kind === "merge-with-fixes";
  if (!isBlocking || hits.some(({ severity }) => shown.includes(severity))) return [];
  return [`${source} does not show what its verdict rests on: ${own.because}`];
}
