import { omitUndefined } from "#util/omit-undefined.ts";
import type { Rung } from "#model/panel/evidence-ladder.ts";
import { findRecordsFromChange, isArchiveReplaced } from "#adapters/store/records-from-change.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { listRounds } from "#adapters/store/list-rounds.ts";
import { isFarAhead } from "#adapters/store/review-order.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { gateCheck } from "#model/panel/gate.ts";
import { listsAllSurvivors, PROBE_CHECKS } from "#model/panel/probe-result.ts";
import { type Commit, isRead } from "#model/change/scope.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { GroundedFinding } from "#model/finding.ts";
import type { ArchivedRound } from "#model/history/archived-round.ts";
import type { CodeBetween } from "#model/history/code-facts.ts";
import type { GivenNames } from "#model/history/given-names.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding, type RoundLink } from "#model/history/lineage.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import { startOfReview } from "#stats/time.ts";
import type { EarlierFinding } from "#steps/build-context/bundle-input.ts";
import { earlierFor } from "#steps/build-context/earlier-for.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { groundFixVerdict } from "#steps/ground-findings/ground-fix-verdict.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import type { PostedName } from "#steps/history/names/collect-names.ts";
import { findGivenNames } from "#steps/history/names/find-given-names.ts";
import { matchEarlier } from "#steps/history/match-earlier.ts";
import type { EarlierDecisions } from "#steps/judge/ruling/rule.ts";
import { addLineage } from "#steps/history/lineage/add-lineage.ts";
import { placesOf, symbolsOf } from "#steps/history/match/symbols-of.ts";
import { restoreRounds } from "#steps/history/restore-rounds.ts";
import { selectRounds, type WantedSeries } from "#steps/history/select-rounds.ts";
import { describePrevious } from "#steps/history/status/describe-previous.ts";
import { keepSeverity } from "#steps/history/status/keep-severity.ts";
import { findFixElsewhere } from "#steps/history/trace/find-fix-elsewhere.ts";
import { type EarlierRecords, type History, traceHistory } from "#steps/history/trace-history.ts";
import { messageOf } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { dropDecisionsOfChange } from "./decisions/decisions-in-change.ts";
import type { OwnDecisions } from "./decisions/own-decisions.ts";
import { readDecisions } from "./decisions/read-decisions.ts";
import { builtInAnalyzers, type ReviewerResult, withJoined } from "./panel.ts";
import type { HistoryOutcome } from "./build-record.ts";
import { roundNames } from "./round/name-round.ts";

/** What is known about a change before it is reviewed: its earlier rounds and the decisions. */
export interface LoadedHistory extends EarlierRecords {
  /** The record of this very round, if it is resumed and had one. */
  readonly former?: Review | undefined;
  /** The names in our comments on the pull request. */
  readonly posted?: readonly PostedName[] | undefined;
  /** Whether a record of the archive is part of the change itself and cannot be trusted. */
  readonly isBrought: (id: string) => boolean;
  /** The records of the series that cannot be read and that no later record makes up for, a phrase each. */
  readonly unread?: readonly string[] | undefined;
}

/** Where to look for the history of a change. */
export interface HistoryPlace {
  readonly archive: Archive;
  /** The repository's root. */
  readonly root: string;
  /** In CI a change must not decide about itself. */
  readonly isCi: boolean;
  /** The decisions that this user made. Absent: none are known. */
  readonly ownDecisions?: OwnDecisions | undefined;
  readonly continues?: string | undefined;
  /** Whether the user names it in this call. */
  readonly isAsked?: boolean;
  /** The round itself, if it is resumed and already has a record. */
  readonly except?: string;
  /** Decisions in our threads, by people who may write to the repository, and notes on replies that do not count. */
  readonly threads?: { readonly decisions: readonly StandingDecision[]; readonly notes: readonly string[] };
  /** The names in our comments on the pull request. */
  readonly posted?: readonly PostedName[] | undefined;
}

