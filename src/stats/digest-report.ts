import type {
  DecisionCount,
  DigestFinding,
  FindingFate,
  FindingFates,
  ReportDigest,
  ReviewerDigest,
} from "#model/archive.ts";
import type { Decision } from "#model/decision.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { AccountRow, Report, ReportFinding, RetroColumn } from "#model/report.ts";
import type { Severity } from "#model/severity.ts";
import { emptyEndings } from "./tally.ts";
import { truncate } from "#util/words.ts";
import { startOfReview } from "./time.ts";

export type { ReportDigest } from "#model/archive.ts";

/** Extracts from a report what the pages over many reviews need, with long texts truncated, to free the report itself. */
export function digestReport(report: Report): ReportDigest {
  const { review, verdict, counts } = report;
  const { scope, round } = review;
  return {
    id: review.id,
    kind: review.kind,
    title: cut(review.title),
    startedAt: startOfReview(review.id, round.date),
    repository: cutIfAny(scope.repository?.name),
    pullRequest: scope.pullRequest && {
      ...scope.pullRequest,
      ...(scope.pullRequest.title !== undefined && { title: cut(scope.pullRequest.title) }),
    },
    branch: cutIfAny(scope.branch),
    author: cutIfAny(scope.author?.login),
    head: cutIfAny(scope.head),
    commits: scope.commitsNote === undefined ? scope.commits.map(({ id }) => truncate(id, SHORT)) : [],
    printedRound: round.number,
    continues: cutIfAny(review.series?.continues),
    history: digestHistory(report),
    verdict: { phrase: truncate(verdict.phrase, SHORT), kind: verdict.kind },
    counts,
    wallClockSeconds: round.wallClockSeconds,
    kept: report.kept.map(digestFinding),
    reviewers: report.retro.map((column) => digestReviewer(column, report.account)),
    resolution: countDecisions(review.decisions),
    gaps: review.gaps.map((gap) => cut(gap)),
  };
}

function digestHistory({ history }: Report): ReportDigest["history"] {
  const own = history?.trend.at(-1);
  if (history === undefined || own === undefined) return undefined;
  const statuses = [...new Set(history.earlier.map(({ status }) => status))];
  return {
    round: history.round,
    latent: own.latent ?? 0,
    introduced: own.introduced ?? 0,
    newCode: own.newCode ?? 0,
    others: own.others ?? 0,
    earlier: statuses.map((status) => ({
      status,
      count: history.earlier.filter((row) => row.status === status).length,
    })),
  };
}

function digestFinding({ id, title, severity, voices }: ReportFinding): DigestFinding {
  return { id, title: cut(title), severity, reviewers: voices.map(({ reviewer }) => reviewer.id) };
}

function digestReviewer(column: RetroColumn, account: readonly AccountRow[]): ReviewerDigest {
  const { reviewer, outcome, coverageMisses, files } = column;
  return {
    reviewer: reviewer.id,
    name: truncate(reviewer.name, SHORT),
    model: cutIfAny(reviewer.model),
    outcome,
    durationSeconds: column.durationSeconds,
    toolCalls: column.toolCalls,
    // Without a raw review there are no ledger entries either; that is not "raised nothing".
    endings: column.raised === undefined ? undefined : endingsOf(reviewer.id, account),
    dropped: column.dropped,
    standsBehind: column.standsBehind,
    alone: column.alone,
    merged: column.merged,
    locations: column.locations,
    coverage: files === undefined ? undefined : { files, misses: coverageMisses?.length ?? 0 },
  };
}

function endingsOf(reviewer: ReviewerId, account: readonly AccountRow[]): FindingFates {
  const endings: Record<Severity, Record<FindingFate, number>> = emptyEndings();
  for (const { entry, finding } of account) {
    if (finding.reviewer !== reviewer) continue;
    endings[entry.claimed][entry.fate === "kept" ? entry.severity : entry.fate] += 1;
  }
  return endings;
}

function countDecisions(decisions: readonly Decision[]): readonly DecisionCount[] {
  const counts = new Map<Decision["kind"], number>();
  for (const { kind, source } of decisions) {
    if (source === "resolution") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => b.count - a.count);
}

const LONG = 300;
/** For badges and lists to choose from. */
const SHORT = 60;

const cut = (text: string, max = LONG): string => truncate(text, max);

const cutIfAny = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : truncate(text, SHORT * 2);
