import { readTable } from "#grammar/tables.ts";
import { severityOfWord } from "#grammar/severity-words.ts";
import { reportsNothing } from "../reports-nothing.ts";
import { itemOf, type LooseItem } from "./loose-item.ts";

/** The items of a table, one per row, and its number of lines. */
export interface TableItems {
  readonly items: readonly LooseItem[];
  readonly length: number;
}

type Role = "title" | "text" | "path" | "line" | "severity" | "label" | "other";

const ROLES: readonly (readonly [Role, RegExp])[] = [
  ["severity", /^(?:severity|priority|sev|level|rating|impact)$/],
  ["label", /^(?:|#|id|no|nr|number|label|ref)$/],
  ["path", /^(?:file|files|path|paths|location|locations|place|places|where|file line|file lines|module)$/],
  ["line", /^(?:line|lines|line number|ln)$/],
  ["title", /^(?:title|issue|finding|problem|bug|name|summary|what|headline|defect|concern|vulnerability)$/],
  ["text", /^(?:description|details?|explanation|comment|message|why|reason|evidence|notes?)$/],
];

/** Reads the table that begins at a line; undefined if none does. */
export function tableItems(lines: readonly string[], start: number, number: number): TableItems | undefined {
  if (lines[start]?.trimStart().startsWith("|") !== true) return undefined;
  const table = readTable(lines, start);
  if (table === undefined) return undefined;
  const roles = table.head.map(roleOf);
  const items = table.rows.flatMap((cells, at) => {
    const row = rowItem(cells, { head: table.head, roles }, number + 2 + at);
    return row === undefined ? [] : [row];
  });
  const [first, ...others] = items;
  // Without findings, and with a head that does not fit, it is ordinary text.
  if (first === undefined) return roles.every((role) => role === "other") ? undefined : { items, length: table.length };
  return { items: [{ ...first, number }, ...others], length: table.length };
}

function roleOf(cell: string): Role {
  const words = cell
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#]+/gu, " ")
    .trim();
  return ROLES.find(([, pattern]) => pattern.test(words))?.[0] ?? "other";
}

interface Columns {
  readonly head: readonly string[];
  readonly roles: readonly Role[];
}

function rowItem(cells: readonly string[], { head, roles }: Columns, number: number): LooseItem | undefined {
  // A bare number before "None" adds nothing to it.
  const said = cells.filter(
    (cell, at) => isFilled(cell) && roles[at] !== "label" && severityOfWord(cell) === undefined,
  );
  if (said.every(reportsNothing)) return undefined;
  const column = (role: Role): number => roles.findIndex((each, at) => each === role && isFilled(cells[at]));
  const at = [
    column("title"),
    column("text"),
    roles.findIndex((role, index) => role === "other" && isFilled(cells[index])),
  ];
  const titled = at.find((index) => index >= 0) ?? cells.findIndex(isFilled);
  const severity = severityOfWord(cells[column("severity")] ?? "") ?? severityOfWord(words(cells[column("severity")]));
  const place = placeOf(cells[column("path")], cells[column("line")]);
  const label = /^[CIS]-?\d{1,3}$/.test(cells[column("label")] ?? "") ? `${cells[column("label")]}: ` : "";
  const rest = cells.flatMap((cell, index) =>
    index === titled || !isFilled(cell) ? [] : [`${head[index] ?? ""}${head[index] === undefined ? "" : ": "}${cell}`],
  );
  const item = itemOf({ first: `${label}${cells[titled] ?? ""}${place}`, rest, number, end: number });
  return severity === undefined ? item : { ...item, severity };
}

function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && /[\p{L}\p{N}]/u.test(cell);
}

function words(cell: string | undefined): string {
  return (
    (cell ?? "")
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
      .split(" ")[0] ?? ""
  );
}

/** ` — \`a.ts:3\`` as on a finding line. */
function placeOf(path: string | undefined, line: string | undefined): string {
  const file = path?.replaceAll(/[`*]/g, "").trim() ?? "";
  const range = /\d{1,9}(?:\s{0,2}[-–]\s{0,2}\d{1,9})?/.exec(line ?? "")?.[0] ?? "";
  if (file === "" || /[\s[\]]/.test(file)) return path === undefined || file === "" ? "" : ` — ${path}`;
  return ` — \`${file}${range === "" || /:\d/.test(file) ? "" : `:${range}`}\``;
}