/** Reads the earlier rounds of a change and the decisions that count in this round. */
export async function loadHistory(opened: OpenedChange, place: HistoryPlace): Promise<LoadedHistory> {
  const { archive, root, isCi, continues, isAsked, except, threads } = place;
  const fromThreads = threads?.decisions;
  const { change, trusted, isAncestor } = opened;
  const records = { folder: archive.folder, root };
  const isBrought = await findRecordsFromChange(opened, records);
  const isForeign = isCi || (await isArchiveReplaced(opened, records));
  const [earlier, all] = await Promise.all([
    findEarlierRounds(archive, { scope: change.scope, isAncestor, isBrought, continues, isAsked, except }),
    readDecisions({ archive, base: trusted, isCi: isForeign, fromThreads }),
  ]);
  const reviews = earlier.reviews.filter(({ id }) => id !== except);
  const { decisions, notes } = await dropDecisionsOfChange(all, opened, { fromThreads, own: place.ownDecisions });
  return {
    continues: earlier.continues,
    lost: earlier.lost,
    unread: earlier.unread,
    isBrought,
    former: earlier.reviews.find(({ id }) => id === except),
    posted: place.posted,
    // A record in the tree may have come with the change, and so may the decisions in it.
    reviews: isCi ? reviews.map((review) => ({ ...review, decisions: [] })) : reviews,
    decisions,
    notes: [...earlier.notes, ...notes, ...(threads?.notes ?? [])],
  };
}

/** The series to look for in an archive. */
export interface WantedRounds extends WantedSeries {
  /** Whether a record is part of the change itself and cannot be trusted. */
  readonly isBrought?: (id: string) => boolean;
  /** The round itself, if it is resumed and already has a record. */
  readonly except?: string | undefined;
}

/** Reads the earlier rounds of the series that a change belongs to, oldest first. */
export async function findEarlierRounds(
  archive: Archive,
  { isBrought = () => false, except, ...wanted }: WantedRounds,
): Promise<Omit<EarlierRecords, "decisions"> & Pick<LoadedHistory, "unread">> {
  const { rounds: all, broken } = await listRounds(archive);
  const own = all.filter(({ id }) => !isBrought(id));
  const { rounds, continues, notes } = await selectRounds(own.toSorted(byTime), wanted);
  const bad = new Map(broken.filter(({ id }) => !isBrought(id) && id !== except).map(({ id }) => [id, ""]));
  const read: Review[] = [];
  for (const { id } of rounds) {
    try {
      read.push(await archive.read(id));
    } catch (error) {
      if (id !== except) bad.set(id, `: ${messageOf(error)}`);
    }
  }
  const there = new Set<string | undefined>([...own.map(({ id }) => id), except]);
  const {
    reviews,
    lost,
    notes: restored,
  } = restoreRounds(read, (id) => {
    if (bad.has(id)) return "cannot be read";
    if (there.has(id)) return undefined;
    return isBrought(id) ? "was added by this change" : "is missing";
  });
  const names = new Set([wanted.scope, ...read.map(({ scope }) => scope)].flatMap(roundNames));
  const isOfSeries = (id: string): boolean => rounds.some((round) => round.id === id) || names.has(id.slice(16));
  const left = [...bad].filter(([id]) => !lost.some(({ review }) => review === id));
  return {
    reviews,
    lost,
    continues,
    unread: left.flatMap(([id]) =>
      isOfSeries(id) ? [`the record of ${printable(id)} cannot be read, and what it left open is not known`] : [],
    ),
    notes: [
      ...describeBrought(all.length - own.length),
      ...notes,
      ...restored,
      ...left.map(([id, why]) => `the record of ${printable(id)} cannot be read; it may be an earlier round${why}`),
    ],
  };
}

function byTime(one: ArchivedRound, other: ArchivedRound): number {
  const [a, b] = [timeOf(one), timeOf(other)];
  return a < b ? -1 : a > b ? 1 : one.id < other.id ? -1 : 1;
}

function timeOf({ id, date }: ArchivedRound): string {
  const time = startOfReview(id, date);
  if (time === undefined) return "9999";
  return isFarAhead(Date.parse(`${time}Z`)) ? "" : time;
}

function describeBrought(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "1 record was added by this change and is ignored"
      : `${count} records were added by this change and are ignored`,
  ];
}

/** How a round uses the rounds before it. */
export interface RoundHistory {
  /** For the reviewers: the earlier problems and their state in the code. */
  earlier(): Promise<readonly EarlierFinding[]>;
  /** The decisions against problems that are raised now, for a preview. */
  decisions(grounded: readonly GroundedFinding[]): Promise<EarlierDecisions | undefined>;
  /** Matches all findings with the earlier problems, once all reviewers have ended. */
  match(grounded: readonly GroundedFinding[], results: readonly ReviewerResult[]): Promise<MatchedRound>;
}

/** The findings of a round, matched with its history. */
export interface MatchedRound {
  readonly decisions: EarlierDecisions;
  readonly names: GivenNames;
  /** There are earlier rounds, and they could not be followed. */
  readonly isLost: boolean;
  /** The records of the series that cannot be read, a phrase each. */
  readonly unread: readonly string[];
  /** Finds where each problem comes from, and the state of each earlier one. */
  trace(clusters: readonly RuledCluster[]): Promise<HistoryOutcome>;
}

