import type { Review } from "#model/review.ts";
import type { Unseen } from "#model/history/report-history.ts";
import { importReport } from "#import/import-report.ts";
import { digestReport } from "#stats/digest-report.ts";
import { groupSeries } from "#stats/series.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { collectProblems } from "#steps/history/collect/collect-problems.ts";
import { corpusReports } from "../lib/corpus.ts";

/** An estimate of one round beside what later rounds of the same series raised for the first time. */
export interface Later {
  readonly id: string;
  readonly estimate: NonNullable<Unseen["groups"][number]["estimate"]>;
  /** New in any later round: latent ones, and those that the fixes brought in. */
  readonly later: number;
}

/** How many rounds of the corpus there are, how many of them carry an estimate, and those that have a later round. */
export interface LaterRounds {
  readonly rounds: number;
  readonly told: number;
  readonly compared: readonly Later[];
  /** Why the others carry none. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Feeds the reports of each series in order. Whether a problem was there before cannot be told without the code. */
export function compareLaterRounds(corpus: string): LaterRounds {
  const reviews = new Map<string, Review>();
  for (const { id, text } of corpusReports(corpus)) {
    const result = importReport(text, id);
    if (result.ok) reviews.set(id, result.review);
  }
  const compared: Later[] = [];
  const refused = new Map<string, number>();
  let told = 0;
  for (const series of groupSeries([...reviews.values()].map((review) => digestReport(buildReport(review))))) {
    const rounds = series.rounds.flatMap(({ digest }) => reviews.get(digest.id) ?? []);
    const known = collectProblems(rounds, [], { today: "2100-01-01", series: [] });
    const firstSeen = known.map(({ sightings }) => sightings[0]?.round ?? 0);
    for (const [at, review] of rounds.entries()) {
      const group = buildReport(review).unseen?.groups[0];
      if (group?.estimate === undefined) {
        const why = group?.why ?? "nobody of whom it could be asked";
        refused.set(why, (refused.get(why) ?? 0) + 1);
        continue;
      }
      told += 1;
      if (at === rounds.length - 1) continue;
      compared.push({
        id: review.id,
        estimate: group.estimate,
        later: firstSeen.filter((round) => round > at + 1).length,
      });
    }
  }
  return { rounds: reviews.size, told, compared, refused };
}
