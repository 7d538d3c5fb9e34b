import type { ArchiveView } from "#model/archive.ts";
import { plural } from "#util/words.ts";
import type { ChartFigure } from "./figure-card.ts";
import { mostAndLeast } from "./ranking.ts";
import { NOTHING_KNOWN, ranked, rateOnly, rateRows, same } from "./rates.ts";

/** How many of the cited places and quotes are really in the reviewed code. */
export function locationAccuracy(view: ArchiveView): ChartFigure {
  const all = ranked(view, ({ locations: { places, quotes } }) => ({
    part: places.exist + quotes.stand,
    whole: places.checked + quotes.checked,
  }));
  const checked = view.reviewers.filter(({ overall }) => overall.locations.reviews > 0);
  const bases = checked.map(({ name, overall }) => `${name} ${plural(overall.locations.reviews, "review")}`).join(", ");
  return {
    id: "locations",
    title: "Places and quotes that fit",
    reading: mostAndLeast(all, { subject: same, does: "cites what is there" }) ?? NOTHING_KNOWN,
    chart: rateRows(all, "of the places and quotes it cites are in the code"),
    base: `Cited places that exist at the reviewed commit and quotes that stand in its code, at the cited lines or elsewhere. Only reviews whose commit was at hand count${bases === "" ? "" : ` (${bases})`}.`,
    table: {
      columns: ["Reviewer", "Places", "Exist", "Quotes", "Stand", "Elsewhere than cited", "Fit"],
      rows: all.map(({ record, part, whole }) => {
        const { places, quotes } = record.overall.locations;
        return {
          name: record.name,
          cells: [places.checked, places.exist, quotes.checked, quotes.stand, quotes.elsewhere, rateOnly(part, whole)],
        };
      }),
    },
  };
}
