import type { ArchiveView } from "#model/archive.ts";
import { mostAndLeast } from "./ranking.ts";
import type { ChartFigure } from "./figure-card.ts";
import { NOTHING_KNOWN, ranked, rateOnly, rateRows, rawBase } from "./rates.ts";

/** How many of a reviewer's kept findings another reviewer raised too. */
export function mergedShare(view: ArchiveView): ChartFigure {
  const all = ranked(view, ({ shared }) => ({ part: shared.merged, whole: shared.kept }));
  return {
    id: "merged",
    title: "Raised by others too",
    reading:
      mostAndLeast(all, { subject: (name) => `${name}'s kept findings`, does: "are raised by others too" }) ??
      NOTHING_KNOWN,
    chart: rateRows(all, "of its kept findings raised by others too"),
    base: `Raw findings in a published one that another reviewer stands behind too. Neither high nor low is good in itself: one confirms, the other adds. Counted in reviews with at least two reviewers at work. ${rawBase(view)}`,
    table: {
      columns: ["Reviewer", "Kept", "With others", "By nobody else", "Share with others"],
      rows: all.map(({ record, part, whole }) => ({
        name: record.name,
        cells: [whole, part, whole - part, rateOnly(part, whole)],
      })),
    },
  };
}
