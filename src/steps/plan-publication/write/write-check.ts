import { createHash } from "node:crypto";
import { isByCommentersAlone, isCommenter, outcomeOf, type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";
import type { Annotation, Post } from "#model/pull/publication.ts";
import type { ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { openEarlier } from "#model/history/open-earlier.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import { printable, safeJson } from "#util/printable.ts";
import { oneLine, truncate } from "#util/words.ts";
import { identityKey } from "../match-threads.ts";
import { headMark } from "../our-posts.ts";
import { headPlaces, isAboutRemoved } from "../place-finding.ts";
import type { PublicationInput } from "../publication-input.ts";
import { wellFormed } from "../text/escape-text.ts";
import { codeBlock } from "../text/fence.ts";
import { writeList } from "../text/fit-list.ts";
import { CHECK_PREFIX, countWords } from "./words.ts";
import { findingRow, writeOverview } from "./write-summary.ts";

type CheckPost = Extract<Post, { kind: "check" }>;

/**
 * The check run of the reviewed commit. Its external id contains a digest of its content, to recognize an equal one.
 */
export function writeCheck(input: PublicationInput, commit: string): CheckPost {
  const { report, options } = input;
  const all = report.kept.flatMap((finding) => annotate(input, finding));
  const annotations = all.slice(0, MAX_ANNOTATIONS);
  const text = {
    name: options.checkName,
    commit,
    conclusion: concludes(input),
    title: plainLine(`${report.verdict.phrase}: ${countWords(report.counts)}`, MAX_TITLE_LENGTH),
    summary: writeShort(input, all.length),
    text: writeResult(input),
    annotations,
  };
  const digest = createHash("sha256").update(JSON.stringify(text)).digest("hex").slice(0, 16);
  return { kind: "check", ...text, externalId: `${CHECK_PREFIX}${report.review.id}:${digest}` };
}

/** The platform only shows a few; a reader can take in this many, the rest is in the summary. */
const MAX_ANNOTATIONS = 200;
const MAX_TITLE_LENGTH = 255;
const MAX_PATH_LENGTH = 1000;
const MAX_MESSAGE_LENGTH = 4000;
/** The platform accepts 65,535 bytes of each; a character may take four of them. */
const MAX_SHORT_LENGTH = 15_000;
const MAX_RESULT_LENGTH = 60_000;

/**
 * An incomplete review requires action: `neutral` would let an unreviewed merge pass. A finding at or above the
 * configured severity, including an open one of an earlier round, fails. Any other finding is neutral, and so is a review
 * by checks only; success requires that there are no findings and that all required reviewers have finished. Findings of commenters alone are
 * annotated, but decide nothing.
 */
function concludes({ report, options: { failOn } }: PublicationInput): CheckPost["conclusion"] {
  const { review, kept, verdict } = report;
  const kind = verdict.kind ?? verdict.rule.kind;
  if (kind === "incomplete") return "action_required";
  const open = openEarlier(review.previous, review.clusters, review.reviewers);
  const deciding = kept.filter(({ cluster }) => !isByCommentersAlone(cluster, review.reviewers));
  const standing: readonly { readonly severity: Severity }[] = [...deciding, ...open];
  const fails =
    failOn !== undefined && standing.some(({ severity }) => severityLevel(severity) >= severityLevel(failOn));
  if (fails) return "failure";
  return kind === "checks-only" || standing.length > 0 || !isLookedAt(review) ? "neutral" : "success";
}

/** Whether all required reviewers have finished, and at least one invited reviewer. */
function isLookedAt({ reviewers, runs }: Review): boolean {
  const runsOf = ({ id }: Reviewer) => runs.filter(({ reviewer }) => reviewer === id);
  const isWhole = (reviewer: Reviewer): boolean => {
    const own = runsOf(reviewer);
    return own.length > 0 && own.every(({ outcome, isPartial }) => outcome === "completed" && isPartial !== true);
  };
  return (
    reviewers.every((reviewer) => reviewer.optional === true || isWhole(reviewer)) &&
    reviewers.some((reviewer) => !isCommenter(reviewer) && outcomeOf(runsOf(reviewer)) === "completed")
  );
}

/** A finding at its first place at the head; removed code has none. Annotations show no Markdown. */
function annotate({ report: { review } }: PublicationInput, finding: ReportFinding): Annotation[] {
  const gone = (path: string): boolean =>
    review.scope.files.some((file) => file.path === path && file.change === "deleted");
  if (isAboutRemoved(finding)) return [];
  const place = headPlaces(review, finding).find(({ path }) => path.length <= MAX_PATH_LENGTH && !gone(path));
  if (place === undefined) return [];
  const { id, title, body, severity, silenced } = finding;
  const message = wellFormed(printable(body.slice(0, 2 * MAX_MESSAGE_LENGTH), { keepNewlines: true })).trim();
  return [
    {
      path: place.path,
      startLine: place.start,
      endLine: place.end,
      level: LEVELS[severity],
      title: plainLine(
        `${id}: ${silenced === undefined ? "" : "(silenced by this change) "}${title}`,
        MAX_TITLE_LENGTH,
      ),
      // The platform refuses an empty one.
      message: truncate(message === "" ? plainLine(title, MAX_TITLE_LENGTH) || id : message, MAX_MESSAGE_LENGTH),
    },
  ];
}

const LEVELS: Readonly<Record<Severity, Annotation["level"]>> = {
  critical: "failure",
  important: "warning",
  suggestion: "notice",
};

function writeShort(input: PublicationInput, annotated: number): string {
  const { report } = input;
  const rows = report.kept.map((finding) => findingRow(input, finding));
  const note =
    annotated > MAX_ANNOTATIONS ? [`${MAX_ANNOTATIONS} of ${annotated} findings are annotated at their lines.`] : [];
  const list = rows.length === 0 ? [] : [writeList(rows, MAX_SHORT_LENGTH - 3000)];
  return [writeOverview(input), ...list, ...note].join("\n\n");
}

/** The result for programs, as JSON in a fence. Findings that do not fit are counted. */
function writeResult({ report }: PublicationInput): string {
  const { review, verdict, counts } = report;
  const findings = report.kept.map((finding) => ({
    id: finding.id,
    severity: finding.severity,
    class: finding.class,
    title: plainLine(finding.title, 300),
    places: headPlaces(review, finding)
      .filter(({ path }) => path.length <= MAX_PATH_LENGTH)
      .slice(0, 3),
    evidence: finding.evidence.level,
    fingerprint: identityKey(finding.cluster),
    reviewers: finding.voices.map(({ reviewer }) => plainLine(reviewerTitle(reviewer), 100)).slice(0, 20),
  }));
  const result = {
    format: "deep-review/check/1",
    review: review.id,
    head: headMark(review),
    verdict: verdict.kind ?? verdict.rule.kind,
    counts: counts.kept,
  };
  for (let count = findings.length; ; count = Math.floor(count / 2)) {
    const limited = { ...result, findings: findings.slice(0, count), leftOut: findings.length - count };
    const text = codeBlock(safeJson(limited, 1), "json");
    if (new TextEncoder().encode(text).length <= MAX_RESULT_LENGTH || count === 0) return text;
  }
}

/** Text on one line, without Markdown. */
function plainLine(text: string, most: number): string {
  return truncate(wellFormed(printable(oneLine(text.slice(0, 4 * most)))), most);
}
