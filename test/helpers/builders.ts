import type { z } from "zod";
import { type Observation, observationSchema } from "#model/assessment.ts";
import { type Member, memberSchema, type RuledCluster, ruledClusterSchema } from "#model/cluster.ts";
import { type Decision, decisionSchema } from "#model/decision.ts";
import { type Finding, findingSchema } from "#model/finding.ts";
import { buildLedger } from "#model/ledger.ts";
import { type FileClaim, fileClaimSchema } from "#model/panel/receipt.ts";
import type { Report } from "#model/report.ts";
import { type Review, reviewSchema, SCHEMA_VERSION } from "#model/review.ts";
import { type Reviewer, type ReviewerRun, reviewerRunSchema, reviewerSchema } from "#model/panel/reviewer.ts";
import { type Scope, scopeSchema } from "#model/change/scope.ts";
import { severityOfLetter } from "#model/severity.ts";
import { decideVerdict } from "#model/verdict.ts";
import type { RoundOutcome } from "#pipeline/round/round-outcome.ts";
import { buildReport } from "#steps/build-report/build-report.ts";

/**
 * Builders: each gives a valid value about an invented project (`hookrelay`, a small service that forwards webhooks), and
 * a test names only what it is about. Ids may be plain strings; every value is checked by its schema. A field
 * that is given as `undefined` is left out, which removes a default.
 */
export type Over<T> = { readonly [K in keyof T]?: Plain<T[K]> | undefined };

type Plain<T> = T extends z.core.$brand
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T;

