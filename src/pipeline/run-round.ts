import { join } from "node:path";
import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { openFactsCache } from "#adapters/store/facts-cache.ts";
import type { Archive } from "#adapters/store/archive.ts";
import {
  type Journal,
  type JournalEntry,
  readJournal,
  startJournal,
  type StartEntry,
} from "#adapters/store/journal.ts";
import { explainUnwritten } from "#adapters/store/keep-elsewhere.ts";
import { withRoundLock } from "#adapters/store/round-lock.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { Change } from "#model/change/change.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Review } from "#model/review.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import type { AgentReceipt } from "#model/panel/receipt.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { Scope } from "#model/change/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { takeReceipt } from "#steps/take-receipt/take-receipt.ts";
import { askPanel, memberFor, type ReviewerResult } from "./ask-panel.ts";
import { type Facts, gatherProblems } from "./gather-problems.ts";
import { ignoreFiles } from "./ignore-files.ts";
import { maskSource } from "./mask-source.ts";
import { nameRound } from "./name-round.ts";
import type { PanelMember } from "./panel.ts";
import { renderFiles } from "./render-review.ts";
import { takeStock } from "./take-stock.ts";
import { readTeamRecord } from "./merge/team-record.ts";
import { writeRecord } from "./write-record.ts";

export type { ScopeRequest };

/** What a round needs from its surroundings. */
export interface RoundHost {
  readonly archive: Archive;
  /** Who reviews. */
  readonly panel: readonly PanelMember[];
  /** Calls somebody again who was on the panel of a round that is resumed. */
  readonly recall?: (reviewer: Reviewer) => Promise<PanelMember | undefined>;
  /** What the configuration says; a resumed round goes by what held when it began. */
  readonly settings: RoundSettings;
  /** Name and version of the program, for the record. */
  readonly tool: string;
  readonly emit: (event: RoundEvent) => void;
  /** Ends everything at once; the round can be resumed. */
  readonly signal: AbortSignal;
  /** Ends the reviewers that still run; what was said so far is reported. */
  readonly stop: AbortSignal;
}

/** Reviews a change: the one place that says in which order a round happens. */
export async function runRound(request: ScopeRequest, host: RoundHost): Promise<Review> {
  const opened = await openChange({ ...request, signal: host.signal }, classifyFile);
  try {
    const { scope } = opened.change;
    const started = new Date();
    const journal = await startJournal(host.archive.folder, nameRound(scope, started));
    const start: StartEntry = {
      type: "start",
      tool: host.tool,
      at: started.toISOString(),
      repository: request.folder,
      scope,
      panel: host.panel.map(({ reviewer }) => reviewer),
      paths: request.paths ?? [],
      settings: host.settings,
    };
    return await withRoundLock(journal, async () => {
      await journal.append(start);
      return continueRound({ opened, journal, start, entries: [] }, host);
    });
  } finally {
    await opened.close();
  }
}

/** Goes on with a round that was cut short: only reviewers that had not ended run again. */
export async function resumeRound(id: string, host: RoundHost): Promise<Review> {
  const { journal, start, entries } = await readJournal(host.archive.folder, id);
  const { repository, scope, paths } = start;
  const opened = await openChange(
    { folder: repository, target: `${scope.base}..${scope.head}`, paths, signal: host.signal },
    classifyFile,
  );
  try {
    const same = { ...opened, change: { ...opened.change, scope } };
    return await withRoundLock(journal, async () => {
      host.emit(await takeStock(journal, start.panel, entries));
      return continueRound({ opened: same, journal, start, entries }, host);
    });
  } finally {
    await opened.close();
  }
}

interface RoundState {
  readonly opened: OpenedChange;
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
}

async function continueRound({ opened, journal, start, entries }: RoundState, host: RoundHost): Promise<Review> {
  const { base, head, history } = opened;
  const settings = start.settings ?? host.settings;
  const change = ignoreFiles(opened.change, settings.ignore);
  announce(change.scope, start.panel, host);
  const cache = await openFactsCache(join(host.archive.folder, "cache", "facts"));
  const index = buildChangeIndex({ change, base, head, log: () => history.log(), cache, signal: host.signal });
  const members = await Promise.all(start.panel.map((reviewer) => memberFor(reviewer, host)));
  const source = maskSource(sourceFromIndex(index));
  const problems = gatherProblems(source, factsOf({ index, start, change, host }));
  const results = await askPanel(members, {
    opened: { ...opened, change },
    index,
    journal,
    start,
    entries,
    settings,
    emit: host.emit,
    signal: host.signal,
    stop: host.stop,
    onResult: (result) => problems.take(result.findings),
  });
  host.signal.throwIfAborted();
  // Nobody had said anything when the user stopped it: there is nothing to report.
  if (host.stop.aborted && results.every(({ run: { text = "" } }) => text === "")) host.stop.throwIfAborted();
  const findings = results.flatMap((result) => result.findings);
  host.emit({ type: "round:note", note: "checking what they cite" });
  const { groundings, clusters } = await problems.of(findings);
  const excerpts = await takeExcerpts(source, clusters);
  const review = writeRecord({
    id: journal.id,
    tool: host.tool,
    startedAt: start.at,
    scope: change.scope,
    panel: members,
    runs: results.map(({ run }) => run),
    settings,
    switchedOff: results.flatMap(({ switchedOff = [] }) => switchedOff),
    ...receiptOf(start.panel, results, { scope: change.scope, readers: settings.readers ?? 1 }),
    sayings: results,
    findings,
    groundings,
    clusters,
    excerpts,
  });
  // With the reports in it: a folder with a record lacks nothing.
  const reports = await renderFiles(review);
  const folder = await host.archive.write(review, reports).catch((error: unknown) => {
    throw explainUnwritten(journal.id, error);
  });
  await journal.setStopped(host.stop.aborted);
  // What could not be read today must not be remembered as empty.
  if (opened.isWhole) await cache.save();
  host.emit({ type: "round:end", id: review.id, folder });
  return review;
}

interface Circumstances {
  readonly index: ChangeIndex;
  readonly start: StartEntry;
  readonly change: Change;
  readonly host: RoundHost;
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

/** What judging the findings needs beside them. */
async function factsOf({ index, start, change, host }: Circumstances): Promise<Facts> {
  return {
    reviewers: start.panel,
    severities: await readTeamRecord(host.archive, start.panel),
    hasFileNamed: fileNames(index),
    ...(start.paths.length === 0 ? {} : { narrowedTo: change.scope.files.map(({ path }) => path) }),
  };
}

function announce({ covers = "", files }: Scope, panel: readonly Reviewer[], { emit }: RoundHost): void {
  const sum = (side: "added" | "removed"): number =>
    files.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
  const size = { files: files.length, added: sum("added"), removed: sum("removed") };
  emit({ type: "scope", covers, ...size, panel: panel.map(({ id, name }) => ({ id, name })) });
}

/** Whether a file of either side has this name. */
function fileNames({ base, head }: ChangeIndex): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    names ??= new Set(
      [...base.tree.files, ...head.tree.files].map(({ path }) => path.slice(path.lastIndexOf("/") + 1)),
    );
    return names.has(name);
  };
}
