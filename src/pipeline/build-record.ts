import { isRead } from "#model/change/scope.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { Finding, GroundedFinding } from "#model/finding.ts";
import type { Excerpt } from "#model/grounding.ts";
import type { FixVerdict, RoundLink } from "#model/history/lineage.ts";
import { reviewId } from "#model/ids.ts";
import type { FileClaim } from "#model/panel/receipt.ts";
import type { RunClaim } from "#model/panel/run-claim.ts";
import { isJudged, wasAsked } from "#model/panel/reviewer.ts";
import type { Conversation } from "#model/pull/conversation.ts";
import { type Review, SCHEMA_VERSION } from "#model/review.ts";
import type { Judgement, TracedProblems } from "#steps/judge/judge.ts";
import { mergeObservations } from "#steps/merge-observations/merge-observations.ts";
import { headerOf, limitsOf, writeConversation } from "#steps/write-conversation/write-conversation.ts";
import type { VerificationResult } from "./agents/verification-run.ts";
import { listSkipped } from "./round/describe-files.ts";
import { compactReadings, describeNotGiven, describeSwitchedOff } from "./round/describe-gaps.ts";
import type { RoundOutcome } from "./round/round-outcome.ts";

/** A round that is finished and judged. */
export interface FinishedRound {
  readonly id: string;
  readonly tool: string;
  readonly startedAt: string;
  readonly outcome: RoundOutcome;
  readonly raised: readonly GroundedFinding[];
  readonly judgement: Judgement<HistoryOutcome>;
  readonly excerpts: readonly Excerpt[];
  /** Absent if nothing was to be verified or run. */
  readonly verified?: Partial<VerificationResult> | undefined;
  /** What reviewers say they ran. Absent for reviews that are merged from files. */
  readonly runClaims?: readonly RunClaim[] | undefined;
  /** Absent if no pull request was read. */
  readonly conversation?: Conversation | undefined;
  /** What else is missing, a sentence each. */
  readonly gaps?: readonly string[] | undefined;
}

/** What the history adds to a judged round. */
export interface HistoryOutcome extends TracedProblems {
  readonly number: number;
  readonly series: RoundLink;
  readonly fixVerdicts: readonly FixVerdict[];
}

/** The record of a round of our own. */
export function buildRecord(round: FinishedRound): Review {
  const { id, tool, startedAt, outcome, raised, judgement, excerpts, verified, runClaims = [], conversation } = round;
  const { scope, reviewers, runs, settings, statements, failOn, gates = [], probe } = outcome;
  const { clusters, ledger, verdict, history } = judgement;
  const findings = raised.map(({ finding }) => finding);
  const observations = statements.flatMap((written) => written.observations ?? []);
  const assessments = statements.flatMap((written) => written.assessments ?? []);
  const merged = mergeObservations({ reviewers, observations, assessments, findings });
  const seconds = Math.max(0, (Date.now() - Date.parse(startedAt)) / 1000);
  return {
    schemaVersion: SCHEMA_VERSION,
    id: reviewId(id),
    kind: "change",
    title: id,
    origin: { kind: "round", tool },
    scope,
    round: {
      number: history?.number ?? 1,
      date: startedAt.slice(0, 16).replace("T", " "),
      wallClockSeconds: Math.round(seconds * 10) / 10,
    },
    conversation,
    header: [...headerOf(conversation), { key: "Configuration", value: settings.from }],
    reviewers,
    runs,
    findings,
    groundings: raised.flatMap(({ grounding }) => grounding ?? []),
    observations: [...observations, ...merged.observations],
    assessments,
    receipt: receiptOf(outcome, findings),
    clusters,
    ledger,
    verdict,
    sections: [
      { key: "summary", title: "Executive Summary", text: summarise(outcome, clusters) },
      ...(conversation === undefined ? merged.sections : writeConversation(conversation, merged.sections, gates)),
    ],
    ...(history === undefined ? {} : { series: history.series }),
    previous: history?.previous ?? [],
    ...fixVerdictsOf(history, outcome),
    decisions: [],
    verifications: verified?.verifications,
    demonstrations: verified?.demonstrations,
    ...(runClaims.length > 0 && { runClaims }),
    ...((verified?.patches ?? []).length > 0 && { patches: verified?.patches }),
    ...(gates.length > 0 && { gates }),
    ...(probe !== undefined && { probe }),
    failOn,
    excerpts,
    unplaced: statements.flatMap((written) => written.unplaced ?? []),
    gaps: listGaps(round),
  };
}

