import { isRead, type Scope } from "#model/change/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { AgentReceipt } from "#model/panel/receipt.ts";
import {
  isCommenter,
  type Reviewer,
  type ReviewerRun,
  type ReviewerStatements,
  wasAsked,
} from "#model/panel/reviewer.ts";
import type { Severity } from "#model/severity.ts";
import { describeBrought, describeWithheldByChange } from "./brought-switches.ts";
import { describeRemarks, describeUnread } from "./describe-files.ts";
import { hunksToRead } from "./describe-not-given.ts";

/** What is known of a round when it is asked whether it is complete. */
export interface RoundFacts {
  readonly scope: Scope;
  readonly panel: readonly { readonly reviewer: Reviewer }[];
  readonly runs: readonly ReviewerRun[];
  /** Absent where no agent took part, and where reviews from elsewhere are merged: what those read is not ours to say. */
  readonly receipt?: AgentReceipt | undefined;
  /** Absent where reviews from elsewhere are merged. */
  readonly settings?: RoundSettings | undefined;
  readonly sayings?: readonly ReviewerStatements[] | undefined;
  /** There are earlier rounds, and they could not be followed. */
  readonly isHistoryLost?: boolean | undefined;
  /** What was known to be lacking before: in reviews that are merged. */
  readonly lacking?: readonly string[] | undefined;
  /** From which severity on a finding fails the round; absent: none does. */
  readonly failOn?: Severity | undefined;
}

/** What the verdict is decided by beside the problems: what is lacking, and what a reader must know, a phrase each. */
export function verdictFacts(round: RoundFacts): { readonly lacking: string[]; readonly remarks: string[] } {
  const { settings, failOn, panel, scope } = round;
  return {
    lacking: findLacking(round),
    remarks: [
      ...(settings === undefined ? [] : describeBrought({ settings, failOn })),
      ...(isJudged(panel) ? [] : ["logic, concurrency and design were not judged"]),
      ...describeRemarks(scope),
    ],
  };
}

/** Analyzers and other tools see what stands on the lines; only somebody who reads all of it can judge the rest. */
export function isJudged(panel: RoundFacts["panel"]): boolean {
  return panel.some(({ reviewer }) => wasAsked(reviewer));
}

/**
 * No false green: everything that keeps the round from being complete, a phrase each. One is enough for the verdict
 * `incomplete` and its exit code. Whatever else may go unread, unheard or not understood belongs here.
 */
export function findLacking(round: RoundFacts): string[] {
  return [
    ...(round.isHistoryLost === true ? ["what earlier rounds found could not be followed"] : []),
    ...whoIsMissing(round),
    ...whatIsUnread(round),
    ...whatNoCheckSaw(round),
    ...describeWithheldByChange(round),
    ...whatIsNotUnderstood(round),
    ...(round.lacking ?? []),
  ];
}

function whoIsMissing({ panel, runs }: RoundFacts): string[] {
  if (runs.length === 0) return ["nobody is on the panel"];
  const wasStopped = runs.some(({ incidents = [] }) => incidents.some(({ kind }) => kind === "stopped"));
  const missing = panel.map(({ reviewer }) => reviewer).filter((each) => isRequired(each) && !isWhole(each, runs));
  const names = missing.map(({ name }) => name).join(", ");
  return [
    ...(wasStopped ? ["reviewers were stopped before they had ended"] : []),
    ...(missing.length > 0 ? [`${names} did not end and ${missing.length === 1 ? "is" : "are"} required`] : []),
  ];
}

function isRequired(reviewer: Reviewer): boolean {
  return reviewer.optional !== true && !isCommenter(reviewer);
}

/** Each of its passes read another part of the change, so each must have ended. Of imported ones that is not known. */
function isWhole({ id }: Reviewer, runs: readonly ReviewerRun[]): boolean {
  const own = runs.filter(({ reviewer }) => reviewer === id);
  return own.length > 0 && own.every(({ outcome, isPartial }) => outcome !== "failed" && isPartial !== true);
}

function whatIsUnread({ scope, receipt, settings }: RoundFacts): string[] {
  const { files } = scope;
  const nothing = files.length > 0 && !files.some(isRead) ? ["no file of the change was read line by line"] : [];
  return [...nothing, ...describeUnread(scope), ...hunksLeft(scope, receipt, settings?.readers)];
}

function hunksLeft(scope: Scope, receipt: AgentReceipt | undefined, readers = 1): string[] {
  const gate = receipt?.gate;
  const hunks = hunksToRead(scope).length;
  // Whoever asks for one reader, which is the default, may do without any agent; whoever asks for more does not.
  if (receipt === undefined && readers > 1 && hunks > 0) {
    return [`${readers} agents must have read each hunk, and none took part`];
  }
  if (gate === undefined || gate.unread.length === 0) return [];
  const unread = gate.unread.length;
  const by = gate.readers === 1 ? "no agent" : `fewer than ${gate.readers} agents`;
  return [`${unread} of ${hunks} ${hunks === 1 ? "hunk" : "hunks"} ${unread === 1 ? "was" : "were"} read by ${by}`];
}

/** What a built-in check could not look at, and may have missed. */
function whatNoCheckSaw({ runs }: RoundFacts): string[] {
  return runs.flatMap(({ incidents = [] }) =>
    incidents.flatMap(({ kind, text }) => (kind === "unlooked" ? [text] : [])),
  );
}

/** Commenters decide nothing, so what they mean does not matter here. */
function whatIsNotUnderstood({ panel, sayings = [] }: RoundFacts): string[] {
  const open = sayings.flatMap(({ unplaced = [] }) => unplaced.filter((passage) => passage.mayHoldFinding === true));
  return panel.flatMap(({ reviewer }) => {
    const count = open.filter((passage) => passage.reviewer === reviewer.id).length;
    if (count === 0 || isCommenter(reviewer)) return [];
    return [
      `${count === 1 ? "1 passage" : `${count} passages`} of the review by ${reviewer.name} ${count === 1 ? "was" : "were"} not understood`,
    ];
  });
}
