import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import type { FactsCache } from "#change-index/facts-cache.ts";
import type { Archive } from "#adapters/store/archive.ts";
import {
  type Journal,
  type JournalEntry,
  readJournal,
  startJournal,
  type StartEntry,
  explainUnwritten,
} from "#adapters/store/journal.ts";
import { nextStart } from "#adapters/store/review-order.ts";
import { withRoundLock } from "#adapters/store/round-lock.ts";
import type { RoundNotes } from "#config/round-notes.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { Finding } from "#model/finding.ts";
import type { Review } from "#model/review.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { Scope } from "#model/change/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import { readAround } from "#steps/ground-findings/read-around.ts";
import { judge } from "#steps/judge/judge.ts";
import { previewProblems } from "#steps/judge/preview-problems.ts";
import { verdictFacts } from "./round/find-lacking.ts";
import { openGrounding } from "./round/open-grounding.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { askPanel, memberFor, type ReviewerResult } from "./ask-panel.ts";
import type { VerificationPanel, VerificationResult } from "./agents/verification-run.ts";
import { classifyBeside, ignoreFiles } from "./round/ignore-files.ts";
import { maskSource } from "./round/mask-source.ts";
import { maskJournal, maskNames, createRoundMask, type RoundMask } from "./round/round-mask.ts";
import { describeStart } from "./round/describe-start.ts";
import { keepFailOn } from "./round/keep-fail-on.ts";
import { resolveBroughtSettings } from "./round/brought-switches.ts";
import { openVerification } from "./round/open-verification.ts";
import { adoptRound, type OwnedRound, ownRound } from "./round/own-round.ts";
import { openIndexCache } from "./round/index-cache.ts";
import { nameRound } from "./round/name-round.ts";
import type { OwnDecisions } from "./decisions/own-decisions.ts";
import type { PanelMember } from "./panel.ts";
import { renderFiles } from "./render-review.ts";
import { factsOf, receiptOf } from "./round/round-facts.ts";
import { spentBefore } from "./round/spent-before.ts";
import { findKnownAnswer } from "./round/known-answer.ts";
import { type LoadedHistory, loadHistory, openHistory } from "./history.ts";
import { readThreadDecisions } from "./pulls/read-thread-decisions.ts";
import { keepConversation } from "./pulls/keep-conversation.ts";
import { recallWith, describeLeftOutCommenters, addCommenters } from "./pulls/add-commenters.ts";
import { findStaleRules } from "./rules/find-stale-rules.ts";
import { summarizeResume } from "./round/summarize-resume.ts";
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
  readonly second?: VerificationPanel;
  /** The same for a round that is resumed, by who was on its panel. */
  readonly recallSecond?: (panel: readonly Reviewer[]) => Promise<VerificationPanel | undefined>;
  /** Hears what a round that is resumed has cost so far, in US dollars. */
  readonly countEarlier?: (costUsd: number) => void;
  /** Whom the command line names; a resumed round that this user did not begin goes on with these. */
  readonly named?: readonly PanelMember[];
  /** Which rounds this user began. */
  readonly notes: RoundNotes;
  /** Which decisions this user made; absent: none are known. */
  readonly ownDecisions?: OwnDecisions;
  /** The repository's root. */
  readonly root: string;
  /** Where the index is kept between rounds; absent: nowhere. */
  readonly indexFile?: string | undefined;
  /** Where a change must not decide about itself: decisions are read from its base alone. */
  readonly isCi: boolean;
  /** Ask also those who have reviewed these commits before. */
  readonly again?: boolean;
  /** The pull request, branch or review that this one replaces. */
  readonly continues?: string;
  /** The pull request that is reviewed, as it was read before the round; absent where none was. */
  readonly pull?: PullRequest;
  /** Whether those who commented on it sit on the panel. */
  readonly withComments?: boolean;
  /** Its head now; undefined where that cannot be known. */
  readonly checkHead?: () => Promise<string | undefined>;
  /** Whether somebody may write to its repository. */
  readonly permissionOf?: (login: string) => Promise<"write" | "none" | "unknown">;
  /** What the configuration says; a resumed round goes by what held when it began. */
  readonly settings: RoundSettings;
  /** From which severity on a finding fails the round; for the record, by which it and its check run are concluded. */
  readonly failOn?: Severity;
  /** The user named it for this run; a resumed round goes by what it began with otherwise, where that is stricter. */
  readonly isFailOnNamed?: boolean;
  /** Name and version of the program, for the record. */
  readonly tool: string;
  readonly emit: (event: RoundEvent) => void;
  /** Ends everything at once; the round can be resumed. */
  readonly signal: AbortSignal;
  /** Ends the reviewers that still run; what was said so far is reported. */
  readonly stop: AbortSignal;
}

