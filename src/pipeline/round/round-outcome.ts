import { isRead, type Scope } from "#model/change/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import { GATES_ID, type GateResult } from "#model/panel/gate.ts";
import { PROBE_ID, type ProbeResult } from "#model/panel/probe-result.ts";
import type { AgentReceipt, SkippedHits, SwitchedOff } from "#model/panel/receipt.ts";
import {
  isCommenter,
  isJudged,
  type Reviewer,
  type ReviewerRun,
  type ReviewerStatements,
} from "#model/panel/reviewer.ts";
import type { Severity } from "#model/severity.ts";
import { describeGateRemarks, gatesNotAllowed } from "#steps/judge-gates/describe-gates.ts";
import { describeProbeRemarks, probeNotAllowed } from "#probe/outcome/describe-probe.ts";
import { takeReceipt } from "#steps/take-receipt/take-receipt.ts";
import type { ReviewerResult } from "../panel.ts";
import { joinSkipped } from "./collect-skipped.ts";
import { describeBrought, describeWithheldByChange } from "./brought-switches.ts";
import { describeRemarks, describeUnread } from "./describe-files.ts";
import { hunksToRead } from "./describe-gaps.ts";

/** How the reviewers of a round ended: everything that the verdict and the record need apart from the findings. */
export interface RoundOutcome {
  readonly scope: Scope;
  readonly reviewers: readonly Reviewer[];
  readonly runs: readonly ReviewerRun[];
  readonly settings: RoundSettings;
  readonly switchedOff: readonly SwitchedOff[];
  /** What the built-in reviewers looked at and did not report. Absent for reviews that are merged from files. */
  readonly skipped?: SkippedHits | undefined;
  /** What became of the gates that the configuration names. Absent for reviews that are merged from files. */
  readonly gates?: readonly GateResult[] | undefined;
  /** What breaking the changed code showed. Absent if the configuration asks for no probe. */
  readonly probe?: ProbeResult | undefined;
  /** What each reviewer wrote apart from its findings. */
  readonly statements: readonly ReviewerStatements[];
  /** What the agents provably read. Absent if no agent took part, and for reviews that are merged from files. */
  readonly receipt?: AgentReceipt | undefined;
  /** There are earlier rounds, and they could not be followed. */
  readonly isHistoryLost?: boolean | undefined;
  /** What else is missing, a phrase each: records of earlier rounds, or parts of reviews that are merged. */
  readonly incomplete?: readonly string[] | undefined;
  /** The lowest severity that fails the round. Absent: none does. */
  readonly failOn?: Severity | undefined;
}

/** Sums up the reviewers' runs. */
export function summarizeRuns(
  results: readonly ReviewerResult[],
  round: Pick<RoundOutcome, "scope" | "reviewers" | "settings" | "failOn" | "isHistoryLost" | "incomplete">,
): RoundOutcome {
  return {
    ...round,
    runs: results.map(({ run }) => run),
    switchedOff: results.flatMap(({ switchedOff = [] }) => switchedOff),
    skipped: joinSkipped(results.flatMap(({ skipped }) => skipped ?? [])),
    gates: gatesOf(results, round),
    probe: probeOf(results, round),
    statements: results,
    receipt: receiptOf(results, round),
  };
}

/** Gates that were not allowed to run are listed, too: the reader must not take them for green. */
function gatesOf(
  results: readonly ReviewerResult[],
  { reviewers, settings }: Pick<RoundOutcome, "reviewers" | "settings">,
): readonly GateResult[] {
  if (!reviewers.some(({ id }) => id === GATES_ID)) return gatesNotAllowed(settings.gates);
  return results.flatMap(({ gates = [] }) => gates);
}

/** A probe that was asked for and not allowed is listed, too. */
function probeOf(
  results: readonly ReviewerResult[],
  { reviewers, settings }: Pick<RoundOutcome, "reviewers" | "settings">,
): ProbeResult | undefined {
  if (!reviewers.some(({ id }) => id === PROBE_ID)) return probeNotAllowed(settings.probe);
  return results.find(({ probe }) => probe !== undefined)?.probe;
}

/** What the agents and models of the panel provably read. */
function receiptOf(
  results: readonly ReviewerResult[],
  { scope, reviewers, settings }: Pick<RoundOutcome, "scope" | "reviewers" | "settings">,
): AgentReceipt | undefined {
  const agents = new Set(reviewers.filter(({ kind }) => kind === "agent" || kind === "model").map(({ id }) => id));
  const passes = results
    .filter(({ run }) => agents.has(run.reviewer))
    .map(({ run, reading }) => ({ reviewer: run.reviewer, isWhole: run.outcome === "completed", reading }));
  return takeReceipt(passes, scope, { readers: settings.readers ?? 1 });
}

