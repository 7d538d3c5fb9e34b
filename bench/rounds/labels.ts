import type { RuledCluster } from "#model/cluster.ts";
import type { Review } from "#model/review.ts";
import type { CorpusSeries } from "./series.ts";

/** A finding of a report and the findings of earlier reports that it says it is, any of them. */
export interface Label {
  readonly at: number;
  readonly review: Review;
  readonly cluster: RuledCluster;
  readonly earlier: readonly { readonly review: Review; readonly cluster: RuledCluster }[];
  /** `same`: still open or raised again. `fix`: brought in by the fix of the earlier one, so another problem. */
  readonly kind: "same" | "fix";
}

const NAMED = /\b(?:round|R)\s?(\d{1,2})(?:'s)?\s([CIS]\d{1,2}(?:(?:\/| and )[CIS]\d{1,2})*)/i;
const SAME = /unaddressed|deferred|re-raises|restates|carry-over|carries forward/i;
const FIX = /fix (?:introduced|collateral|also dropped)|short-circuit was meant|fix added/i;

/** What the reports themselves say of the identity of their findings across rounds. */
export function labelsOf({ rounds }: CorpusSeries): Label[] {
  return rounds.flatMap(({ review }, at) =>
    review.clusters.flatMap((cluster) => {
      const said = sentencesOf(cluster);
      const same = said.find((text) => SAME.test(text) && NAMED.test(text));
      const fix = said.find((text) => FIX.test(text) && NAMED.test(text));
      const found = same ?? fix;
      if (found === undefined) return [];
      const [, round, ids = ""] = NAMED.exec(found) ?? [];
      const before = rounds.slice(0, at).map((each) => each.review);
      const named = before.find((each) => each.round.number === Number(round));
      const earlier = (named?.clusters ?? [])
        .filter(({ id }) => ids.split(/\/| and /).includes(id))
        .map((each) => ({ review: named!, cluster: each }));
      return earlier.length === 0
        ? []
        : [{ at, review, cluster, earlier, kind: same === undefined ? ("fix" as const) : ("same" as const) }];
    }),
  );
}

function sentencesOf({ statement }: RuledCluster): string[] {
  if (statement === undefined) return [];
  return [...statement.notes, ...statement.body.split(/\.\s|\n/)];
}
