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
import type { RoundNotes } from "#config/round-notes.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { Finding } from "#model/finding.ts";
import type { Review } from "#model/review.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { Scope } from "#model/change/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Verification } from "#model/verification.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { anySignal } from "#util/any-signal.ts";
import { askPanel, memberFor, type ReviewerResult } from "./ask-panel.ts";
import type { SaidSoFar, SecondLook, SecondLookers } from "./agents/second-looks.ts";
import { type GatheredProblems, gatherProblems, type Problems } from "./gather-problems.ts";
import { ignoreFiles } from "./round/ignore-files.ts";
import { maskSource } from "./round/mask-source.ts";
import { adoptRound, type OwnedRound, ownRound } from "./round/own-round.ts";
import { nameRound } from "./round/name-round.ts";
import type { PanelMember } from "./panel.ts";
import { renderFiles } from "./render-review.ts";
import { factsOf, receiptOf } from "./round/round-facts.ts";
import { spentBefore } from "./round/spent-before.ts";
import { takeStock } from "./round/take-stock.ts";
import { writeRecord } from "./write-record.ts";

export type { ScopeRequest };

/** What a round needs from its surroundings. */
export interface RoundHost {
  readonly archive: Archive;
  /** Who reviews. */
  readonly panel: readonly PanelMember[];
  /** Calls somebody again who was on the panel of a round that is resumed. */
  readonly recall?: (reviewer: Reviewer) => Promise<PanelMember | undefined>;
  /** Who looks a second time at what the panel says; absent: nobody. */
  readonly second?: SecondLookers;
  /** The same for a round that is resumed, by who was on its panel. */
  readonly recallSecond?: (panel: readonly Reviewer[]) => Promise<SecondLookers | undefined>;
  /** Hears what a round that is resumed has cost so far, in US dollars. */
  readonly countEarlier?: (costUsd: number) => void;
  /** Whom the command line names; a resumed round that this user did not begin goes on with these. */
  readonly named?: readonly PanelMember[];
  /** Which rounds this user began. */
  readonly notes: RoundNotes;
  /** The repository's root. */
  readonly root: string;
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
      await host.notes.note({ id: journal.id, start });
      await journal.append(start);
      return continueRound({ opened, journal, start, entries: [] }, host);
    });
  } finally {
    await opened.close();
  }
}

/** Goes on with a round that was cut short: only reviewers that had not ended run again. */
export async function resumeRound(id: string, host: RoundHost): Promise<Review> {
  const read = await readJournal(host.archive.folder, id);
  const { journal } = read;
  const { isOurs, start, entries } = await ownRound(read, host);
  const { repository, scope, paths } = start;
  const opened = await openChange(
    { folder: repository, target: `${scope.base}..${scope.head}`, paths, signal: host.signal },
    classifyFile,
  );
  try {
    const same = isOurs ? { ...opened, change: { ...opened.change, scope } } : opened;
    const callers = await callersFor({ isOurs, start }, host);
    host.countEarlier?.(spentBefore(entries));
    return await withRoundLock(journal, async () => {
      if (!isOurs) await adoptRound(journal, start, host.notes);
      host.emit(await takeStock(journal, start.panel, entries));
      return continueRound({ opened: same, journal, start, entries }, callers);
    });
  } finally {
    await opened.close();
  }
}