/** What the reader of the verdict must know although it does not change the verdict, a phrase each. */
export function findRemarks({ settings, failOn, reviewers, scope, gates = [], probe }: RoundOutcome): string[] {
  return [
    ...describeGateRemarks(gates),
    ...describeProbeRemarks(probe),
    ...describeBrought({ settings, failOn }),
    ...(reviewers.some(({ recorded }) => recorded === true)
      ? ["this is a demo, what its agents say was recorded"]
      : []),
    ...describeRemarks(scope),
  ];
}

/**
 * Everything that keeps the round from being complete, a phrase each. One is enough for the verdict `incomplete` and its
 * exit code. Anything else that may be missing, unread or not understood belongs here: no verdict is green by mistake.
 */
export function findIncomplete(round: RoundOutcome): string[] {
  return [
    ...(round.isHistoryLost === true ? ["what earlier rounds found could not be followed"] : []),
    ...whoIsMissing(round),
    ...whatIsUnread(round),
    ...whatNoCheckSaw(round),
    ...describeWithheldByChange(round),
    ...whatIsNotUnderstood(round),
    ...(round.incomplete ?? []),
  ];
}

function whoIsMissing({ reviewers, runs }: RoundOutcome): string[] {
  if (runs.length === 0) return ["nobody is on the panel"];
  const wasStopped = runs.some(({ incidents = [] }) => incidents.some(({ kind }) => kind === "stopped"));
  const missing = reviewers.filter((each) => isRequired(each) && !isWhole(each, runs));
  const names = missing.map(({ name }) => name).join(", ");
  return [
    ...(wasStopped ? ["reviewers were stopped before they had ended"] : []),
    ...(missing.length > 0 ? [`${names} did not end and ${missing.length === 1 ? "is" : "are"} required`] : []),
  ];
}

function isRequired(reviewer: Reviewer): boolean {
  return reviewer.optional !== true && !isCommenter(reviewer);
}

/** Each pass reads another part of the change, so each must have completed. For imported runs that is unknown. */
function isWhole({ id }: Reviewer, runs: readonly ReviewerRun[]): boolean {
  const own = runs.filter(({ reviewer }) => reviewer === id);
  return own.length > 0 && own.every(({ outcome, isPartial }) => outcome !== "failed" && isPartial !== true);
}

function whatIsUnread(round: RoundOutcome): string[] {
  const { scope } = round;
  const { files } = scope;
  const nothing = files.length > 0 && !files.some(isRead) ? ["no file of the change was read line by line"] : [];
  return [...nothing, ...describeUnread(scope), ...hunksLeft(round)];
}

function hunksLeft({ scope, reviewers, runs, receipt, settings: { readers = 1 } }: RoundOutcome): string[] {
  const gate = receipt?.gate;
  const hunks = hunksToRead(scope).length;
  const agents = reviewers.filter(({ kind }) => kind === "agent" || kind === "model");
  const hasAnswer = isJudged({ reviewers: agents, runs });
  // One reader is the default, and then a round without an agent is fine: nobody was asked, or those who were asked are
  // optional and failed. The verdict tells. More than one reader was asked for explicitly.
  if (!hasAnswer && readers > 1 && hunks > 0) {
    return [`${readers} agents must have read each hunk, and none ${agents.length === 0 ? "took part" : "answered"}`];
  }
  if (!hasAnswer || gate === undefined || gate.unread.length === 0) return [];
  const unread = gate.unread.length;
  const by = gate.readers === 1 ? "no agent" : `fewer than ${gate.readers} agents`;
  return [`${unread} of ${hunks} ${hunks === 1 ? "hunk" : "hunks"} ${unread === 1 ? "was" : "were"} read by ${by}`];
}

/** What a built-in check could not look at, and may have missed. */
function whatNoCheckSaw({ runs }: RoundOutcome): string[] {
  return runs.flatMap(({ incidents = [] }) =>
    incidents.flatMap(({ kind, text }) => (kind === "unlooked" ? [text] : [])),
  );
}

/** Commenters decide nothing, so their text does not matter here. */
function whatIsNotUnderstood({ reviewers, statements }: RoundOutcome): string[] {
  const open = statements.flatMap(({ unplaced = [] }) => unplaced.filter((passage) => passage.mayHoldFinding === true));
  return reviewers.flatMap((reviewer) => {
    const count = open.filter((passage) => passage.reviewer === reviewer.id).length;
    if (count === 0 || isCommenter(reviewer)) return [];
    return [
      `${count === 1 ? "1 passage" : `${count} passages`} of the review by ${reviewer.name} ${count === 1 ? "was" : "were"} not understood`,
    ];
  });
}