/** Reviews a change: the one place that says in which order a round happens. */
export async function runRound(request: ScopeRequest, called: RoundHost): Promise<Review> {
  const plain = await openChange({ ...request, signal: called.signal }, classifyBeside(called.settings.ignore));
  try {
    const masked = createRoundMask(plain.change);
    const { mask } = masked;
    const opened = maskNames(plain, mask);
    const hidden = { ...called, ...omitUndefined({ pull: maskAll(called.pull, mask) }) };
    const settings = await resolveBroughtSettings(called.settings, { ...opened, root: called.root });
    const gate = { failOn: settings.brought?.failOn };
    const host = { ...hidden, ...omitUndefined(gate), settings, panel: addCommenters(hidden) };
    const threads = await readThreadDecisions(opened, host);
    const recalled = await loadHistory(opened, { ...host, threads });
    const { archive, notes: begun, again } = host;
    const said = describeStart({ ...host, paths: request.paths, opened, recalled });
    const start = maskAll(said, mask);
    const known = again === true ? undefined : await findKnownAnswer({ archive, begun, start, ...recalled });
    if (known !== undefined) host.emit({ type: "round:known", id: known.review.id, isWhole: known.isWhole });
    if (known?.isWhole === true) return await keepFailOn(known.review, host);
    const entries = known?.entries ?? [];
    const { folder } = archive;
    const id = nameRound(start.scope, await nextStart(folder, new Date(start.at)));
    const journal = maskJournal(await startJournal(folder, id), mask);
    return await withRoundLock(journal, async () => {
      await host.notes.note({ id: journal.id, start });
      for (const entry of [start, ...entries]) await journal.append(entry);
      return continueRound({ opened, journal, start, entries, recalled, masked }, host);
    });
  } finally {
    await plain.close();
  }
}

/** Goes on with a round that was cut short: only reviewers that had not ended run again. */
export async function resumeRound(id: string, host: RoundHost): Promise<Review> {
  const read = await readJournal(host.archive.folder, id);
  const { isOurs, start, entries } = await ownRound(read, host);
  const { repository, scope, paths } = start;
  const opened = await openChange(
    {
      folder: repository,
      target: `${scope.base}..${scope.head}`,
      paths,
      signal: host.signal,
      ...(isOurs ? { trusted: start.trusted } : {}),
    },
    classifyBeside((start.settings ?? host.settings).ignore),
  );
  try {
    const masked = createRoundMask(opened.change);
    const journal = maskJournal(read.journal, masked.mask);
    const now = maskNames(opened, masked.mask);
    const { files, hunks } = now.change.scope;
    // Names of files are masked in the journal.
    const same = isOurs ? { ...now, change: { ...now.change, scope: { ...scope, files, hunks } } } : now;
    const recalled = await loadHistory(same, { ...host, continues: start.continues, isAsked: false, except: id });
    const callers = await callersFor({ isOurs, start }, { ...host, ...omitUndefined(gateOf(start, host)) });
    host.countEarlier?.(spentBefore(entries));
    return await withRoundLock(journal, async () => {
      if (!isOurs) await adoptRound(journal, start, host.notes);
      host.emit(await summarizeResume(journal, start.panel, entries));
      return continueRound({ opened: same, journal, start, entries, recalled, masked }, callers);
    });
  } finally {
    await opened.close();
  }
}

/** The gate of a resumed round: a finding that would have failed it still does. */
function gateOf({ failOn: begun }: StartEntry, { failOn, isFailOnNamed }: RoundHost): Pick<RoundHost, "failOn"> {
  if (isFailOnNamed === true || begun === undefined) return {};
  return failOn !== undefined && severityLevel(failOn) < severityLevel(begun) ? {} : { failOn: begun };
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
  return { ...others, recall: recallWith(start.pull, recall), second: again ?? second };
}

interface RoundState {
  readonly opened: OpenedChange;
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
  readonly recalled: LoadedHistory;
  readonly masked: RoundMask;
}

