import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { type Commit, isRead } from "#model/change/scope.ts";
import type { GroundedFinding } from "#model/grounding.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding, type RoundLink } from "#model/history/lineage.ts";
import type { EarlierFinding } from "#steps/build-context/bundle-input.ts";
import { earlierFor } from "#steps/build-context/earlier-for.ts";
import { findFixElsewhere } from "#steps/history/trace/find-fix-elsewhere.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import type { EarlierDecisions } from "#steps/judge/ruling/earlier-decisions.ts";
import { groundFixVerdict } from "#steps/ground-findings/ground-fix-verdict.ts";
import { messageOf } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { ReviewerResult } from "../ask-panel.ts";
import type { Story } from "../write-record.ts";
import { matchEarlier } from "./match-earlier.ts";
import { knowEarlier, type KnownStory } from "./know-earlier.ts";
import type { Recalled } from "./recall-story.ts";
import { placesOf, symbolsOf } from "#steps/history/match/symbols-of.ts";
import { tellLineage } from "./tell-lineage.ts";
import { tellPrevious } from "./tell-previous.ts";

/** What a round does with what it knows of those before it. */
export interface StoryTeller {
  /** For the reviewers: what was raised before, and what the code says became of it. */
  earlier(): Promise<readonly EarlierFinding[]>;
  /** Which of the problems that are raised now people decided against, for a preview. */
  decisions(grounded: readonly GroundedFinding[]): Promise<EarlierDecisions | undefined>;
  /** Matches everything that is raised with the past, once everybody has spoken. */
  match(grounded: readonly GroundedFinding[], results: readonly ReviewerResult[]): Promise<MatchedStory>;
}

/** What the past says of everything that was raised. */
export interface MatchedStory {
  readonly decisions: EarlierDecisions;
  /** There are earlier rounds, and they could not be followed. */
  readonly isLost: boolean;
  /** Where each problem comes from, and what became of each earlier one. */
  trace(clusters: readonly RuledCluster[]): Promise<Story>;
}

/** The round that has a past. */
export interface StoryRound {
  readonly opened: OpenedChange;
  readonly index: ChangeIndex;
  readonly source: GroundingSource;
  readonly panel: readonly Reviewer[];
  readonly today: string;
}

/** Begins to look into the past; the panel need not wait for it. */
export function openStory(recalled: Recalled, round: StoryRound): StoryTeller {
  // What cannot be followed must not cost the review that is paid for: it is told without its past, and says so.
  const known = knowEarlier(recalled, round).catch((error: unknown) => knowNothing(recalled, round, messageOf(error)));
  // Whoever asks is told; until then a fault must not end the program.
  known.catch(() => undefined);
  const match = async (grounded: readonly GroundedFinding[]) => {
    const symbols = await symbolsOf(grounded, round.index);
    const story = await known;
    await story.lookAt(new Set(grounded.flatMap((each) => placesOf(each).map(({ path }) => path))));
    return { story, symbols, judged: await matchEarlier(story, { grounded, symbols, today: round.today }) };
  };
  return {
    earlier: async () => toldReviewers(await known, round),
    async decisions(grounded) {
      const { problems } = await known;
      return problems.length === 0 ? undefined : (await match(grounded)).judged;
    },
    async match(grounded, results) {
      const { story, symbols, judged } = await match(grounded);
      return {
        decisions: judged,
        isLost: story.isLost === true,
        async trace(problems) {
          const verdicts = await groundVerdicts(results, round.source);
          const elsewhere = await fixedElsewhere(story, verdicts);
          const facts = { story, judged, verdicts, elsewhere, grounded, symbols, today: round.today };
          const clusters = await tellLineage(problems, facts);
          const previous = tellPrevious({ ...facts, clusters, ...panelOf(results, round) });
          const series = { ...story.series, ...citedIn(story, previous) };
          return { clusters, number: story.number, series, previous, fixVerdicts: verdicts };
        },
      };
    },
  };
}

/** The story of a round whose past cannot be followed. No decision counts then, so nothing falls. */
async function knowNothing(recalled: Recalled, round: StoryRound, why: string): Promise<KnownStory> {
  const note = `the earlier rounds could not be followed, so nothing is said of them and no decision was applied: ${why}`;
  const story = await knowEarlier({ ...recalled, reviews: [], decisions: [], notes: [...recalled.notes, note] }, round);
  return { ...story, number: recalled.reviews.length + 1, isLost: recalled.reviews.length > 0 };
}

function panelOf(results: readonly ReviewerResult[], { panel, opened }: StoryRound) {
  const { files, notCovered } = opened.change.scope;
  return {
    panel,
    isNarrowed: notCovered !== undefined,
    runs: results.map(({ run }) => run),
    switchedOff: results.flatMap(({ switchedOff = [] }) => switchedOff),
    readings: results.flatMap(({ run: { reviewer, pass }, reading }) =>
      reading === undefined ? [] : [{ reviewer, pass, reading }],
    ),
    files: files.filter(isRead).map(({ path }) => path),
    listed: files.filter((file) => !isRead(file)).map(({ path }) => path),
  };
}

/** Decisions on other changes are of interest only where they are about files of this one. */
function toldReviewers({ previous, problems, codeOf }: KnownStory, { opened }: StoryRound): readonly EarlierFinding[] {
  const paths = new Set(opened.change.scope.files.map(({ path }) => path));
  const told = previous.filter(
    ({ of, locations = [] }) => of?.round !== 0 || locations.some(({ path }) => paths.has(path)),
  );
  const changed = new Map(problems.map((problem) => [earlierName(problem.ref), codeOf(problem).isMaterial]));
  return earlierFor(told, problems, (name) => changed.get(name) === true);
}

async function groundVerdicts(results: readonly ReviewerResult[], source: GroundingSource) {
  const verdicts = results.flatMap(({ fixVerdicts = [] }) => fixVerdicts);
  return Promise.all(verdicts.map((verdict) => groundFixVerdict(verdict, source)));
}

/** The commits behind fixes that reviewers found away from a problem's own lines. */
async function fixedElsewhere({ problems, since }: KnownStory, verdicts: readonly FixVerdict[]) {
  const fixed = new Map<KnownProblem, readonly Commit[]>();
  for (const problem of problems) {
    const own = verdicts.filter(({ of }) => of === earlierName(problem.ref));
    if (own.length > 0) fixed.set(problem, await findFixElsewhere(own, await since(problem.head)));
  }
  return fixed;
}

/** The decisions that the record names, so that it can be read without the file they stand in. */
function citedIn({ problems }: KnownStory, previous: readonly PreviousFinding[]): Pick<RoundLink, "decisions"> {
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
      ...omitUndefined({ reason, author, until }),
    })),
  };
}
