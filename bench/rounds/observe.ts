import type { PairModel } from "#likeness/pair-model.ts";
import { profileFindings, readFindingText } from "#likeness/finding-profile.ts";
import type { Finding } from "#model/finding.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierMatch } from "#model/history/lineage.ts";
import { contradicts } from "#steps/history/match/contradicts/contradicts.ts";
import { joinFindings } from "#steps/judge/cluster/join-findings.ts";
import { collectProblems } from "#steps/history/collect/collect-problems.ts";
import { wordingsOf } from "#steps/history/collect/wordings.ts";
import { indexEarlier } from "#steps/history/match/earlier-index.ts";
import { FindingMatcher } from "#steps/history/match/finding-matcher.ts";
import { alikeByWords, sameFileAndTitle } from "./baseline.ts";
import type { CorpusRound, CorpusSeries } from "./series.ts";

/** Some findings of a round, and the known problem that they were taken for. */
export interface Seen {
  readonly pullRequest: string;
  readonly review: string;
  /** Raw ids, or the id of a finding of the report. */
  readonly ids: readonly string[];
  readonly recognition: EarlierMatch | undefined;
  readonly problem: EarlierProblem | undefined;
}

/** Everything that was recognised in the corpus, down to low confidences. */
export interface Observations {
  /** Raw findings of hand-checked reports, each alone. */
  readonly alone: readonly Seen[];
  /** The same, joined as our merging joins them. */
  readonly joined: readonly Seen[];
  /** Findings of the reports, by their members and their own words. */
  readonly reported: readonly Seen[];
  /** Findings of the reports that are said to ask for the reverse of an earlier one. */
  readonly contradicting: readonly Seen[];
  /** Reports before which a problem was known that had been declined with a reason. */
  readonly atRisk: readonly string[];
  /** Raw findings by simple ways. */
  readonly byTitle: readonly Seen[];
  readonly byWords: readonly Seen[];
}

/** So far down it is worth looking at what was recognised. */
const LOOK_AT = 0.05;

/** Feeds the reports of each pull request in order; what is known before each is asked about what it says. */
export function observe(series: readonly CorpusSeries[], models: ReadonlyMap<string, PairModel>): Observations {
  const seen = series.flatMap((each) =>
    each.rounds.map((round, at) => observeRound({ ...each, round, at, model: models.get(each.pullRequest)! })),
  );
  const all = (part: Exclude<keyof Observations, "atRisk">): Seen[] => seen.flatMap((each) => each[part]);
  return {
    alone: all("alone"),
    joined: all("joined"),
    reported: all("reported"),
    contradicting: all("contradicting"),
    atRisk: seen.flatMap((each) => each.atRisk),
    byTitle: all("byTitle"),
    byWords: all("byWords"),
  };
}

/** What is known before a round of a series. */
export function knownBefore({ rounds, pullRequest }: CorpusSeries, at: number, model: PairModel): EarlierProblem[] {
  const before = rounds.slice(0, at).map(({ review }) => review);
  // Whether the branch or the pull request is meant: here all rounds are one series.
  const names = before.flatMap(({ scope }) => (scope.branch === undefined ? [] : [`branch-${scope.branch}`]));
  return collectProblems(before, [], {
    today: "2026-06-01",
    series: [`pr-${pullRequest}`, ...names],
    match: { model },
  });
}

interface Place extends CorpusSeries {
  readonly round: CorpusRound;
  readonly at: number;
  readonly model: PairModel;
}

function observeRound({ round, at, model, ...series }: Place): Observations {
  const { review, gold } = round;
  const known = knownBefore(series, at, model);
  const words = review.clusters
    .filter(({ ruling }) => ruling.kind === "keep")
    .map((cluster) => ({ id: cluster.id, said: wordingsOf(review, cluster) }));
  const findings = [...new Set([...review.findings, ...words.flatMap(({ said }) => said)])];
  const index = indexEarlier(known, { model, matchAt: LOOK_AT });
  const raw = new FindingMatcher(index, { findings: review.findings });
  const reported = new FindingMatcher(index, { findings });
  const note = (ids: readonly string[], recognition: EarlierMatch | undefined): Seen => {
    const problem = known.find(
      ({ ref }) => ref.review === recognition?.of.review && ref.cluster === recognition.of.cluster,
    );
    return { pullRequest: series.pullRequest, review: review.id, ids, recognition, problem };
  };
  const checked = gold === undefined ? [] : review.findings;
  return {
    alone: checked.map(({ id }) => note([id], raw.match([id]))),
    joined: join(checked, model).map((ids) => note(ids, raw.match(ids))),
    reported: words.map(({ id, said }) => note([id], reported.match(said.map((each) => each.id)))),
    atRisk: known.some(({ decision }) => decision?.kind === "declined" && decision.reason !== undefined)
      ? [review.id]
      : [],
    contradicting: words.flatMap(({ id, said }) => {
      const found = contradicts(said, known);
      return found === undefined ? [] : [note([id], found)];
    }),
    byTitle: checked.map((finding) => note([finding.id], sameFileAndTitle(finding, known))),
    byWords: alikeByWords(checked, known).map(([id, found]) => note([id], found)),
  };
}

function join(findings: readonly Finding[], model: PairModel): string[][] {
  const portraits = profileFindings(findings.map((finding) => readFindingText(finding)));
  return joinFindings(portraits, model === undefined ? {} : { model }).groups.map((members) =>
    members.map((at) => findings[at]!.id),
  );
}
