import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Archive } from "#adapters/store/archive.ts";
import type { StartEntry } from "#adapters/store/journal.ts";
import { mayBeMisread, comparableName } from "#util/text/comparable-text.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Scope } from "#model/change/scope.ts";
import type { AgentReceipt } from "#model/panel/receipt.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { Severity } from "#model/severity.ts";
import type { RulingInput } from "#steps/judge/rule-problems.ts";
import { takeReceipt } from "#steps/take-receipt/take-receipt.ts";
import type { ReviewerResult } from "../ask-panel.ts";
import type { PanelMember } from "../panel.ts";
import { verdictFacts } from "./find-lacking.ts";
import { readTeamRecord } from "../merge/team-record.ts";

/** What is known of a round before anybody has spoken. */
export interface JudgingInput {
  readonly index: ChangeIndex;
  readonly start: StartEntry;
  readonly archive: Archive;
  /** Whether a record of the archive comes with the change itself. */
  readonly isBrought: (id: string) => boolean;
}

/** What the agents and models of the panel provably read. */
function receiptOf(
  panel: readonly Reviewer[],
  results: readonly ReviewerResult[],
  { scope, readers }: { readonly scope: Scope; readonly readers: number },
): { readonly receipt?: AgentReceipt } {
  const agents = new Set(panel.filter(({ kind }) => kind === "agent" || kind === "model").map(({ id }) => id));
  const passes = results
    .filter(({ run }) => agents.has(run.reviewer))
    .map(({ run, reading }) => ({ reviewer: run.reviewer, isWhole: run.outcome === "completed", reading }));
  const receipt = takeReceipt(passes, scope, { readers });
  return receipt === undefined ? {} : { receipt };
}

/** What a round is judged and recorded by beside its findings, once its reviewers have ended. */
export function endedFacts(
  results: readonly ReviewerResult[],
  { reviewed, settings, members }: Reviewed,
  { start, failOn, isHistoryLost }: Ended,
) {
  const { scope } = reviewed.change;
  const facts = {
    scope,
    panel: members,
    runs: results.map(({ run }) => run),
    settings,
    switchedOff: results.flatMap(({ switchedOff = [] }) => switchedOff),
    ...receiptOf(start.panel, results, { scope, readers: settings.readers ?? 1 }),
    sayings: results,
    failOn,
  };
  return { facts, reasons: verdictFacts({ ...facts, isHistoryLost }) };
}

/** What was reviewed, and by whom. */
interface Reviewed {
  readonly reviewed: Pick<OpenedChange, "change">;
  readonly settings: RoundSettings;
  readonly members: readonly PanelMember[];
}

/** How the round began, and what else its verdict is decided by. */
interface Ended {
  readonly start: StartEntry;
  readonly failOn?: Severity | undefined;
  readonly isHistoryLost: boolean;
}

/** What is known of the round before anybody has spoken and findings are judged by. */
export type JudgingFacts = Pick<RulingInput, "reviewers" | "severities" | "hasFileNamed" | "narrowedTo">;

/** What judging the findings needs beside them. */
export async function factsOf({ index, start, archive, isBrought }: JudgingInput): Promise<JudgingFacts> {
  return {
    reviewers: start.panel,
    severities: await readTeamRecord(archive, start.panel, isBrought),
    hasFileNamed: fileNames(index),
    ...(start.paths.length === 0 ? {} : { narrowedTo: index.change.scope.files.map(({ path }) => path) }),
  };
}

/** Whether a file of either side has this name, or a changed one has a name that a reviewer may well spell in another way. */
function fileNames({ change, base, head }: ChangeIndex): (name: string) => boolean {
  const changed = change.scope.files.map(({ path }) => path);
  if (changed.some((path) => mayBeMisread(path) || /["\\`:|]|\s/.test(path))) return () => true;
  let names: Set<string> | undefined;
  return (name) => {
    names ??= new Set(
      [...base.tree.files, ...head.tree.files, ...change.scope.files].map(({ path }) => comparableName(path)),
    );
    return names.has(comparableName(name));
  };
}
