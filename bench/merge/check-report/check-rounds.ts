import { isKept, SEVERITIES, severityOf } from "./facts.ts";
import { tablesOf } from "./markdown.ts";
import type { Sheet } from "./read-sheet.ts";

/** The kind of each finding's origin. */
export function originsOf(sheet: Sheet): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { text } of sheet.computed("Where Findings Come From")) {
    const [, id, kind] = /^- ([CISFRX]\d+(?:~\d+)?) \(([a-z-]+)\): /.exec(text) ?? [];
    if (id !== undefined && kind !== undefined) origins.set(id, kind);
  }
  return origins;
}

/** An earlier finding that is not settled, by the table. */
export interface UnsettledRow {
  readonly ref: string;
  readonly severity: string;
  readonly isUnsure: boolean;
}

/** Earlier findings that are open, half fixed or of unknown fate, and that no kept finding of the same weight speaks for. */
export function unsettledOf(sheet: Sheet): readonly UnsettledRow[] {
  if (tablesOf(sheet.computed("Trend over Rounds")).length === 0) return [];
  const rank = (severity: string): number => SEVERITIES.findIndex((one) => one === severity);
  const kept = new Map(sheet.rulings.filter(isKept).map((row) => [row.cluster, rank(severityOf(row))]));
  const rows = tablesOf(sheet.computed("Earlier Findings"))[0]?.rows ?? [];
  return rows.flatMap(([ref = "", severity = "", , status = "", , , again = "—"]) => {
    if (rank(severity) < 0 || !["open", "partly fixed", "unknown"].includes(status)) return [];
    const isSpokenFor = again.split(", ").some((id) => (kept.get(id) ?? Infinity) <= rank(severity));
    return isSpokenFor ? [] : [{ ref, severity, isUnsure: status === "unknown" }];
  });
}

/** What the report of a later round says of earlier findings, and of where its own come from. */
export function* checkRounds(sheet: Sheet): Generator<string> {
  const rows = tablesOf(sheet.computed("Earlier Findings"))[0]?.rows ?? [];
  const clusters = new Set(sheet.rulings.map(({ cluster }) => cluster));
  const trend = tablesOf(sheet.computed("Trend over Rounds"))[0]?.rows ?? [];
  if (trend.length > 0) yield* checkSentence(sheet, rows, trend.length);
  for (const [ref = "", , , , , , again = "—"] of trend.length > 0 ? rows : []) {
    for (const id of again === "—" ? [] : again.split(", "))
      if (!clusters.has(id)) yield `earlier findings, ${ref}: raised again as ${id}, which there is not`;
  }
  const origins = originsOf(sheet);
  for (const id of origins.keys()) if (!clusters.has(id)) yield `origins: there is no ${id}`;
  for (const [at, row] of trend.entries()) yield* checkPoint(row, at + 1);
  yield* checkWorth(sheet);
  const own = trend.at(-1);
  if (own === undefined) return;
  const kept = sheet.rulings.filter(isKept);
  const count = (kind: string): number => kept.filter(({ cluster }) => origins.get(cluster) === kind).length;
  const expected = [kept.length, count("latent"), count("introduced"), count("new-code")];
  if (own.slice(2, 6).join() !== expected.join())
    yield `trend: this round has ${own.slice(2, 6).join(", ")}, counted ${expected.join(", ")}`;
}

/** Whether another round is worth it: which findings speak for it. */
function* checkWorth(sheet: Sheet): Generator<string> {
  const said = sheet.computed("Trend over Rounds").find(({ text }) => text.startsWith("Another round is "))?.text;
  if (said === undefined) return;
  const origins = originsOf(sheet);
  const grave = sheet.rulings.filter((row) => isKept(row) && severityOf(row) !== "suggestion");
  const isNew = (id: string): boolean => ["latent", "new-code", "introduced"].includes(origins.get(id) ?? "latent");
  const fresh = grave.map(({ cluster }) => cluster).filter(isNew);
  const standing = grave.map(({ cluster }) => cluster).filter((id) => !isNew(id));
  const silent = unsettledOf(sheet)
    .filter(({ severity }) => severity !== "suggestion")
    .map(({ ref }) => ref);
  const named = [...said.matchAll(/(?<=[ ,])(?:R\d+\.)?[CISF]\d+(?:~\d+)?(?=[ ,;])/g)].map(([id]) => id).sort();
  const more = [...said.matchAll(/ and (\d+) more/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const expected = [...fresh.slice(0, 5), ...[...standing, ...silent].slice(0, 5)].sort();
  const left = fresh.length + standing.length + silent.length - expected.length;
  if (named.join() !== expected.join() || more !== left)
    yield `worth: names ${named.join(", ")} and ${more} more, counted ${expected.join(", ")} and ${left} more`;
}

function* checkPoint(row: readonly string[], position: number): Generator<string> {
  const [round, , kept, ...parts] = row;
  if (round !== String(position)) yield `trend: round ${round} stands at ${position}`;
  if (parts.every((part) => part === "—")) return;
  const sum = parts.reduce((total, part) => total + Number(part), 0);
  if (sum !== Number(kept)) yield `trend, round ${round}: ${parts.join(" + ")} is not ${kept}`;
}

const STATUSES = [
  ["fixed", "fixed"],
  ["partly fixed", "partly fixed"],
  ["open", "open"],
  ["declined", "declined"],
  ["accepted risk", "accepted as a risk"],
  ["gone", "gone with its code"],
  ["unknown", "unknown"],
] as const;

function* checkSentence(sheet: Sheet, rows: readonly (readonly string[])[], rounds: number): Generator<string> {
  const said = sheet.computed("Earlier Findings").find(({ text }) => text.startsWith("Round "))?.text ?? "";
  const counts = STATUSES.map(([status, words]) => [rows.filter((row) => row[3] === status).length, words] as const);
  const parts = counts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  const list = parts
    .join(", ")
    .replace(/^1 /, "1 is ")
    .replace(/^(?!1 is )(\d+) /, "$1 are ");
  const all =
    rows.length === 0
      ? "The earlier rounds left no finding."
      : rows.length === 1
        ? `The one earlier finding is ${parts[0]?.slice(2)}.`
        : `Of ${rows.length} earlier findings ${list}.`;
  if (said !== `Round ${rounds}. ${all}`) yield `earlier findings: "${said}", by the table "Round ${rounds}. ${all}"`;
}
