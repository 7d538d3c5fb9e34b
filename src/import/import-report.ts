// Converts the text of a published Markdown report to a record. Only this folder knows the format of published reports,
// and only the pipeline calls it. In this order:
//
// 1. `read-report/` splits the report: header, findings as the report words them, prose, retro, resolution, and the raw
//    reviews of the appendix as text.
// 2. `steps/read-review` reads each raw review, as it reads live answers: findings, observations, assessments, verdicts on
//    fixes, coverage.
// 3. `link-findings/` finds the raw findings behind each finding of the report, with a confidence, and gives every other
//    raw finding a place: routed or dropped, with a reason. For a report that we rendered, its ledger table is used.
// 4. `buildLedger` (`model/ledger.ts`) builds the ledger, or refuses.
// 5. `decideVerdict` (`model/verdict.ts`) applies the rule.
//
// With `--repo`, `pipeline/import/import-reports.ts` then reads the cited code from the reviewed commit.
import type { RuledCluster } from "#model/cluster.ts";
import { checkOf, type Finding } from "#model/finding.ts";
import { buildLedger, type Ledger, LedgerError } from "#model/ledger.ts";
import { isProgram } from "#model/panel/reviewer.ts";
import { reviewId } from "#model/ids.ts";
import { type Review, SCHEMA_VERSION } from "#model/review.ts";
import { decideVerdict } from "#model/verdict.ts";
import { linkFindings } from "./link-findings/link-findings.ts";
import { type ReadReport, readReport } from "./read-report/read-report.ts";
import { readReview } from "#steps/read-review/read-review.ts";

/** A record, or why the text is not a report. */
export type ImportResult =
  { readonly ok: true; readonly review: Review } | { readonly ok: false; readonly why: string };

/** Turns the text of a published report into a record. */
export function importReport(text: string, id: string): ImportResult {
  const read = readReport(text, id);
  if (!read.ok) return read;
  const { clusters: _, statedLedger: __, ...report } = read.report;
  const raw = readRawReviews(read.report);
  const findings = raw.flatMap((review) => review.findings);
  const { clusters, ledger } = accountFor(read.report, findings);
  const fixVerdicts = raw.flatMap((review) => review.fixVerdicts ?? []);
  const review: Review = {
    schemaVersion: SCHEMA_VERSION,
    id: reviewId(id),
    origin: { kind: "import", format: "deep-review-markdown" },
    ...report,
    runs: report.runs.map((run, at) => ({
      ...run,
      ...(raw[at]?.summary === undefined ? {} : { summary: raw[at].summary }),
    })),
    findings,
    observations: [...raw.flatMap((review) => review.observations), ...report.observations],
    assessments: raw.flatMap((review) => review.assessments),
    receipt: { claims: raw.flatMap((review) => review.claims), readings: [] },
    ...(fixVerdicts.length === 0 ? {} : { fixVerdicts }),
    clusters,
    ledger,
    verdict: decideVerdict(clusters, report.runs, {
      reviewers: report.reviewers,
      previous: report.previous,
      incomplete: incompleteness(read.report),
    }),
    excerpts: [],
    unplaced: [...report.unplaced, ...raw.flatMap((review) => review.unplaced)],
  };
  return { ok: true, review };
}

/** The report's own statement that it is incomplete, with its reason. */
function incompleteness({ statedVerdict }: ReadReport): string[] {
  if (statedVerdict?.kind !== "incomplete") return [];
  const { rationale } = statedVerdict;
  return [`the report calls itself incomplete${rationale === undefined ? "" : `: ${rationale}`}`];
}

/** One parsed review per run, in the order of the runs; an absent text counts as an empty review. */
function readRawReviews({ runs, reviewers }: ReadReport) {
  const programs = new Set(reviewers.filter(isProgram).map(({ id }) => id));
  return runs.map(({ text, textStatus, reviewer, pass }) => {
    const hasText = textStatus === "verbatim" || textStatus === "abridged";
    const read = readReview(hasText ? (text ?? "") : "", { reviewer, pass });
    return programs.has(reviewer) ? { ...read, findings: read.findings.map(withCheck) } : read;
  });
}

function withCheck(finding: Finding): Finding {
  const check = checkOf(finding);
  return check === undefined ? finding : { ...finding, check };
}

interface Accounted {
  readonly clusters: readonly RuledCluster[];
  readonly ledger: Ledger;
}

/** A report of our own states where every finding went; for any other, the links must be found. */
function accountFor(report: ReadReport, findings: readonly Finding[]): Accounted {
  return statedAccount(report, findings) ?? linkedAccount(report, findings);
}

function statedAccount(
  { statedLedger, clusters: read }: ReadReport,
  findings: readonly Finding[],
): Accounted | undefined {
  if (statedLedger === undefined) return undefined;
  const clusters = statedLedger.map((cluster) => {
    const statement = read.find(({ id }) => id === cluster.id)?.statement;
    return statement === undefined ? cluster : { ...cluster, statement };
  });
  try {
    return { clusters, ledger: buildLedger({ findings, clusters }) };
  } catch (error) {
    // Somebody has edited the report. Its table no longer fits its text, so the text decides.
    if (error instanceof LedgerError) return undefined;
    throw error;
  }
}

function linkedAccount(report: ReadReport, findings: readonly Finding[]): Accounted {
  const found = linkFindings({ ...report, findings });
  const invalid = new Set(report.clusters.filter((cluster) => cluster.invalid === true).map(({ id }) => id));
  const clusters = found.map((cluster) => (invalid.has(cluster.id) ? dropInvalid(cluster) : cluster));
  return { clusters, ledger: buildLedger({ findings, clusters }) };
}

/** A finding that its own report strikes out as invalid is dropped. */
function dropInvalid(cluster: RuledCluster): RuledCluster {
  return {
    ...cluster,
    members: cluster.members.filter(({ share }) => share !== "secondary"),
    ruling: { kind: "drop", reason: "refuted", because: "the report itself marks it invalid" },
  };
}
