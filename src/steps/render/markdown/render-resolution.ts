import { escapeProse } from "#grammar/report/escape-structure.ts";
import { reasonInAction } from "#grammar/report/own-parts.ts";
import { formatTable } from "#grammar/tables.ts";
import type { Report } from "#model/report.ts";

/** How the findings were resolved: the fields, a row per decision, and the notes. */
export function renderResolution({ review }: Report): string[] {
  const rows = review.decisions
    .filter(({ source }) => source === "resolution")
    .map(({ about, action, reason }, index) => {
      const stated = reason === undefined || reason === reasonInAction(action) ? "" : reason;
      return [String(index + 1), about.text, action, stated];
    });
  const { resolution } = review;
  if (resolution === undefined && rows.length === 0) return [];
  const fields = resolution?.fields.map(({ key, value }) => [`**${key}**`, value]) ?? [];
  return [
    "## Resolution",
    ...(fields.length === 0 ? [] : [formatTable(["", ""], fields)]),
    ...(rows.length === 0 ? [] : [formatTable(["#", "Finding", "Action", "Reason"], rows)]),
    ...(resolution?.notes === undefined ? [] : [escapeProse(resolution.notes)]),
  ];
}
