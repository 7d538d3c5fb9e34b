import type { DropReason } from "#model/cluster.ts";
import type { SectionKey } from "#model/assessment.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { LedgerEntry } from "#model/ledger.ts";
import type { CountedChange, Coverage, RetroColumn } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { outcomeOf, type Reviewer, type ReviewerRun } from "#model/panel/reviewer.ts";
import type { RunClaim } from "#model/panel/run-claim.ts";
import { SEVERITIES, type Severity, severityLevel } from "#model/severity.ts";
import { isClean } from "./compute-coverage.ts";
import { countSeverities } from "./count-severities.ts";
import { describeWork } from "./describe-work.ts";
import { findUnopened } from "./find-unopened.ts";
import { measureLocations } from "./measure-locations.ts";
import { describeRetro } from "./describe-retro.ts";
import { keptClusters, type Supporters } from "./supporters.ts";

interface RetroInput {
  readonly review: Review;
  readonly stands: Supporters;
  readonly coverage: Coverage;
}

/** What the ledger shows about each reviewer in this round. */
export function computeRetro(input: RetroInput): RetroColumn[] {
  return input.review.reviewers.map((reviewer) => computeColumn(input, reviewer));
}

function computeColumn({ review, stands, coverage }: RetroInput, reviewer: Reviewer): RetroColumn {
  const { id } = reviewer;
  const runs = review.runs.filter((run) => run.reviewer === id);
  const findings = review.findings.filter((finding) => finding.reviewer === id);
  const known = findings.length > 0 || runs.some(({ outcome, text }) => outcome === "completed" && text !== undefined);
  const entries = entriesOf(review, id);
  const behind = keptClusters(review.clusters).filter(({ cluster }) => stands.get(cluster.id)?.has(id));
  const alone = behind.filter(({ cluster }) => stands.get(cluster.id)?.size === 1);
  const kept = entries.filter(({ fate }) => fate === "kept");
  const observations = review.observations.filter((observation) => observation.reviewer === id);
  const claimed = coverage.claimants.includes(id);
  const merged = kept.filter(({ cluster }) => (stands.get(cluster)?.size ?? 0) > 1).length;
  const column = {
    reviewer,
    run: runs[0],
    outcome: outcomeOf(runs),
    durationSeconds: sum(runs, ({ durationSeconds }) => durationSeconds),
    toolCalls: sum(runs, ({ toolCalls }) => toolCalls?.total),
    work: describeWork(review, reviewer),
    raised: known ? countSeverities(findings) : undefined,
    keptFindings: known ? kept.length : undefined,
    standsBehind: countSeverities(behind),
    alone: countSeverities(alone),
    merged: known ? merged : undefined,
    unique: known ? kept.length - merged : undefined,
    downgraded: rerated(entries, (from, to) => severityLevel(from) > severityLevel(to)),
    promoted: rerated(entries, (from, to) => severityLevel(from) < severityLevel(to)),
    routed: tally(entries, (entry): SectionKey | undefined => (entry.fate === "routed" ? entry.to : undefined)).map(
      ({ key, count }) => ({ to: key, count }),
    ),
    dropped: tally(entries, (entry): DropReason | undefined =>
      entry.fate === "dropped" ? entry.reason : undefined,
    ).map(({ key, count }) => ({ reason: key, count })),
    falsePositives: known
      ? entries.filter((entry) => entry.fate === "dropped" && entry.reason === "refuted").length
      : undefined,
    observations:
      known || observations.length > 0
        ? {
            concerns: observations.filter(({ kind }) => kind === "concern").length,
            strengths: observations.filter(({ kind }) => kind === "strength").length,
          }
        : undefined,
    files: claimed
      ? coverage.files.filter(({ claims }) => claims.some((claim) => claim.reviewer === id)).length
      : undefined,
    calledClean: claimed
      ? coverage.files.filter(({ claims }) => claims.some((claim) => claim.reviewer === id && isClean(claim))).length
      : undefined,
    coverageMisses: claimed ? missesOf(coverage, { id, stands }) : undefined,
    locations: measureLocations(groundingsOf(review, id)),
    runClaims: countRunClaims((review.runClaims ?? []).filter((claim) => claim.reviewer === id)),
    unopened: findUnopened(review, id),
    written: review.retro?.paragraphs.find((paragraph) => paragraph.reviewer === id)?.text,
  };
  const panel = { kept: keptClusters(review.clusters).length, inCompany: review.reviewers.length > 1 };
  return { ...column, said: describeRetro({ ...column, ...panel }) };
}

function countRunClaims(claims: readonly RunClaim[]): RetroColumn["runClaims"] {
  if (claims.length === 0) return undefined;
  const count = (audit: RunClaim["audit"]): number => claims.filter((claim) => claim.audit === audit).length;
  return {
    "in-log": count("in-log"),
    "not-in-log": count("not-in-log"),
    contradicted: count("contradicted"),
    "not-available": count("not-available"),
  };
}

function entriesOf(review: Review, reviewer: ReviewerId): LedgerEntry[] {
  const own = new Set(review.findings.filter((finding) => finding.reviewer === reviewer).map(({ id }) => id));
  return review.ledger.entries.filter(({ finding }) => own.has(finding));
}

function groundingsOf(review: Review, reviewer: ReviewerId): FindingGrounding[] {
  const own = new Set(review.findings.filter((finding) => finding.reviewer === reviewer).map(({ id }) => id));
  return (review.groundings ?? []).filter(({ finding }) => own.has(finding));
}

function missesOf(coverage: Coverage, { id, stands }: { id: ReviewerId; stands: Supporters }) {
  return coverage.files
    .filter(({ missedBy }) => missedBy.includes(id))
    .map(({ path, clusters }) => ({ path, clusters: clusters.filter((cluster) => !stands.get(cluster)?.has(id)) }));
}

function rerated(
  entries: readonly LedgerEntry[],
  counts: (from: Severity, to: Severity) => boolean,
): CountedChange<Severity>[] {
  const changes: CountedChange<Severity>[] = [];
  for (const from of SEVERITIES) {
    for (const to of SEVERITIES) {
      const count = entries.filter(
        (entry) => entry.fate === "kept" && entry.claimed === from && entry.severity === to && counts(from, to),
      ).length;
      if (count > 0) changes.push({ from, to, count });
    }
  }
  return changes;
}

function tally<T extends string>(entries: readonly LedgerEntry[], keyOf: (entry: LedgerEntry) => T | undefined) {
  const counts = new Map<T, number>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => ({ key, count }));
}

function sum(runs: readonly ReviewerRun[], valueOf: (run: ReviewerRun) => number | undefined): number | undefined {
  const values = runs.map(valueOf).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0);
}