/** A member of the panel; `aReviewer({ id: "codex" })` is also named and of the family `codex`. */
export function aReviewer(over: Over<Reviewer> = {}): Reviewer {
  const id = over.id ?? "claude";
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}`;
  return reviewerSchema.parse(merged({ id, name, kind: "agent", model: MODELS[id], family: id.split("-")[0] }, over));
}

/** A finished run with a short text of its own. */
export function aRun(over: Over<ReviewerRun> = {}): ReviewerRun {
  const defaults = {
    reviewer: "claude",
    pass: 1,
    outcome: "completed",
    durationSeconds: 312,
    text: "## Executive Summary\n\nThe retry loop is sound but for its limit.\n",
    textStatus: "verbatim",
  };
  return reviewerRunSchema.parse(merged(defaults, over));
}

/** A run that ended without a review. */
export function aFailedRun(over: Over<ReviewerRun> = {}): ReviewerRun {
  return aRun({
    outcome: "failed",
    message: "stream ended after 24 minutes without a review",
    text: undefined,
    textStatus: "absent",
    durationSeconds: 1440,
    ...over,
  });
}

/** What one reviewer said. Reviewer, pass, label and severity follow from the id: `aFinding({ id: "codex:S2" })`. */
export function aFinding(over: Over<Finding> = {}): Finding {
  const id = over.id ?? "claude:I1";
  const [reviewer = "", printed = ""] = id.split(":");
  const [, pass, label = printed] = /^p(\d+)\.(.*)$/.exec(printed) ?? [];
  const defaults = {
    id,
    reviewer,
    pass: Number(pass ?? 1),
    label,
    severity: severityOfLetter(label[0] ?? "") ?? "suggestion",
    title: "Retries never stop for a subscriber that is gone",
    locations: [{ path: "src/deliver.ts", start: 41, end: 48 }],
    places: [],
    class: "regression",
    body: "A 410 answer is retried like any other.\n\nFix: stop at 410.",
    quotes: [],
    repros: [],
    lines: { start: 7, end: 9 },
  };
  return findingSchema.parse(merged(defaults, over));
}

/** A place in a cluster; a bare id is a primary member. */
export function aMember(over: Over<Member> | string = {}): Member {
  const given = typeof over === "string" ? { finding: over } : over;
  const defaults = { finding: "claude:I1", share: "primary", confidence: 1, because: "named by the report" };
  return memberSchema.parse(merged(defaults, given));
}

/** What a test may say of a cluster; a member may be just the id of its finding. */
export type ClusterOver = Omit<Over<RuledCluster>, "members"> & {
  readonly members?: readonly (Over<Member> | string)[];
};

/**
 * A cluster with its ruling, which follows from the id: `C1 I1 S1 F1` are kept, `R1` is routed to design, `X1` dropped as
 * refuted. The reviewers of its members are credited.
 */
export function aCluster(over: ClusterOver = {}): RuledCluster {
  const id = over.id ?? "I1";
  const members = (over.members ?? ["claude:I1"]).map(aMember);
  const credited = [...new Set(members.map(({ finding }) => finding.split(":")[0]))];
  const defaults = { id, credits: credited.map((reviewer) => ({ reviewer })), ruling: rulingOf(id) };
  return ruledClusterSchema.parse(merged(defaults, { ...over, members }));
}

/** The report's own words for a problem, to be given to `aCluster` as `statement`. */
export function aStatement(
  over: Over<NonNullable<RuledCluster["statement"]>> = {},
): Plain<NonNullable<RuledCluster["statement"]>> {
  return {
    title: "Retries never stop",
    locations: [{ path: "src/deliver.ts", start: 41, end: 48 }],
    places: [],
    body: "A subscriber that answers 410 is tried again for ever.\n\nFix: treat 410 as final.",
    quotes: [],
    repros: [],
    notes: [],
    ...(over as Partial<Plain<NonNullable<RuledCluster["statement"]>>>),
  };
}

/** A remark on the design, raised by claude. */
export function anObservation(over: Over<Observation> = {}): Observation {
  const defaults = {
    id: "claude:D1",
    reviewer: "claude",
    pass: 1,
    kind: "concern",
    scope: "future",
    text: "Deliveries live in memory; a restart loses them.",
    credits: [],
  };
  return observationSchema.parse(merged(defaults, over));
}

/** What a person did with `I1`: fixed it. */
export function aDecision(over: Over<Decision> = {}): Decision {
  const defaults = {
    kind: "fixed",
    action: "Fixed",
    about: { kind: "finding", cluster: "I1", text: "Important #1: Retries never stop" },
    source: "resolution",
  };
  return decisionSchema.parse(merged(defaults, over));
}

/** What a reviewer says of one file: claude calls `src/server.ts` clean. */
export function aClaim(over: Over<FileClaim> = {}): FileClaim {
  const defaults = { reviewer: "claude", pass: 1, path: "src/server.ts", claim: "clean", labels: [] };
  return fileClaimSchema.parse(merged(defaults, over));
}

/** Pull request 42 of `example/hookrelay`. */
export function aScope(over: Over<Scope> = {}): Scope {
  const defaults = {
    repository: { name: "example/hookrelay" },
    pullRequest: { number: 42, title: "Retry failed deliveries" },
    branch: "retry-deliveries",
    author: { login: "sample-author" },
    base: "5b1d0c2f8e7a4d3c9b6a1f0e2d4c8b7a6f5e3d21",
    head: "9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72",
    commits: [{ id: "9f2c4e6", subject: "Retry failed deliveries" }],
    files: [{ path: "src/deliver.ts", change: "modified" }],
    hunks: [],
  };
  return scopeSchema.parse(merged(defaults, over));
}

/**
 * A whole record. By default claude and codex raise one problem (`I1`), and claude one that is refuted (`X1`). Runs follow
 * from the reviewers, the clusters from the findings (each kept alone), ledger and verdict from the clusters.
 */
export function aReview(over: Over<Review> = {}): Review {
  const reviewers = over.reviewers ?? [aReviewer(), aReviewer({ id: "codex" })];
  const findings = (over.findings ?? DEFAULT_FINDINGS.map((id) => aFinding({ id }))) as readonly Finding[];
  const clusters = (over.clusters ?? defaultClusters(findings, over.findings !== undefined)) as readonly RuledCluster[];
  const runs = (over.runs ?? reviewers.map(({ id }) => aRun({ reviewer: id }))) as readonly ReviewerRun[];
  const origin = over.origin ?? { kind: "import", format: "deep-review-markdown" };
  const defaults = {
    schemaVersion: SCHEMA_VERSION,
    id: "20261102-091500-pr-42",
    kind: "change",
    title: "20261102-091500-pr-42",
    scope: aScope(),
    round: { number: 1, date: "2026-11-02 09:15", wallClockSeconds: 845 },
    header: [],
    observations: [],
    assessments: [],
    receipt: { claims: [], readings: [] },
    ledger: over.ledger ?? buildLedger({ findings, clusters }),
    verdict: decideVerdict(clusters, runs, { reviewers: reviewers as readonly Reviewer[] }),
    sections: [{ key: "summary", title: "Executive Summary", text: "The change adds retries; one problem stands." }],
    previous: [],
    decisions: [],
    excerpts: [],
    unplaced: [],
    gaps: [],
  };
  return reviewSchema.parse(merged(defaults, { ...over, reviewers, findings, clusters, runs, origin }));
}

/** The report on such a record. */
export function aReport(over: Over<Review> = {}): Report {
  return buildReport(aReview(over));
}

const MODELS: Readonly<Record<string, string>> = { claude: "Opus 4.7", codex: "GPT 5.5", gemini: "3.1 Pro" };

const DEFAULT_FINDINGS = ["claude:I1", "claude:S1", "codex:I1"];

function defaultClusters(findings: readonly Finding[], named: boolean): RuledCluster[] {
  if (!named) return [aCluster({ members: ["claude:I1", "codex:I1"] }), aCluster({ id: "X1", members: ["claude:S1"] })];
  const counters = { C: 0, I: 0, S: 0 };
  return findings.map((finding) => {
    const letter = finding.severity === "critical" ? "C" : finding.severity === "important" ? "I" : "S";
    counters[letter] += 1;
    return aCluster({ id: `${letter}${counters[letter]}`, members: [finding.id] });
  });
}

function rulingOf(id: string): object {
  const letter = id[0] ?? "";
  if (letter === "R") return { kind: "route", to: "design", because: "a question of design, not a defect" };
  if (letter === "X") return { kind: "drop", reason: "refuted", because: "the caller already checks it" };
  return { kind: "keep", severity: severityOfLetter(letter) ?? "important", because: "confirmed in the code" };
}

function merged(defaults: object, over: object): object {
  return Object.fromEntries(Object.entries({ ...defaults, ...over }).filter(([, value]) => value !== undefined));
}

/** The outcome of a round in which claude alone reviewed `aScope()`. */
export function anOutcome(over: Partial<RoundOutcome> = {}): RoundOutcome {
  const settings = { off: [], offIn: [], ignore: [], from: "no file" };
  const defaults = { scope: aScope(), reviewers: [aReviewer()], runs: [aRun()], settings };
  return { ...defaults, switchedOff: [], statements: [], ...over };
}