/** The current round. */
export interface HistoryRound {
  readonly opened: OpenedChange;
  readonly index: ChangeIndex;
  readonly source: GroundingSource;
  readonly panel: readonly Reviewer[];
  readonly today: string;
}

/** Starts to trace the history. The panel need not wait for it. */
export function openHistory(loaded: LoadedHistory, round: HistoryRound): RoundHistory {
  // If the history cannot be traced, the paid review still counts. The record has no history, and a note.
  const traced = trace(loaded, round).catch((error: unknown) => traceNothing(loaded, round, messageOf(error)));
  // Whoever awaits it gets the error; until then it must not end the program.
  traced.catch(() => undefined);
  const match = async (grounded: readonly GroundedFinding[]) => {
    const symbols = await symbolsOf(grounded, round.index);
    const history = await traced;
    await history.followIn(new Set(grounded.flatMap((each) => placesOf(each).map(({ path }) => path))));
    return { history, symbols, matches: await matchEarlier(history, { grounded, symbols, today: round.today }) };
  };
  return {
    earlier: async () => earlierForReviewers(await traced, round),
    async decisions(grounded) {
      const { problems } = await traced;
      return problems.length === 0 ? undefined : (await match(grounded)).matches;
    },
    async match(grounded, results) {
      const { history, symbols, matches } = await match(grounded);
      const isLost = history.isLost === true;
      const names = findGivenNames({ ...loaded, problems: history.problems, matches, grounded, symbols, isLost });
      return {
        names,
        decisions: matches,
        isLost,
        unread: loaded.unread ?? [],
        async trace(problems) {
          const verdicts = await groundVerdicts(results, round.source);
          const elsewhere = await fixedElsewhere(history, verdicts);
          const facts = { history, matches, verdicts, elsewhere, grounded, symbols, today: round.today };
          const traced = (await addLineage(problems, facts)).map((cluster) => withoutOwnName(cluster, loaded.former));
          const previous = describePrevious({ ...facts, clusters: traced, panel: panelOf(results, round) });
          const reviewers = withJoined(round.panel, results);
          const earlier = { previous, problems: history.problems, reviewers };
          const clusters = keepSeverity({ ...earlier, clusters: traced });
          const series = {
            ...history.series,
            ...omitUndefined(citedIn(history, previous)),
            ...retiredIn(names, clusters),
          };
          return { clusters, number: history.number, series, previous, fixVerdicts: verdicts };
        },
      };
    },
  };
}

/** The name that a problem still has in a resumed round is not an earlier one. */
function withoutOwnName(cluster: RuledCluster, former: Review | undefined): RuledCluster {
  const { names = [], ...others } = cluster;
  const earlier = names.filter(({ review, cluster: name }) => review !== former?.id || name !== cluster.id);
  return earlier.length === 0 ? others : { ...others, names: earlier };
}

/** The names that no problem has any more, for later rounds. */
function retiredIn({ retired }: GivenNames, clusters: readonly RuledCluster[]): Pick<RoundLink, "retired"> {
  const held = new Set(clusters.flatMap(({ id, names = [] }) => [id, ...names.map(({ cluster }) => cluster)]));
  const left = retired.filter((name) => !held.has(name));
  return left.length === 0 ? {} : { retired: left };
}

function trace(loaded: LoadedHistory, { opened, index, today }: HistoryRound): Promise<History> {
  const { scope } = opened.change;
  const since = openSince(opened);
  return traceHistory(loaded, { scope, now: opened.code, since, head: index.head, rungOf: openRungs(), today });
}

/** The history of a round whose earlier rounds cannot be traced. No decision counts then, so nothing is dropped. */
async function traceNothing(loaded: LoadedHistory, round: HistoryRound, why: string): Promise<History> {
  const note = `the earlier rounds could not be followed, so they are not reported and no decision was applied: ${why}`;
  const history = await trace({ ...loaded, reviews: [], decisions: [], notes: [...loaded.notes, note] }, round);
  return { ...history, number: loaded.reviews.length + 1, isLost: loaded.reviews.length > 0 };
}

/** Undefined if the head is unknown or not in this repository. */
function openSince(opened: OpenedChange): (head: string | undefined) => Promise<CodeBetween | undefined> {
  return async (head) => {
    const found = head === undefined ? undefined : await opened.codeSince(head);
    return found === undefined || "missing" in found ? undefined : found;
  };
}

