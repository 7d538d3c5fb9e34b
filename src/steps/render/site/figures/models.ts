import type { ArchiveView } from "#model/archive.ts";
import { quantile } from "../../charts/numbers.ts";
import { roughDuration } from "../../words.ts";
import type { ChartFigure } from "./figure-card.ts";
import { rateOnly, rawBase } from "./rates.ts";
import { plural } from "#util/words.ts";

/** The figures of each model that a reviewer used; nothing where none used two. */
export function byModel(view: ArchiveView): ChartFigure | undefined {
  const changed = view.reviewers.filter((record) => record.byModel.length > 1);
  if (changed.length === 0) return undefined;
  return {
    id: "models",
    title: "By model",
    reading: `${plural(changed.length, "reviewer")} used more than one model.`,
    base: rawBase(view),
    table: {
      columns: ["Reviewer, model", "Reviews", "Raised", "Kept", "Kept rate", "Refuted", "Median time"],
      rows: changed.flatMap((record) =>
        record.byModel.map(({ model, tally: { reviews, raised, kept, refuted, durations } }) => {
          const middle = quantile(durations, 0.5);
          return {
            name: `${record.name}, ${model ?? "model not stated"}`,
            cells: [
              reviews,
              raised.all,
              kept,
              rateOnly(kept, raised.all),
              refuted,
              middle === undefined ? "unknown" : roughDuration(middle),
            ],
          };
        }),
      ),
    },
    wide: true,
  };
}
