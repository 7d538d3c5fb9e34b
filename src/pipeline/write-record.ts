import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { Excerpt, RaisedFinding } from "#model/grounding.ts";
import { reviewId } from "#model/ids.ts";
import { buildLedger } from "#model/ledger.ts";
import type { AgentReceipt, FileClaim, SwitchedOff } from "#model/panel/receipt.ts";
import { type Review, SCHEMA_VERSION } from "#model/review.ts";
import type { Reviewer, ReviewerRun, ReviewerStatements } from "#model/panel/reviewer.ts";
import { isRead, type Scope } from "#model/change/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Severity } from "#model/severity.ts";
import type { FixVerdict, RoundLink } from "#model/history/lineage.ts";
import type { Conversation } from "#model/pull/conversation.ts";
import type { Demonstration, Verification } from "#model/panel/verification.ts";
import type { Verdict } from "#model/verdict.ts";
import type { Traced } from "#steps/judge/judge.ts";
import { mergeObservations } from "#steps/merge-observations/merge-observations.ts";
import { headerOf, limitsOf, writeConversation } from "#steps/write-conversation/write-conversation.ts";
import { listSkipped } from "./round/describe-files.ts";
import { isJudged } from "./round/find-lacking.ts";
import { compactReadings, describeNotGiven } from "./round/describe-not-given.ts";
import { describeSwitchedOff } from "./round/describe-switched-off.ts";

/** What a finished round is recorded from. */
export interface RoundResult {
  readonly id: string;
  readonly tool: string;
  readonly startedAt: string;
  readonly scope: Scope;
  readonly panel: readonly { readonly reviewer: Reviewer }[];
  readonly runs: readonly ReviewerRun[];
  readonly settings: RoundSettings;
  readonly switchedOff: readonly SwitchedOff[];
  /** What the agents provably read; absent where none took part. */
  readonly receipt?: AgentReceipt | undefined;
  /** What each said beside its findings. */
  readonly sayings: readonly ReviewerStatements[];
  /** Everything that was raised, with what its check showed. */
  readonly raised: readonly RaisedFinding[];
  /** The problems that it comes to, ruled on and numbered. */
  readonly clusters: readonly RuledCluster[];
  readonly verdict: Verdict;
  readonly excerpts: readonly Excerpt[];
  /** What came of verifying, and of running repros; absent where that was not asked for. */
  readonly verifications?: readonly Verification[] | undefined;
  readonly demonstrations?: readonly Demonstration[] | undefined;
  /** What is kept of the pull request; absent where none was read. */
  readonly conversation?: Conversation | undefined;
  /** What the round knows of those before it; absent where nobody looked. */
  readonly history?: HistoryOutcome | undefined;
  /** From which severity on a finding fails the round; absent: none does. */
  readonly failOn?: Severity | undefined;
  /** What else is missing, in plain words. */
  readonly gaps?: readonly string[] | undefined;
}

/** What came of looking at earlier rounds. */
export interface HistoryOutcome extends Traced {
  readonly number: number;
  readonly series: RoundLink;
  readonly fixVerdicts: readonly FixVerdict[];
}

