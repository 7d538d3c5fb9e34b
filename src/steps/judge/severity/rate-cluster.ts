import { SEVERITIES, type Severity, severityLevel } from "#model/severity.ts";
import {
  addTables,
  DEFAULT_RECORD,
  emptyRow,
  type RatedClaim,
  type SeverityRecord,
  type SeverityTable,
  voicesOf,
} from "./severity-record.ts";
import { lookUp } from "#util/look-up.ts";

/** The severity of a cluster, how probable each was, and why this one. */
export interface Rating {
  readonly severity: Severity;
  readonly probabilities: Readonly<Record<Severity, number>>;
  readonly because: string;
}

/** The weight of all reviewers' ratings together for a reviewer with few of its own. */
const POOL = 3;
/** A critical claim is not lowered if it is nearly as probable as not. */
const STAYS_CRITICAL = 0.4;

/**
 * Rates a cluster by what its reviewers claim and by what became of such claims before: for each severity the
 * probability that these reviewers would have claimed just this (naive Bayes).
 */
export function rateCluster(members: readonly RatedClaim[], record: SeverityRecord = DEFAULT_RECORD): Rating {
  const claims = worstOf(members);
  const pool = Object.values(record.reviewers).reduce<SeverityTable | undefined>(
    (sum, table) => (sum === undefined ? table : addTables(sum, table)),
    undefined,
  );
  const scores = SEVERITIES.map((final) => {
    let score = Math.log(shareOf(totals(record), final, 1));
    for (const { reviewer, claimed } of claims)
      score += Math.log(likelihood({ claimed, final }, lookUp(record.reviewers, reviewer), pool));
    return score + VOICES_WEIGHT * Math.log(voicesShare(record, voicesOf(claims), final));
  });
  const probabilities = normalise(scores);
  const claimed = highest(claims.map((claim) => claim.claimed));
  // Without a record the claim counts.
  if (claims.every(({ reviewer }) => lookUp(record.reviewers, reviewer) === undefined)) {
    return { severity: claimed, probabilities, because: explain(claims, claimed, record) };
  }
  const severity = highest([decide(probabilities, claimed), ...aloneOf(claims, record)]);
  return { severity, probabilities, because: explain(claims, severity, record) };
}

const VOICES_WEIGHT = 0.7;

/** The rating of each claim alone: a further reviewer never lowers a rating. */
function aloneOf(claims: readonly RatedClaim[], record: SeverityRecord): Severity[] {
  return claims.length < 2 ? [] : claims.map((claim) => rateCluster([claim], record).severity);
}

/** The worst claim of each reviewer. A reviewer that repeats itself counts once. */
function worstOf(claims: readonly RatedClaim[]): RatedClaim[] {
  const byReviewer = new Map<string, RatedClaim>();
  for (const claim of claims) {
    const known = byReviewer.get(claim.reviewer);
    if (known === undefined || severityLevel(claim.claimed) > severityLevel(known.claimed))
      byReviewer.set(claim.reviewer, claim);
  }
  return [...byReviewer.values()];
}

function decide(probabilities: Readonly<Record<Severity, number>>, claimed: Severity): Severity {
  if (claimed === "critical" && probabilities.critical >= STAYS_CRITICAL) return "critical";
  // A cluster is never rated higher than its worst claim.
  const possible = SEVERITIES.filter((severity) => severityLevel(severity) <= severityLevel(claimed));
  return possible.reduce((best, severity) => (probabilities[severity] > probabilities[best] ? severity : best));
}

interface Turn {
  readonly claimed: Severity;
  readonly final: Severity;
}

/** How probable it is that this reviewer makes this claim about a problem with that final severity. */
function likelihood(turn: Turn, own: SeverityTable | undefined, pool: SeverityTable | undefined): number {
  const everybody = columnShare(pool, turn);
  if (own === undefined) return everybody;
  const of = SEVERITIES.reduce((sum, severity) => sum + own[severity][turn.final], 0);
  return (own[turn.claimed][turn.final] + POOL * everybody) / (of + POOL);
}

/** Where nothing is on record, a claim is taken to hold ten times of twelve. */
function columnShare(table: SeverityTable | undefined, { claimed, final }: Turn): number {
  const count = (severity: Severity): number => table?.[severity][final] ?? (severity === final ? 10 : 1);
  const of = SEVERITIES.reduce((sum, severity) => sum + count(severity), 0);
  return (count(claimed) + 0.5) / (of + 1.5);
}

function totals({ voices }: SeverityRecord): Record<Severity, number> {
  const sum = emptyRow();
  for (const row of Object.values(voices)) for (const severity of SEVERITIES) sum[severity] += row[severity];
  return sum;
}

function shareOf(row: Readonly<Record<Severity, number>>, severity: Severity, extra: number): number {
  const of = SEVERITIES.reduce((sum, each) => sum + row[each], 0);
  return (row[severity] + extra) / (of + 3 * extra);
}

/** How probable it is that this many reviewers raise a problem with this final severity. */
function voicesShare({ voices }: SeverityRecord, count: string, final: Severity): number {
  const of = Object.values(voices).reduce((sum, row) => sum + row[final], 0);
  return ((lookUp(voices, count)?.[final] ?? 0) + 2 / 3) / (of + 2);
}

function normalise(scores: readonly number[]): Record<Severity, number> {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  const row = emptyRow();
  for (const [at, severity] of SEVERITIES.entries()) row[severity] = (powers[at] ?? 0) / sum;
  return row;
}

function highest(claimed: readonly Severity[]): Severity {
  return SEVERITIES.find((severity) => claimed.includes(severity)) ?? "suggestion";
}

/** What was claimed, and the record against it. */
function explain(claims: readonly RatedClaim[], severity: Severity, { reviewers }: SeverityRecord): string {
  const said = claims.map(({ reviewer, claimed }) => `${reviewer} ${claimed}`).join(", ");
  const changed = claims.filter(({ claimed }) => claimed !== severity);
  if (changed.length === 0) return claims.length === 1 ? `claimed as ${severity}` : `all claim ${severity}`;
  const facts = changed.map(({ reviewer, claimed }) => {
    const row = lookUp(reviewers, reviewer)?.[claimed];
    const of = row === undefined ? 0 : SEVERITIES.reduce((sum, each) => sum + row[each], 0);
    if (row === undefined || of === 0) return undefined;
    return `of ${of} ${claimed} claims of ${reviewer} on record, published reviews that ship with Deep Review included, ${row[severity]} ended as ${severity}`;
  });
  const reasons = [...new Set(facts.filter((fact) => fact !== undefined))];
  return [`claimed: ${said}`, ...reasons].join("; ");
}
