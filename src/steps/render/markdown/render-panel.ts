import { PANEL_COLUMNS, PANEL_TITLE } from "#grammar/report/own-parts.ts";
import { encodeCell, formatTable } from "#grammar/tables.ts";
import type { Report } from "#model/report.ts";

/** Who took part, as a table that a reader takes back. */
export function renderPanel({ review }: Report): string[] {
  if (review.reviewers.length === 0) return [];
  const rows = review.reviewers.map(({ id, name, model = "", kind, family, effort = "" }) =>
    [id, name, model, kind, family, effort].map(encodeCell),
  );
  return [`## ${PANEL_TITLE}`, formatTable(PANEL_COLUMNS, rows)];
}
