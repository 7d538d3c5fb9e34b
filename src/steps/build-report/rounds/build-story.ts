import type { Review } from "#model/review.ts";
import type { ReviewId } from "#model/ids.ts";
import { judgeWorth, type TrendPoint } from "#model/rounds/judge-worth.ts";
import type { FixVerdict, PreviousFinding } from "#model/rounds/lineage.ts";
import type { EarlierRow, FixOpinion, RoundStory, TrendRow } from "#model/rounds/round-story.ts";
import { citedDecision } from "./say-lineage.ts";

/** What the report tells of earlier rounds. Undefined where the record knows of none. */
export function buildStory(review: Review): RoundStory | undefined {
  const { series, previous } = review;
  if (series === undefined || series.entries.length === 0) return undefined;
  const round = series.entries.length + 1;
  const ids = [...series.entries.map((entry) => entry.review), review.id];
  const trend = judgeWorth(review).trend.map((point, at) => trendRow(point, ids[at] ?? review.id));
  return {
    round,
    sentence: `Round ${round}. ${countWords(previous)}`,
    earlier: previous.map((finding) => rowOf(review, finding)).toSorted(byUrgency),
    trend,
    trendLine: trend.map(sayPoint).join("; "),
    continues: series.continues,
    notes: series.notes,
  };
}

/** The status in words; what comes first needs the reader most. */
const STATUS_WORDS: Readonly<Record<PreviousFinding["status"], string>> = {
  open: "open",
  "partly-fixed": "partly fixed",
  unknown: "unknown",
  fixed: "fixed",
  gone: "gone with its code",
  declined: "declined",
  "accepted-risk": "accepted as a risk",
};

const URGENCY = Object.keys(STATUS_WORDS);

/** In this order they are counted. */
const COUNTED: readonly PreviousFinding["status"][] = [
  "fixed",
  "partly-fixed",
  "open",
  "declined",
  "accepted-risk",
  "gone",
  "unknown",
];

function countWords(previous: readonly PreviousFinding[]): string {
  const [only] = previous;
  if (only === undefined) return "The earlier rounds left no finding.";
  if (previous.length === 1) return `The one earlier finding is ${STATUS_WORDS[only.status]}.`;
  const counts = COUNTED.map((status) => ({
    words: STATUS_WORDS[status],
    count: previous.filter((finding) => finding.status === status).length,
  })).filter(({ count }) => count > 0);
  const parts = counts.map(({ words, count }, at) =>
    at > 0 ? `${count} ${words}` : `${count} ${count === 1 ? "is" : "are"} ${words}`,
  );
  return `Of ${previous.length} earlier findings ${parts.join(", ")}.`;
}

function rowOf(review: Review, finding: PreviousFinding): EarlierRow {
  return {
    finding,
    status: STATUS_WORDS[finding.status],
    decision: citedDecision(review, finding.decision),
    verdicts: (finding.verdicts ?? []).map(opinionOf),
  };
}

const CLOSES: Readonly<Record<FixVerdict["closes"], string>> = {
  yes: "closes it",
  partly: "closes it partly",
  no: "does not close it",
  "cannot-tell": "cannot tell",
};

function opinionOf({ reviewer, closes, introduces = [], isGrounded }: FixVerdict): FixOpinion {
  const ground = isGrounded === undefined ? "nothing quoted" : isGrounded ? "quote found" : "quote not found";
  const brings = introduces.length === 0 ? "" : `; brings in ${introduces.join(", ")}`;
  return { reviewer, closes, isGrounded, text: `${CLOSES[closes]} (${ground})${brings}` };
}

function byUrgency({ finding: one }: EarlierRow, { finding: other }: EarlierRow): number {
  return URGENCY.indexOf(one.status) - URGENCY.indexOf(other.status);
}

/** `Round 3: 1 latent, 2 by fixes, 0 in new code, 1 other`; where the kinds are not known `Round 1: 3 in all`. */
function sayPoint({ round, kept, latent, introduced, newCode, others }: TrendRow): string {
  if (others === undefined) return `Round ${round}: ${kept} in all`;
  const rest = `${others} other${others === 1 ? "" : "s"}`;
  return `Round ${round}: ${latent ?? 0} latent, ${introduced ?? 0} by fixes, ${newCode ?? 0} in new code, ${rest}`;
}

function trendRow(point: TrendPoint, review: ReviewId): TrendRow {
  const { kept, latent, introduced, newCode } = point;
  const isKnown = latent !== undefined || introduced !== undefined || newCode !== undefined;
  if (!isKnown) return { ...point, review };
  return { ...point, review, others: Math.max(0, kept - (latent ?? 0) - (introduced ?? 0) - (newCode ?? 0)) };
}
