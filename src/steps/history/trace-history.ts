import type { SideIndex } from "#model/change/change-index.ts";
import type { Scope } from "#model/change/scope.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { CodeAt, CodeBetween } from "#model/history/code-facts.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierMatch, PreviousFinding, RoundLink, SeriesEntry } from "#model/history/lineage.ts";
import { seriesNames } from "#model/history/series-name.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Review } from "#model/review.ts";
import { collectProblems } from "./collect/collect-problems.ts";
import type { RungOf } from "./collect/imported-decisions.ts";
import { type EarlierIndex, indexEarlier } from "./match/earlier-index.ts";
import { symbolsAt } from "./match/symbols-of.ts";
import { statusOf } from "./status/status-of.ts";
import { type CodeState, isUnchanged } from "./trace/code-state.ts";
import { trackCode } from "./trace/track-code.ts";

/** The earlier rounds, and the state of their code. */
export interface History {
  /** The number of this round. */
  readonly number: number;
  readonly series: RoundLink;
  readonly problems: readonly EarlierProblem[];
  /** The problems, indexed for matching with new findings. */
  readonly index: EarlierIndex;
  /** The state of a problem's code since it was last seen. */
  readonly codeOf: (problem: EarlierProblem) => CodeState;
  /** The state of a decision's code, since that decision. */
  readonly codeSinceDecision: (problem: EarlierProblem) => CodeState;
  /** Follows the problems in these files that were not followed before something was raised there. */
  followIn(paths: ReadonlySet<string>): Promise<void>;
  /** Since the first round; undefined if its commit is not here. */
  readonly sinceFirst: CodeBetween | undefined;
  /** Since an earlier head; undefined if its commit is not here. */
  readonly since: (head: string | undefined) => Promise<CodeBetween | undefined>;
  /** There are earlier rounds, but they could not be followed. */
  readonly isLost?: boolean;
  /** The status of each problem by its code alone, before any reviewer has ended. */
  readonly previous: readonly PreviousFinding[];
}

/** Which earlier problems those of a round are. */
export interface EarlierMatches {
  /** The earlier problem that a cluster is. */
  match(cluster: Pick<RuledCluster, "members">): MatchedProblem | undefined;
  /** The earlier problem whose advice a cluster asks to undo. */
  contradicted(cluster: Pick<RuledCluster, "members">): EarlierMatch | undefined;
  /** Why a kept cluster is shown although somebody decided against it. */
  shownBecause(cluster: RuledCluster): string | undefined;
}

/** An earlier problem that is raised again, and how it was matched. */
export interface MatchedProblem {
  readonly match: EarlierMatch;
  readonly problem: EarlierProblem;
}

/** The earlier rounds of a series, oldest first, and people's decisions. */
export interface EarlierRecords {
  readonly reviews: readonly Review[];
  readonly decisions: readonly StandingDecision[];
  readonly continues?: string | undefined;
  /** The rounds among them whose records are lost, as later records list them. */
  readonly lost?: readonly SeriesEntry[];
  /** What is unknown about them. */
  readonly notes: readonly string[];
}

/** What is reviewed now, and how earlier code is looked up. */
export interface TracedRound {
  readonly scope: Scope;
  /** The code of the new head. */
  readonly now: CodeAt;
  /** The changes of the code since an earlier head; undefined if that commit is not here. */
  readonly since: (head: string | undefined) => Promise<CodeBetween | undefined>;
  /** The index of the new head. */
  readonly head: SideIndex;
  readonly rungOf: RungOf;
  readonly today: string;
}

/** Follows every problem of the earlier rounds to the commit under review. */
export async function traceHistory(records: EarlierRecords, round: TracedRound): Promise<History> {
  const { reviews, decisions, continues, notes, lost = [] } = records;
  const { scope, now, since, head, rungOf, today } = round;
  const series = [...new Set([scope, ...reviews.map((review) => review.scope)].flatMap(seriesNames))];
  const heads = reviews.flatMap((review) => review.scope.head ?? []);
  const [sinceFirst, sinceLast] = await Promise.all([since(heads[0]), since(heads.at(-1))]);
  const definedIn = async (name: string): Promise<readonly string[]> =>
    (await head.findDefinitions(name)).map(({ path }) => path);
  const code = trackCode({ scope, now, since, sinceLast, definedIn });
  const { codeOf, codeSinceDecision } = code;
  const problems: EarlierProblem[] = [];
  for (const collected of collectProblems(reviews, decisions, { today, series, rungOf, lost })) {
    // Findings are matched by a problem's current enclosing symbol; until it is followed, by the one at its decision.
    const problem = { ...collected };
    problems.push(problem);
    if (!(await code.isOfInterest(problem))) continue;
    const { kind, locations } = await code.follow(problem);
    problem.symbols = await symbolsAt(kind === "gone" ? [] : locations, head);
  }
  const unchangedAt = (problem: EarlierProblem) =>
    isUnchanged(codeOf(problem)) ? codeOf(problem).locations : undefined;
  const isRewritten = sinceLast?.isRewritten === true;
  return {
    number: reviews.length + 1,
    series: {
      entries: reviews.map((review, at) => {
        const listed = lost.find((entry) => entry.review === review.id);
        return listed === undefined ? entryOf(review, at) : { ...listed, round: at + 1 };
      }),
      continues,
      notes: [...notes, ...(isRewritten ? ["the history was rewritten since the last round"] : [])],
    },
    problems,
    index: indexEarlier(problems, { unchangedAt }),
    codeOf,
    codeSinceDecision,
    async followIn(paths) {
      for (const problem of problems)
        if (problem.locations.some(({ path }) => paths.has(path))) await code.follow(problem);
    },
    sinceFirst,
    since,
    previous: problems.map((problem) =>
      statusOf(problem, { code: codeOf(problem), raisedAgain: [], verdicts: [], today }),
    ),
  };
}

function entryOf(review: Review, at: number): SeriesEntry {
  const { id, scope, clusters, series } = review;
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep");
  const count = (kind: string): number => kept.filter(({ lineage }) => lineage?.kind === kind).length;
  // If nobody looked for earlier rounds, the origin of a problem is unknown.
  const isCounted = series !== undefined && at > 0;
  return {
    review: id,
    round: at + 1,
    head: scope.head,
    kept: kept.length,
    ...(isCounted ? { latent: count("latent"), introduced: count("introduced"), newCode: count("new-code") } : {}),
  };
}
