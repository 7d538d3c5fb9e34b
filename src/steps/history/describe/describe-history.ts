import type { Review } from "#model/review.ts";
import type { ReviewId } from "#model/ids.ts";
import { judgeWorth, type TrendPoint } from "#model/history/judge-worth.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import type { FixVerdict, PreviousFinding } from "#model/history/lineage.ts";
import type { EarlierRow, FixOpinion, ReportHistory, TrendRow } from "#model/history/report-history.ts";
import { SEVERITIES } from "#model/severity.ts";
import { plural } from "#util/words.ts";
import { citedDecision } from "./describe-lineage.ts";

/** The report's part on earlier rounds. Undefined if the record knows of none. */
export function describeHistory(review: Review): ReportHistory | undefined {
  const { series, previous } = review;
  if (series === undefined || series.entries.length === 0) return undefined;
  const round = series.entries.length + 1;
  const ids = [...series.entries.map((entry) => entry.review), review.id];
  const trend = judgeWorth(review).trend.map((point, at) => trendRow(point, ids[at] ?? review.id));
  return {
    round,
    sentence: `Round ${round}. ${countWords(review)}`,
    earlier: previous.map((finding) => rowOf(review, finding)).toSorted(byUrgency),
    trend,
    trendLine: trend.slice(-MAX_ROUNDS_SHOWN).map(describePoint).join("; "),
    continues: series.continues,
    notes: [...series.notes, ...strayVerdicts(review)],
  };
}

/** The number of rounds in the trend line, the newest last; the table has them all. */
const MAX_ROUNDS_SHOWN = 4;

const STATUS_WORDS: Readonly<Record<PreviousFinding["status"], string>> = {
  open: "open",
  "partly-fixed": "partly fixed",
  unknown: "unknown",
  fixed: "fixed",
  gone: "gone with its code",
  declined: "declined",
  "accepted-risk": "accepted as a risk",
};

/** Unsettled findings first, then those that people decided, then those that are done. */
const URGENCY: Readonly<Record<PreviousFinding["status"], number>> = {
  open: 0,
  "partly-fixed": 0,
  unknown: 0,
  declined: 1,
  "accepted-risk": 1,
  fixed: 2,
  gone: 2,
};

/** The order of the counts. */
const COUNTED: readonly PreviousFinding["status"][] = [
  "fixed",
  "partly-fixed",
  "open",
  "declined",
  "accepted-risk",
  "gone",
  "unknown",
];

function countWords({ previous, verdict }: Review): string {
  const [only] = previous;
  if (only === undefined)
    return verdict.kind === "incomplete"
      ? "No finding of the earlier rounds is known."
      : "The earlier rounds left no finding.";
  if (previous.length === 1) return `The one earlier finding is ${STATUS_WORDS[only.status]}.`;
  const counts = COUNTED.map((status) => ({
    words: STATUS_WORDS[status],
    count: previous.filter((finding) => finding.status === status).length,
  })).filter(({ count }) => count > 0);
  const parts = counts.map(({ words, count }, at) =>
    at > 0 ? `${count} ${words}` : `${plural(count, "is", "are")} ${words}`,
  );
  return `Of ${previous.length} earlier findings ${parts.join(", ")}.`;
}

function rowOf(review: Review, finding: PreviousFinding): EarlierRow {
  return {
    finding,
    status: STATUS_WORDS[finding.status],
    decision: citedDecision(review, finding.decision),
    verdicts: (finding.verdicts ?? []).map((verdict) => opinionOf(review, verdict)),
  };
}

const CLOSES: Readonly<Record<FixVerdict["closes"], string>> = {
  yes: "closes it",
  partly: "closes it partly",
  no: "does not close it",
  "cannot-tell": "cannot tell",
};

function opinionOf(review: Review, { reviewer, closes, introduces = [], isGrounded }: FixVerdict): FixOpinion {
  const ground = isGrounded === undefined ? "nothing quoted" : isGrounded ? "quote found" : "quote not found";
  const also = introduces.length === 0 ? "" : `; introduces ${[...new Set(introduces.map(reportId))].join(", ")}`;
  // The reader knows a finding by its name in the report; one in no problem keeps its reviewer's.
  function reportId(id: string): string {
    return review.clusters.find(({ members }) => members.some(({ finding }) => finding === id))?.id ?? id;
  }
  return { reviewer, closes, isGrounded, text: `${CLOSES[closes]} (${ground})${also}` };
}

/** Verdicts on fixes of findings that no earlier round has: they must not be lost silently. */
function strayVerdicts({ fixVerdicts = [], previous, reviewers }: Review): string[] {
  const known = new Set(previous.map(({ ref }) => ref.toLowerCase()));
  const strays = fixVerdicts.filter(({ of }) => !known.has(of.toLowerCase()));
  const shown = strays.slice(0, MAX_STRAYS_SHOWN).map(({ reviewer, of, closes }) => {
    const who = reviewers.find(({ id }) => id === reviewer);
    const name = who === undefined ? reviewer : reviewerTitle(who);
    return `${name} mentions a fix of ${of.slice(0, 60)}, which is not an earlier finding (${CLOSES[closes]}).`;
  });
  const more = strays.length - shown.length;
  return more > 0 ? [...shown, `${more} more verdicts on fixes of unknown findings.`] : shown;
}

const MAX_STRAYS_SHOWN = 5;

function byUrgency({ finding: one }: EarlierRow, { finding: other }: EarlierRow): number {
  return URGENCY[one.status] - URGENCY[other.status] || weight(one) - weight(other);
}

/** Worst first; unknown severity last. */
function weight({ severity }: PreviousFinding): number {
  return severity === undefined ? SEVERITIES.length : SEVERITIES.indexOf(severity);
}

/** `Round 3: 1 latent, 2 by fixes, 1 known from before`, without zeros; `Round 1: 3 findings` if the kinds are unknown. */
function describePoint({ round, kept, latent = 0, introduced = 0, newCode = 0, others }: TrendRow): string {
  if (others === undefined) return `Round ${round}: ${plural(kept, "finding")}`;
  const parts = [
    [latent, "latent"],
    [introduced, "by fixes"],
    [newCode, "in new code"],
    [others, "known from before"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `Round ${round}: ${shown.length === 0 ? "nothing" : shown.join(", ")}`;
}

function trendRow(point: TrendPoint, review: ReviewId): TrendRow {
  const { kept, latent, introduced, newCode } = point;
  const isKnown = latent !== undefined || introduced !== undefined || newCode !== undefined;
  if (!isKnown) return { ...point, review };
  return { ...point, review, others: Math.max(0, kept - (latent ?? 0) - (introduced ?? 0) - (newCode ?? 0)) };
}