async function continueRound(state: RoundState, host: RoundHost): Promise<Review> {
  const { opened, journal, start, masked } = state;
  const cache = await openIndexCache(host.indexFile);
  const table = await prepareRound(state, cache, host);
  const { reviewed, settings, members, source, story, looks } = table;
  const { scope } = reviewed.change;
  const stale = findStaleRules(reviewed, start.panel);
  const results = await runReviewers(table, state, host);
  host.signal.throwIfAborted();
  // Nobody had said anything when the user stopped it: there is nothing to report.
  if (host.stop.aborted && results.every(({ run: { text = "" } }) => text === "")) host.stop.throwIfAborted();
  const findings = findingsOf(results);
  host.emit({ type: "round:note", note: "checking what they cite" });
  const raised = await table.ground(findings);
  const looked: Partial<VerificationResult> = (await looks?.finish(await table.preview(results), findings)) ?? {};
  const history = await story.match(raised, results);
  const facts = {
    scope,
    panel: members,
    runs: results.map(({ run }) => run),
    settings,
    ...receiptOf(start.panel, results, { scope, readers: settings.readers ?? 1 }),
    sayings: results,
    failOn: host.failOn,
    isHistoryLost: history.isLost,
  };
  const judged = await judge({
    ...(await table.facts),
    raised,
    linesAround: await readAround(raised, source),
    ...looked,
    ...history,
    runs: facts.runs,
    ...verdictFacts(facts),
  });
  const { clusters } = judged;
  const { failOn: _, ...known } = facts;
  const written = writeRecord({
    id: journal.id,
    tool: host.tool,
    startedAt: start.at,
    ...known,
    switchedOff: results.flatMap(({ switchedOff = [] }) => switchedOff),
    raised,
    ...looked,
    ...judged,
    excerpts: await takeExcerpts(source, clusters, findings),
    failOn: host.failOn,
    ...(await keepConversation({ pull: start.pull, checkHead: host.checkHead }, opened)),
    gaps: [
      ...(looked.gaps ?? []),
      ...(await stale),
      ...describeLeftOutCommenters({ ...start, withComments: host.withComments }),
    ],
  });
  const review = maskAll((await looks?.edit(written)) ?? written, masked.mask);
  await keep(review, journal, host);
  // What could not be read today must not be remembered as empty.
  if (opened.isWhole) await cache.save();
  return review;
}

/** Everything that the panel's words are held against, ready before the first is said. */
async function prepareRound(round: RoundState, cache: FactsCache, host: RoundHost) {
  const { opened, journal, start, entries, recalled, masked } = round;
  const { base, head, history } = opened;
  const { archive, second, isCi, emit, signal, stop } = host;
  const settings = start.settings ?? host.settings;
  const change = ignoreFiles(opened.change, settings.ignore);
  announce(change.scope, start.panel, host);
  const index = buildChangeIndex({ change, base, head, log: () => history.log(), cache, signal });
  const members = await Promise.all(start.panel.map((reviewer) => memberFor(reviewer, { ...host, entries })));
  const code = sourceFromIndex(index);
  const source = maskSource(code, masked.mask);
  const reviewed = { ...opened, change };
  const today = new Date().toISOString().slice(0, 10);
  const allowRun = second?.allowRun === true;
  const story = openHistory(recalled, { opened: reviewed, index, source, panel: start.panel, today });
  const ground = openGrounding(source);
  const facts = factsOf({ index, start, archive, isBrought: isCi ? () => true : recalled.isBrought });
  facts.catch(() => undefined);
  const preview = async (results: readonly ReviewerResult[]) => {
    const raised = await ground(findingsOf(results));
    return previewProblems({
      ...(await facts),
      raised,
      linesAround: await readAround(raised, source),
      decisions: await story.decisions(raised),
      observations: results.flatMap(({ observations = [] }) => observations),
      isPending: allowRun ? hasScript : undefined,
    });
  };
  const answers = entries.flatMap((entry) => (entry.type === "verification" ? [entry.verification] : []));
  const state = {
    opened: reviewed,
    journal,
    start,
    source,
    answers,
    mask: masked.mask,
    emit,
    signal: anySignal([signal, stop]),
  };
  const looks = await openVerification(second, state);
  return { reviewed, settings, index, members, code, source, story, ground, facts, preview, answers, looks };
}

type Table = Awaited<ReturnType<typeof prepareRound>>;

/** Lets everybody speak; what one says is joined with the rest at once. */
function runReviewers(table: Table, { journal, start, entries, masked }: RoundState, host: RoundHost) {
  const { reviewed, index, members, code, settings, story, answers } = table;
  const { emit, signal, stop } = host;
  const heard: ReviewerResult[] = [];
  return askPanel(members, {
    opened: reviewed,
    index,
    journal,
    start,
    entries,
    masked,
    code,
    settings,
    earlier: () => story.earlier(),
    emit,
    signal,
    stop,
    verifications: () => answers,
    onResult(result) {
      heard.push(result);
      void joinSoFar([...heard], table, host);
    },
  });
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

/** Checks and joins what was said so far while others still speak, and puts what matters of it to a verifier. */
async function joinSoFar(
  heard: readonly ReviewerResult[],
  { preview, looks }: Table,
  { emit }: RoundHost,
): Promise<void> {
  try {
    const problems = await preview(heard);
    looks?.take(problems);
    const kept = problems.length;
    if (kept > 0) emit({ type: "round:note", note: `${kept} ${kept === 1 ? "problem" : "problems"} so far` });
  } catch {
    // What is wrong shows again when everything is asked for.
  }
}

const hasScript = ({ repros }: Finding): boolean => repros.some(({ script }) => script.trim() !== "");

function announce({ covers = "", files }: Scope, panel: readonly Reviewer[], { emit }: RoundHost): void {
  const sum = (side: "added" | "removed"): number =>
    files.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
  const size = { files: files.length, added: sum("added"), removed: sum("removed") };
  emit({ type: "scope", covers, ...size, panel: panel.map(({ id, name }) => ({ id, name })) });
}
