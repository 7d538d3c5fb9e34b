import type { DigestFinding, FindingFate, FindingFates, ReportDigest, ReviewerDigest } from "#model/archive.ts";
import { wasAsked } from "#model/panel/reviewer.ts";
import type { AccountRow, Report, ReportFinding, RetroColumn, SeverityCounts } from "#model/report.ts";
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
    earlier: review.series?.entries.map((entry) => entry.review),
    history: digestHistory(report),
    verdict: { phrase: truncate(verdict.phrase, SHORT), kind: verdict.kind },
    counts,
    wallClockSeconds: round.wallClockSeconds,
    kept: report.kept.map(digestFinding),
    reviewers: judgesFirst(report.retro).map((column) => digestReviewer(column, report)),
    gaps: review.gaps.map((gap) => cut(gap)),
  };
}

/** Agents and models before checks: where there is room for a few names, these matter. */
function judgesFirst(retro: Report["retro"]): RetroColumn[] {
  return retro.toSorted((a, b) => Number(wasAsked(b.reviewer)) - Number(wasAsked(a.reviewer)));
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

function digestFinding({ id, title, severity }: ReportFinding): DigestFinding {
  return { id, title: cut(title), severity };
}

function digestReviewer(column: RetroColumn, { account, kept }: Report): ReviewerDigest {
  const { reviewer, outcome } = column;
  const own = account.filter(({ finding }) => finding.reviewer === reviewer.id);
  const unshared = new Set<string>(kept.filter(({ voices }) => voices.length === 1).map(({ id }) => id));
  return {
    reviewer: reviewer.id,
    name: truncate(reviewer.name, SHORT),
    model: cutIfAny(reviewer.model),
    outcome,
    durationSeconds: column.durationSeconds,
    // Without a raw review there are no ledger entries either; that is not "raised nothing".
    endings: column.raised === undefined ? undefined : endingsOf(own),
    refuted: column.falsePositives ?? 0,
    alone: keptBySeverity(own.filter(({ entry }) => unshared.has(entry.cluster))),
  };
}

function keptBySeverity(rows: readonly AccountRow[]): SeverityCounts {
  const counts = { critical: 0, important: 0, suggestion: 0 };
  for (const { entry } of rows) if (entry.fate === "kept") counts[entry.severity] += 1;
  return counts;
}

function endingsOf(rows: readonly AccountRow[]): FindingFates {
  const endings: Record<Severity, Record<FindingFate, number>> = emptyEndings();
  for (const { entry } of rows) {
    endings[entry.claimed][entry.fate === "kept" ? entry.severity : entry.fate] += 1;
  }
  return endings;
}

const LONG = 300;
/** For badges and lists to choose from. */
const SHORT = 60;

const cut = (text: string, max = LONG): string => truncate(text, max);

const cutIfAny = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : truncate(text, SHORT * 2);
