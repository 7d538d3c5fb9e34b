import type { ScannedLine } from "#grammar/lines.ts";
import { PANEL_COLUMNS } from "#grammar/report/own-parts.ts";
import { decodeCell, readTable } from "#grammar/tables.ts";
import { type Reviewer, reviewerSchema } from "#model/panel/reviewer.ts";

/** The reviewers as a report of ours lists them; undefined where the table is missing or somebody broke it. */
export function readStatedPanel(lines: readonly ScannedLine[]): readonly Reviewer[] | undefined {
  const texts = lines.map(({ text }) => text);
  const table = texts.map((_, at) => (texts[at]?.startsWith("|") ? readTable(texts, at) : undefined)).find(Boolean);
  if (table === undefined || PANEL_COLUMNS.some((column, at) => table.head[at] !== column)) return undefined;
  const reviewers = table.rows.map(readReviewer).filter((reviewer) => reviewer !== undefined);
  const ids = new Set(reviewers.map(({ id }) => id));
  return ids.size === table.rows.length && ids.size > 0 ? reviewers : undefined;
}

function readReviewer(row: readonly string[]): Reviewer | undefined {
  const [id, name, model, kind, family, effort] = row.map(decodeCell);
  const read = reviewerSchema.safeParse({
    id,
    name,
    kind,
    family,
    ...filled("model", model),
    ...filled("effort", effort),
  });
  return read.success ? read.data : undefined;
}

const filled = (key: string, value: string | undefined): Record<string, string> =>
  value === undefined || value === "" ? {} : { [key]: value };