/** The evidence for a problem in its own report. Each report is built once. */
function openRungs(): (review: Review, cluster: RuledCluster) => Rung {
  const known = new Map<Review, ReadonlyMap<string, Rung>>();
  return (review, { id }) => {
    const rungs = known.get(review) ?? rungsOf(review);
    known.set(review, rungs);
    return rungs.get(id) ?? "asserted";
  };
}

function rungsOf(review: Review): ReadonlyMap<string, Rung> {
  const { kept, routed, dropped } = buildReport(review);
  return new Map([...kept, ...routed, ...dropped].map(({ id, evidence }) => [id, evidence.level]));
}

/** A probe that ran to its end and lists all its survivors shows by its silence that the tests notice a break now. */
function wholeProbes(results: readonly ReviewerResult[]): string[] {
  const isWhole = results.some(({ probe }) => probe !== undefined && listsAllSurvivors(probe));
  return isWhole ? [PROBE_CHECKS.survivor] : [];
}

/** Only a gate that is green now shows that it is no longer red. */
function greenGates(results: readonly ReviewerResult[]): string[] {
  const gates = results.flatMap((result) => result.gates ?? []);
  return gates.filter(({ state }) => state === "green").map(({ name }) => gateCheck(name));
}

/** Whether a linter ran over the head and says nothing of this kind in these files. */
function isToolSilent(results: readonly ReviewerResult[], check: string, paths: readonly string[]): boolean {
  const own = results.find(({ joined }) => joined !== undefined && check.startsWith(`${joined.family}/`));
  if (own?.saidChecks === undefined) return false;
  const said = own.saidChecks.find((one) => one.check === check);
  return said === undefined || (paths.length > 0 && paths.every((path) => !said.paths.includes(path)));
}

function panelOf(results: readonly ReviewerResult[], { panel, opened }: HistoryRound) {
  const { files, notCovered } = opened.change.scope;
  return {
    reviewers: withJoined(panel, results),
    isSilent: (check: string, paths: readonly string[]) => isToolSilent(results, check, paths),
    isNarrowed: notCovered !== undefined,
    runs: results.map(({ run }) => run),
    checks: [
      ...builtInAnalyzers().flatMap(({ checks }) => checks.map(({ id }) => id)),
      ...greenGates(results),
      ...wholeProbes(results),
    ],
    switchedOff: results.flatMap(({ switchedOff = [] }) => switchedOff),
    readings: results.flatMap(({ run: { reviewer, pass }, reading }) =>
      reading === undefined ? [] : [{ reviewer, pass, reading }],
    ),
    files: files.filter(isRead).map(({ path }) => path),
    listed: files.filter((file) => !isRead(file)).map(({ path }) => path),
  };
}

/** Decisions on other changes matter only if they are about files of this one. */
function earlierForReviewers(
  { previous, problems, codeOf }: History,
  { opened }: HistoryRound,
): readonly EarlierFinding[] {
  const paths = new Set(opened.change.scope.files.map(({ path }) => path));
  const listed = previous.filter(
    ({ of, locations = [] }) => of?.round !== 0 || locations.some(({ path }) => paths.has(path)),
  );
  const changed = new Map(problems.map((problem) => [earlierName(problem.ref), codeOf(problem).isMaterial]));
  return earlierFor(listed, problems, (name) => changed.get(name) === true);
}

async function groundVerdicts(results: readonly ReviewerResult[], source: GroundingSource) {
  const verdicts = results.flatMap(({ fixVerdicts = [] }) => fixVerdicts);
  return Promise.all(verdicts.map((verdict) => groundFixVerdict(verdict, source)));
}

/** The commits behind fixes that reviewers found away from a problem's own lines. */
async function fixedElsewhere({ problems, since }: History, verdicts: readonly FixVerdict[]) {
  const fixed = new Map<EarlierProblem, readonly Commit[]>();
  for (const problem of problems) {
    const own = verdicts.filter(({ of }) => of === earlierName(problem.ref));
    if (own.length > 0) fixed.set(problem, await findFixElsewhere(own, await since(problem.head)));
  }
  return fixed;
}

/** The decisions that the record names, so that it can be read without `decisions.jsonl`. */
function citedIn({ problems }: History, previous: readonly PreviousFinding[]): Pick<RoundLink, "decisions"> {
  const named = new Set(previous.flatMap(({ decision }) => decision ?? []));
  const cited = problems.flatMap(({ decision }) =>
    decision !== undefined && named.has(decision.id) ? [decision] : [],
  );
  if (cited.length === 0) return {};
  return {
    decisions: cited.map(({ id, kind, reason, author, date, until, source }) => ({
      id,
      kind,
      date,
      source,
      reason,
      author,
      until,
    })),
  };
}
