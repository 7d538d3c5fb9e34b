import { lookUp } from "#util/look-up.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import record from "./severity-record.json" with { type: "json" };

/** How often something claimed as one severity ended as another. */
export type SeverityTable = Readonly<Record<Severity, Readonly<Record<Severity, number>>>>;

/** What is known of the reviewers' ratings: how often each of their claims ended as what. */
export interface SeverityRecord {
  /** By family of models or id of the reviewer. */
  readonly reviewers: Readonly<Record<string, SeverityTable>>;
  /** Clusters by the number of reviewers behind them (three and more are one), then by final severity. */
  readonly voices: Readonly<Record<string, Readonly<Record<Severity, number>>>>;
}

/** The defaults, learned from published reviews. */
export const DEFAULT_RECORD: SeverityRecord = record;

/** One claim and what became of it. */
export interface RatedClaim {
  readonly reviewer: string;
  readonly claimed: Severity;
}

/** A finding of a published report: who claimed what, and what the report made of it. */
export interface RatedCluster {
  readonly claims: readonly RatedClaim[];
  readonly final: Severity;
}

/** Counts what became of the claims. */
export function countRatings(clusters: readonly RatedCluster[]): SeverityRecord {
  const reviewers = new Map<string, Record<Severity, Record<Severity, number>>>();
  const voices = new Map<string, Record<Severity, number>>();
  for (const { claims, final } of clusters) {
    for (const { reviewer, claimed } of claims) {
      const table = reviewers.get(reviewer) ?? emptyTable();
      table[claimed][final]++;
      reviewers.set(reviewer, table);
    }
    const row = voices.get(voicesOf(claims)) ?? emptyRow();
    row[final]++;
    voices.set(voicesOf(claims), row);
  }
  return { reviewers: Object.fromEntries(reviewers), voices: Object.fromEntries(voices) };
}

/** Counts of two records together: the defaults fade as a team's own grow. */
export function addRecords(one: SeverityRecord, other: SeverityRecord): SeverityRecord {
  const reviewers = Object.entries(other.reviewers).map(([reviewer, table]) => {
    const known = lookUp(one.reviewers, reviewer);
    return [reviewer, known === undefined ? table : addTables(known, table)];
  });
  const voices = Object.entries(other.voices).map(([count, row]) => [
    count,
    addRows(lookUp(one.voices, count) ?? emptyRow(), row),
  ]);
  return {
    reviewers: { ...one.reviewers, ...Object.fromEntries(reviewers) },
    voices: { ...one.voices, ...Object.fromEntries(voices) },
  };
}

/** `1`, `2` or `3`: three voices and more are one case. */
export function voicesOf(claims: readonly RatedClaim[]): string {
  return String(Math.min(3, new Set(claims.map(({ reviewer }) => reviewer)).size));
}

export function emptyRow(): Record<Severity, number> {
  return { critical: 0, important: 0, suggestion: 0 };
}

function emptyTable(): Record<Severity, Record<Severity, number>> {
  return { critical: emptyRow(), important: emptyRow(), suggestion: emptyRow() };
}

function addRows(
  one: Readonly<Record<Severity, number>>,
  other: Readonly<Record<Severity, number>>,
): Record<Severity, number> {
  const sum = emptyRow();
  for (const severity of SEVERITIES) sum[severity] = one[severity] + other[severity];
  return sum;
}

/** Claims row by row. */
export function addTables(one: SeverityTable, other: SeverityTable): SeverityTable {
  const sum = emptyTable();
  for (const claimed of SEVERITIES) sum[claimed] = addRows(one[claimed], other[claimed]);
  return sum;
}