/** Who can be called for a round that is resumed. Whoever did not begin it decides about nobody. */
async function callersFor(
  { isOurs, start }: Pick<OwnedRound, "isOurs" | "start">,
  host: RoundHost,
): Promise<RoundHost> {
  const { recall, second, recallSecond, named, ...others } = host;
  if (!isOurs)
    return named === undefined ? others : { ...host, panel: named, recall: () => Promise.resolve(undefined) };
  const again = await recallSecond?.(start.panel);
  return { ...others, ...omitUndefined({ recall, second: again ?? second }) };
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
  const members = await Promise.all(start.panel.map((reviewer) => memberFor(reviewer, { ...host, entries })));
  const source = maskSource(sourceFromIndex(index));
  const problems = gatherProblems(source, factsOf({ index, start, archive: host.archive }));
  const reviewed = { ...opened, change };
  const answers = entries.flatMap((entry) => (entry.type === "verification" ? [entry.verification] : []));
  const looks = await beginLooks({ opened: reviewed, journal, start, answers }, source, host);
  const heard: ReviewerResult[] = [];
  const results = await askPanel(members, {
    opened: reviewed,
    index,
    journal,
    start,
    entries,
    settings,
    emit: host.emit,
    signal: host.signal,
    stop: host.stop,
    verifications: () => answers,
    onResult(result) {
      heard.push(result);
      void joinSoFar([...heard], { problems, looks, host });
    },
  });
  host.signal.throwIfAborted();
  // Nobody had said anything when the user stopped it: there is nothing to report.
  if (host.stop.aborted && results.every(({ run: { text = "" } }) => text === "")) host.stop.throwIfAborted();
  const findings = findingsOf(results);
  host.emit({ type: "round:note", note: "checking what they cite" });
  const gathered = await problems.of(findings);
  const { clusters, ...looked } = (await looks?.finish(saidBy(results, gathered))) ?? gathered;
  const excerpts = await takeExcerpts(source, clusters);
  const written = writeRecord({
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
    ...looked,
    groundings: gathered.groundings,
    clusters,
    excerpts,
  });
  const review = (await looks?.edit(written)) ?? written;
  await keep(review, journal, host);
  // What could not be read today must not be remembered as empty.
  if (opened.isWhole) await cache.save();
  return review;
}

/** Puts the record into the archive, with the reports: a folder with a record lacks nothing. */
async function keep(review: Review, journal: Journal, { archive, stop, emit }: RoundHost): Promise<void> {
  const reports = await renderFiles(review);
  const folder = await archive.write(review, reports).catch((error: unknown) => {
    throw explainUnwritten(journal.id, error);
  });
  await journal.setStopped(stop.aborted);
  emit({ type: "round:end", id: review.id, folder });
}

const findingsOf = (results: readonly ReviewerResult[]): Finding[] => results.flatMap(({ findings }) => findings);

interface Table {
  readonly problems: Problems;
  readonly looks: SecondLook | undefined;
  readonly host: RoundHost;
}

/** Checks and joins what was said so far while others still speak, and puts what matters of it to a verifier. */
async function joinSoFar(heard: readonly ReviewerResult[], { problems, looks, host }: Table): Promise<void> {
  try {
    const gathered = await problems.of(findingsOf(heard));
    looks?.take(saidBy(heard, gathered));
    const kept = gathered.clusters.filter(({ ruling }) => ruling.kind === "keep").length;
    if (kept > 0) host.emit({ type: "round:note", note: `${kept} ${kept === 1 ? "problem" : "problems"} so far` });
  } catch {
    // What is wrong shows again when everything is asked for.
  }
}

function saidBy(results: readonly ReviewerResult[], { groundings, clusters }: GatheredProblems): SaidSoFar {
  return { results, findings: findingsOf(results), groundings, clusters };
}

interface LookState extends Omit<RoundState, "entries"> {
  /** What verifiers have said; grows. */
  readonly answers: Verification[];
}

/** Second looks are there only where somebody is to look; most rounds have none. */
async function beginLooks(
  { opened, journal, start, answers }: LookState,
  source: GroundingSource,
  { second, emit, signal, stop }: RoundHost,
): Promise<SecondLook | undefined> {
  if (second === undefined) return undefined;
  const { verifiers, editor, allowRun, missing = [] } = second;
  const isNobody = verifiers.length === 0 && editor === undefined && !allowRun;
  if (isNobody && missing.length + answers.length === 0) return undefined;
  const { lookTwice } = await import("./agents/second-looks.ts");
  return lookTwice(second, {
    opened,
    folder: journal.folder,
    source,
    reviewers: start.panel,
    signal: anySignal([signal, stop]),
    earlier: [...answers],
    onAnswer(verification) {
      answers.push(verification);
      return journal.append({ type: "verification", verification });
    },
    onNote: (note) => emit({ type: "round:note", note }),
  });
}

function announce({ covers = "", files }: Scope, panel: readonly Reviewer[], { emit }: RoundHost): void {
  const sum = (side: "added" | "removed"): number =>
    files.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
  const size = { files: files.length, added: sum("added"), removed: sum("removed") };
  emit({ type: "scope", covers, ...size, panel: panel.map(({ id, name }) => ({ id, name })) });
}
