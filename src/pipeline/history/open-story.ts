import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { type Commit, isRead } from "#model/change/scope.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding, GroundedFinding } from "#model/grounding.ts";
import { numberClusters } from "#evidence/number-clusters.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding, type RoundLink } from "#model/history/lineage.ts";
import type { Demonstration, Verification } from "#model/panel/verification.ts";
import type { EarlierFinding } from "#steps/build-context/bundle-input.ts";
import { earlierFor } from "#steps/build-context/earlier-for.ts";
import { findFixElsewhere } from "#steps/history/trace/find-fix-elsewhere.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { groundFixVerdict } from "#steps/ground-findings/ground-fix-verdict.ts";
import { messageOf } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { ReviewerResult } from "../ask-panel.ts";
import type { Remember } from "../gather-problems.ts";
import type { Story } from "../write-record.ts";
import { judgeAgain } from "./judge-again.ts";
import { knowEarlier, type KnownStory } from "./know-earlier.ts";
import type { Recalled } from "./recall-story.ts";
import { placesOf, symbolsOf } from "#steps/history/match/symbols-of.ts";
import { tellLineage } from "./tell-lineage.ts";
import { tellPrevious } from "./tell-previous.ts";

/** What a round does with what it knows of those before it. */
export interface StoryTeller {
  /** For the reviewers: what was raised before, and what the code says became of it. */
  earlier(): Promise<readonly EarlierFinding[]>;
  /** Which of the problems that are raised now people decided against. */
  readonly remember: Remember;
  /** Where each problem comes from, and what became of each earlier one. */
  tell(said: Told): Promise<Story & { readonly clusters: readonly RuledCluster[] }>;
}

/** The round that has a past. */
export interface StoryRound {
  readonly opened: OpenedChange;
  readonly index: ChangeIndex;
  readonly source: GroundingSource;
  readonly panel: readonly Reviewer[];
  /** Repros are run by us: a script may yet show what it says. */
  readonly allowRun: boolean;
  readonly today: string;
}

/** What the panel said, checked, joined and looked at twice. */
export interface Told {
  readonly clusters: readonly RuledCluster[];
  readonly results: readonly ReviewerResult[];
  readonly groundings: readonly FindingGrounding[];
  readonly verifications?: readonly Verification[];
  readonly demonstrations?: readonly Demonstration[];
}

/** Begins to look into the past; the panel need not wait for it. */
export function openStory(recalled: Recalled, round: StoryRound): StoryTeller {
  // What cannot be followed must not cost the review that is paid for: it is told without its past, and says so.
  const known = knowEarlier(recalled, round).catch((error: unknown) => knowNothing(recalled, round, messageOf(error)));
  // Whoever asks is told; until then a fault must not end the program.
  known.catch(() => undefined);
  const judge = async (grounded: readonly GroundedFinding[], demonstrations?: readonly Demonstration[]) => {
    const symbols = await symbolsOf(grounded, round.index);
    const isPending = (finding: Finding): boolean =>
      round.allowRun && demonstrations === undefined && hasScript(finding);
    const said = { grounded, symbols, today: round.today, isPending, ...omitUndefined({ demonstrations }) };
    const story = await known;
    await story.lookAt(new Set(grounded.flatMap((each) => placesOf(each).map(({ path }) => path))));
    return { symbols, judged: await judgeAgain(story, said) };
  };
  return {
    earlier: async () => toldReviewers(await known, round),
    async remember(grounded) {
      const { problems } = await known;
      if (problems.length === 0) return undefined;
      const { judged } = await judge(grounded);
      return (members, severity) => judged.declined(members, severity);
    },
    async tell(said) {
      const story = await known;
      const grounded = groundedOf(said);
      const { symbols, judged } = await judge(grounded, said.demonstrations ?? []);
      const verdicts = await groundVerdicts(said.results, round.source);
      const ruled = said.clusters.map((cluster) => judged.ruleAgain(cluster));
      const elsewhere = await fixedElsewhere(story, verdicts);
      const facts = { story, judged, verdicts, elsewhere, grounded, symbols, today: round.today };
      const findings = grounded.map(({ finding }) => finding);
      const numbered = numberClusters(ruled, { ...said, findings, reviewers: round.panel });
      const clusters = await tellLineage(numbered, facts);
      const previous = tellPrevious({ ...facts, clusters, ...panelOf(said, round) });
      const series = { ...story.series, ...citedIn(story, previous) };
      const { number, isLost = false } = story;
      return { clusters, number, series, previous, fixVerdicts: verdicts, isLost };
    },
  };
}

/** The story of a round whose past cannot be followed. No decision counts then, so nothing falls. */
async function knowNothing(recalled: Recalled, round: StoryRound, why: string): Promise<KnownStory> {
  const note = `the earlier rounds could not be followed, so nothing is said of them and no decision was applied: ${why}`;
  const story = await knowEarlier({ ...recalled, reviews: [], decisions: [], notes: [...recalled.notes, note] }, round);
  return { ...story, number: recalled.reviews.length + 1, isLost: recalled.reviews.length > 0 };
}

function panelOf({ results }: Told, { panel, opened }: StoryRound) {
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

const hasScript = ({ repros }: Finding): boolean => repros.some(({ script }) => script.trim() !== "");

/** Decisions on other changes are of interest only where they are about files of this one. */
function toldReviewers({ previous, problems, codeOf }: KnownStory, { opened }: StoryRound): readonly EarlierFinding[] {
  const paths = new Set(opened.change.scope.files.map(({ path }) => path));
  const told = previous.filter(
    ({ of, locations = [] }) => of?.round !== 0 || locations.some(({ path }) => paths.has(path)),
  );
  const changed = new Map(problems.map((problem) => [earlierName(problem.ref), codeOf(problem).isMaterial]));
  return earlierFor(told, problems, (name) => changed.get(name) === true);
}

function groundedOf({ results, groundings }: Told): GroundedFinding[] {
  const checked = new Map(groundings.map((grounding) => [grounding.finding, grounding]));
  return results.flatMap(({ findings }) =>
    findings.flatMap((finding) => {
      const grounding = checked.get(finding.id);
      return grounding === undefined ? [] : [{ finding, grounding }];
    }),
  );
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
