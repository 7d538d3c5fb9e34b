import { DERIVED_TITLES } from "#grammar/report/own-parts.ts";
import { formatTable } from "#grammar/tables.ts";
import type { Report } from "#model/report.ts";
import { oneLine, truncate } from "#util/words.ts";
import { section } from "./render-computed.ts";

/** What was looked up of each raw finding at the commit: one word a place and a quote, in the finding's order. */
export function renderPlaces({ review }: Report): string[] {
  const rows = (review.groundings ?? [])
    .filter(({ places, quotes }) => places.length > 0 || quotes.length > 0)
    .map(({ finding, places, quotes }) => [finding, statuses(places), statuses(quotes)]);
  return rows.length === 0 ? [] : section(DERIVED_TITLES.places, [formatTable(["Finding", "Places", "Quotes"], rows)]);
}

/** What each reviewer remarked on the design, so that its count can be followed; the words are cut. */
export function renderObservations({ review }: Report): string[] {
  const rows = review.observations
    .filter(({ reviewer }) => reviewer !== undefined)
    .map(({ id, kind, text }) => [id, kind, truncate(oneLine(text), CUT)]);
  return rows.length === 0
    ? []
    : section(DERIVED_TITLES.observations, [formatTable(["Observation", "Kind", "Words"], rows)]);
}

function statuses(checked: readonly { readonly status: string }[]): string {
  return checked.map(({ status }) => status).join(", ") || "—";
}

const CUT = 120;