function listGaps({ outcome, conversation, judgement, verified, gaps = [] }: FinishedRound): string[] {
  const { scope, reviewers, runs, receipt } = outcome;
  return [
    ...(scope.limits ?? []),
    ...limitsOf(conversation),
    ...(judgement.history?.series.notes ?? []),
    ...listSkipped(scope),
    ...describeNotGiven(receipt, reviewers),
    ...describeSwitchedOff(outcome),
    ...runs.filter(({ outcome: end }) => end === "failed").map(({ reviewer }) => `${reviewer}: failed`),
    ...(verified?.gaps ?? []),
    ...gaps,
  ];
}

/** Absent if nobody was asked, or nobody answered. */
function fixVerdictsOf(history: HistoryOutcome | undefined, { statements }: RoundOutcome): Pick<Review, "fixVerdicts"> {
  const fixVerdicts = history?.fixVerdicts ?? statements.flatMap((written) => written.fixVerdicts ?? []);
  return fixVerdicts.length === 0 ? {} : { fixVerdicts };
}

/**
 * Analyzers read every hunk of every file that is reviewed line by line. For agents it is what they provably read, and
 * what they claim in their coverage summaries. For others it is unknown.
 */
function receiptOf(outcome: RoundOutcome, findings: readonly Finding[]): Review["receipt"] {
  const { scope, runs, reviewers, statements, receipt, switchedOff, skipped } = outcome;
  const analyzers = new Set(reviewers.flatMap(({ id, kind }) => (kind === "analyzer" ? [id] : [])));
  const ended = runs
    .filter(({ outcome: end, reviewer }) => end === "completed" && analyzers.has(reviewer))
    .map(({ reviewer }) => reviewer);
  const reviewed = scope.files.filter(isRead);
  const claims: FileClaim[] = ended.flatMap((reviewer) => {
    const labels = labelsByPath(findings.filter((finding) => finding.reviewer === reviewer));
    return reviewed.map(({ path }) => {
      const own = labels.get(path) ?? [];
      const claim = own.length > 0 ? ("findings" as const) : ("other" as const);
      return { reviewer, pass: 1, path, claim, labels: own, note: "checked" };
    });
  });
  const proven = compactReadings(receipt, scope);
  return {
    claims: [...claims, ...statements.flatMap((written) => written.claims ?? [])],
    ...proven,
    readAll: [...ended, ...proven.readAll],
    ...(switchedOff.length === 0 ? {} : { switchedOff }),
    ...(skipped === undefined ? {} : { skipped }),
  };
}

function labelsByPath(findings: readonly Finding[]): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, string[]>();
  for (const { label, locations } of findings) {
    for (const path of new Set(locations.map((location) => location.path))) {
      labels.set(path, [...(labels.get(path) ?? []), label]);
    }
  }
  return labels;
}

function summarise({ scope, reviewers, runs }: RoundOutcome, clusters: readonly RuledCluster[]): string {
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep").length;
  const files = scope.files.filter(isRead).length;
  const listed = scope.files.filter(({ listed: why }) => why !== undefined).length;
  const unread = scope.files.length - listed - files;
  return [
    scope.files.length === 0
      ? `Reviewed: ${scope.covers ?? "the change"}.`
      : `Reviewed: ${scope.covers ?? "the change"}. ${files} ${files === 1 ? "file" : "files"} read line by line${listed > 0 ? `, ${listed} skipped (generated, vendored, lock files and the like)` : ""}${unread > 0 ? `, ${unread} not readable` : ""}.`,
    kept === 0 ? "No findings." : `The panel raises ${kept} ${kept === 1 ? "finding" : "findings"}.`,
    ...(isJudged({ reviewers, runs })
      ? []
      : [
          `${reviewers.some(({ kind }) => kind === "analyzer") ? BUILT_IN : ""}Logic, concurrency and design were not judged: no agent ${reviewers.some(wasAsked) ? "answered" : "took part"}.`,
        ]),
  ].join("\n\n");
}

const BUILT_IN =
  "The built-in reviewers look for loose ends, missing tests and mistakes that can be seen on the lines. ";
