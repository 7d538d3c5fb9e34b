import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { Location } from "#model/location.ts";
import type { Review } from "#model/review.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { PreviousFinding, RoundLink, SeriesEntry } from "#model/history/lineage.ts";
import type { Rung } from "#model/history/standing-decision.ts";
import { seriesNames } from "#model/history/series-name.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { recallRounds } from "#steps/history/collect/collect-problems.ts";
import { type Memory, remember } from "#steps/history/match/recognise.ts";
import type { CodeBetween } from "#model/history/code-facts.ts";
import type { CodeState } from "#steps/history/trace/code-state.ts";
import { statusOf } from "#steps/history/status/status-of.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { followKnown } from "./follow-known.ts";
import type { StoryRound } from "./open-story.ts";
import { symbolsAt } from "#steps/history/match/symbols-of.ts";
import type { Recalled } from "./recall-story.ts";

/** What is known of the rounds before, and of what became of the code since. */
export interface KnownStory {
  /** Which round this is. */
  readonly number: number;
  readonly series: RoundLink;
  readonly problems: readonly KnownProblem[];
  readonly memory: Memory;
  /** What became of a problem's code since it was last seen. */
  readonly codeOf: (problem: KnownProblem) => CodeState;
  /** What became of the code that a decision is about, since that decision. */
  readonly codeSinceDecision: (problem: KnownProblem) => CodeState;
  /** Follows what is known of these files, where that was not of interest before somebody spoke of them. */
  lookAt(paths: ReadonlySet<string>): Promise<void>;
  /** Since the first round; undefined: its commit is not here. */
  readonly sinceFirst: CodeBetween | undefined;
  /** Since an earlier head; undefined: its commit is not here. */
  readonly since: (head: string | undefined) => Promise<CodeBetween | undefined>;
  /** There are earlier rounds, and they could not be followed. */
  readonly isLost?: boolean;
  /** What the code alone says became of each problem: before anybody has spoken. */
  readonly previous: readonly PreviousFinding[];
}

/** Follows every problem of the earlier rounds to the commit that is reviewed now. */
export async function knowEarlier(recalled: Recalled, { opened, index, today }: StoryRound): Promise<KnownStory> {
  const { reviews, decisions, continues, notes } = recalled;
  const names = [opened.change.scope, ...reviews.map(({ scope }) => scope)].flatMap(seriesNames);
  const recollected = recallRounds(reviews, decisions, { today, series: [...new Set(names)], rungOf: openRungs() });
  const since = openSince(opened);
  const heads = reviews.flatMap(({ scope }) => scope.head ?? []);
  const [sinceFirst, sinceLast] = await Promise.all([since(heads[0]), since(heads.at(-1))]);
  const code = followKnown({ opened, since, sinceLast });
  const { codeOf, codeSinceDecision } = code;
  const problems: KnownProblem[] = [];
  for (const recollection of recollected) {
    // Recognising goes by what encloses it now; until it is followed, by what enclosed it when it was decided on.
    const problem = { ...recollection };
    problems.push(problem);
    if (!(await code.isOfInterest(problem))) continue;
    const { kind, locations } = await code.follow(problem);
    problem.symbols = await symbolsAt(kind === "gone" ? [] : locations, index.head);
  }
  const lookAt = async (paths: ReadonlySet<string>): Promise<void> => {
    for (const problem of problems)
      if (problem.locations.some(({ path }) => paths.has(path))) await code.follow(problem);
  };
  const isRewritten = sinceLast?.isRewritten === true;
  return {
    number: reviews.length + 1,
    series: {
      entries: reviews.map(entryOf),
      ...omitUndefined({ continues }),
      notes: [...notes, ...(isRewritten ? ["the history was rewritten since the last round"] : [])],
    },
    problems,
    memory: remember(problems, { standsAt: (problem) => standsAt(codeOf(problem)) }),
    codeOf,
    codeSinceDecision,
    lookAt,
    sinceFirst,
    since,
    previous: problems.map((problem) =>
      statusOf(problem, { code: codeOf(problem), raisedAgain: [], verdicts: [], today }),
    ),
  };
}

/** Whether a problem's code is known to say what it said. */
export function isUnchanged({ kind }: CodeState): boolean {
  return kind === "unchanged" || kind === "moved" || kind === "around" || kind === "layout";
}

/** Where a problem's code stands, if it says what it said. */
function standsAt(code: CodeState): readonly Location[] | undefined {
  return isUnchanged(code) ? code.locations : undefined;
}

/** Undefined where the head is not known, or not here. */
function openSince(opened: OpenedChange): (head: string | undefined) => Promise<CodeBetween | undefined> {
  return async (head) => {
    const found = head === undefined ? undefined : await opened.codeSince(head);
    return found === undefined || "missing" in found ? undefined : found;
  };
}

/** How far a problem's evidence went in its own report, which is drawn up once for all of them. */
function openRungs(): (review: Review, cluster: RuledCluster) => Rung {
  const known = new Map<Review, ReadonlyMap<string, Rung>>();
  return (review, { id }) => {
    const { kept, routed, dropped } = known.has(review) ? NOTHING : buildReport(review);
    const rungs =
      known.get(review) ?? new Map([...kept, ...routed, ...dropped].map((each) => [each.id, each.evidence.level]));
    known.set(review, rungs);
    return rungs.get(id) ?? "asserted";
  };
}

const NOTHING = { kept: [], routed: [], dropped: [] };

function entryOf(review: Review, at: number): SeriesEntry {
  const { id, scope, clusters, origin } = review;
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep");
  const count = (kind: string): number => kept.filter(({ lineage }) => lineage?.kind === kind).length;
  const isCounted = origin.kind === "round" && at > 0;
  return {
    review: id,
    round: at + 1,
    ...omitUndefined({ head: scope.head }),
    kept: kept.length,
    ...(isCounted ? { latent: count("latent"), introduced: count("introduced"), newCode: count("new-code") } : {}),
  };
}