/** The record of a round of our own. */
export function writeRecord(result: RoundResult): Review {
  const { id, tool, startedAt, scope, runs, raised, clusters, excerpts, conversation } = result;
  const { verifications, demonstrations, failOn, history: { previous = [] } = {} } = result;
  const judged = isJudged(result.panel);
  const findings = raised.map(({ finding }) => finding);
  const reviewers = result.panel.map(({ reviewer }) => reviewer);
  const observations = result.sayings.flatMap((said) => said.observations ?? []);
  const assessments = result.sayings.flatMap((said) => said.assessments ?? []);
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
      number: result.history?.number ?? 1,
      date: startedAt.slice(0, 16).replace("T", " "),
      wallClockSeconds: Math.round(seconds * 10) / 10,
    },
    conversation,
    header: [...headerOf(conversation), { key: "Configuration", value: result.settings.from }],
    reviewers,
    runs,
    findings,
    groundings: raised.flatMap(({ grounding }) => grounding ?? []),
    observations: [...observations, ...merged.observations],
    assessments,
    receipt: {
      ...receiptOf(result),
      ...(result.switchedOff.length === 0 ? {} : { switchedOff: result.switchedOff }),
    },
    clusters,
    ledger: buildLedger({ findings, clusters, imported: false }),
    verdict: result.verdict,
    sections: [
      { key: "summary", title: "Executive Summary", text: summarise({ scope, clusters, judged }) },
      ...(conversation === undefined ? merged.sections : writeConversation(conversation, merged.sections)),
    ],
    ...(result.history === undefined ? {} : { series: result.history.series }),
    previous,
    ...fixVerdictsOf(result),
    decisions: [],
    verifications,
    demonstrations,
    failOn,
    excerpts,
    unplaced: result.sayings.flatMap((said) => said.unplaced ?? []),
    gaps: listGaps(result),
  };
}

function listGaps(result: RoundResult): string[] {
  const { scope, runs, conversation, history } = result;
  return [
    ...(isJudged(result.panel) ? [] : ["no agent took part: logic, concurrency and design were not judged"]),
    ...(scope.limits ?? []),
    ...limitsOf(conversation),
    ...(history?.series.notes ?? []),
    ...listSkipped(scope),
    ...describeNotGiven(result),
    ...describeSwitchedOff(result),
    ...runs.filter(({ outcome }) => outcome === "failed").map(({ reviewer }) => `${reviewer}: failed`),
    ...(result.gaps ?? []),
  ];
}

/** Absent where nobody was asked, or nobody answered. */
function fixVerdictsOf({ history, sayings }: RoundResult): Pick<Review, "fixVerdicts"> {
  const told = history?.fixVerdicts ?? sayings.flatMap((said) => said.fixVerdicts ?? []);
  return told.length === 0 ? {} : { fixVerdicts: told };
}

/**
 * Analyzers read every hunk of every file that is reviewed line by line. Who gives a coverage summary is taken at its word;
 * of others it is not known.
 */
function receiptOf({ scope, runs, raised, panel, sayings, receipt }: RoundResult): Review["receipt"] {
  const findings = raised.map(({ finding }) => finding);
  const analyzers = new Set(panel.flatMap(({ reviewer: { id, kind } }) => (kind === "analyzer" ? [id] : [])));
  const ended = runs
    .filter(({ outcome, reviewer }) => outcome === "completed" && analyzers.has(reviewer))
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
    claims: [...claims, ...sayings.flatMap((said) => said.claims ?? [])],
    ...proven,
    readAll: [...ended, ...proven.readAll],
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

interface Summary {
  readonly scope: Scope;
  readonly clusters: readonly RuledCluster[];
  readonly judged: boolean;
}

function summarise({ scope, clusters, judged }: Summary): string {
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep").length;
  const files = scope.files.filter(isRead).length;
  const listed = scope.files.filter(({ listed: why }) => why !== undefined).length;
  const unread = scope.files.length - listed - files;
  return [
    scope.files.length === 0
      ? `Reviewed: ${scope.covers ?? "the change"}.`
      : `Reviewed: ${scope.covers ?? "the change"}. ${files} ${files === 1 ? "file" : "files"} read line by line${listed > 0 ? `, ${listed} skipped (generated, vendored, lock files and the like)` : ""}${unread > 0 ? `, ${unread} not readable` : ""}.`,
    kept === 0 ? "The panel has nothing to say." : `The panel raises ${kept} ${kept === 1 ? "finding" : "findings"}.`,
    ...(judged ? [] : [NOT_JUDGED]),
  ].join("\n\n");
}

const NOT_JUDGED =
  "The built-in reviewers look for loose ends, missing tests and mistakes that can be seen on the lines. Logic, concurrency and design were not judged: no agent took part.";
