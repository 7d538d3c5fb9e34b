import type { Finding } from "#model/finding.ts";
import { clusterId, findingIdSchema, reviewId } from "#model/ids.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { indexEarlier } from "#steps/history/match/earlier-index.ts";
import { FindingMatcher } from "#steps/history/match/finding-matcher.ts";
import type { CorpusSeries } from "./series.ts";

/** Milliseconds of processor time for reading what is known, and for asking about all findings of a round. */
export interface SpeedFigures {
  readonly findings: number;
  readonly problems: number;
  readonly wordings: number;
  readonly reading: number;
  readonly asking: number;
}

/** A large round against a long history, made of the corpus's findings. */
export function measureSpeed(
  series: readonly CorpusSeries[],
  counts = { findings: 200, problems: 300, words: 5 },
): SpeedFigures {
  const pool = series.flatMap(({ rounds }) => rounds.flatMap(({ review }) => review.findings));
  const pick = (at: number): Finding => pool[(at * 7919) % pool.length]!;
  const findings = Array.from({ length: counts.findings }, (_, at) => ({
    ...pick(at),
    id: findingIdSchema.parse(`claude:S${at + 1}`),
  }));
  const known = Array.from({ length: counts.problems }, (_, at) => problemOf(at, pick, counts.words));
  const spent = (): number => process.cpuUsage().user / 1000;
  const started = spent();
  const index = indexEarlier(known);
  const read = spent();
  const matcher = new FindingMatcher(index, { findings });
  for (const { id } of findings) matcher.match([id]);
  const asked = spent();
  return {
    findings: counts.findings,
    problems: counts.problems,
    wordings: counts.problems * counts.words,
    reading: Math.round(read - started),
    asking: Math.round(asked - read),
  };
}

function problemOf(at: number, pick: (at: number) => Finding, words: number): EarlierProblem {
  const wordings = Array.from({ length: words }, (_, word) => {
    const finding = pick(at * words + word + 1);
    return { ...finding, body: `${finding.body} ${at} ${word}` };
  });
  const ref = { review: reviewId("20260101-000000-pr-1"), round: 1, cluster: clusterId(`S${at + 1}`) };
  const { title, severity, locations } = wordings[0]!;
  return {
    ref,
    sightings: [ref],
    printed: [ref],
    title,
    severity,
    locations,
    rung: "asserted",
    symbols: [],
    head: undefined,
    identities: [],
    wordings,
    reviewers: [],
  };
}
