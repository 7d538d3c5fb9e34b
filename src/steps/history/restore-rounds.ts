import type { SeriesEntry } from "#model/history/lineage.ts";
import type { Review } from "#model/review.ts";

/** The rounds of a series, oldest first. A lost one has an empty record, so that every round keeps its number. */
export interface RestoredRounds {
  readonly reviews: readonly Review[];
  /** The lost rounds, as later records list them. */
  readonly lost: readonly SeriesEntry[];
  readonly notes: readonly string[];
}

/** Adds the rounds that records of the series list and that are lost. `whyLost` says what is wrong with a record. */
export function restoreRounds(reviews: readonly Review[], whyLost: (id: string) => string | undefined): RestoredRounds {
  const all: Review[] = [];
  const lost: SeriesEntry[] = [];
  const notes: string[] = [];
  for (const review of reviews) {
    const entries = review.series?.entries ?? [];
    for (const entry of entries) {
      const why = whyLost(entry.review);
      if (why === undefined || lost.some((each) => each.review === entry.review)) continue;
      lost.push(entry);
      all.push(emptyRecord(entry, review));
      notes.push(
        `the record of round ${entry.round} ${why}; its findings are known only as round ${entries.length + 1} lists them`,
      );
    }
    all.push(review);
  }
  return { reviews: all, lost, notes };
}

function emptyRecord({ review: id, head }: SeriesEntry, { schemaVersion, kind, origin, scope }: Review): Review {
  return {
    schemaVersion,
    id,
    kind,
    origin,
    title: id,
    scope: { ...scope, head },
    round: {},
    header: [],
    reviewers: [],
    runs: [],
    findings: [],
    observations: [],
    assessments: [],
    receipt: { claims: [], readings: [] },
    clusters: [],
    ledger: { entries: [] },
    verdict: { kind: "incomplete", because: "its record is lost", decidedBy: [] },
    sections: [],
    series: { entries: [], notes: [] },
    previous: [],
    decisions: [],
    excerpts: [],
    unplaced: [],
    gaps: [],
  };
}
