import { isKept } from "./facts.ts";
import { tablesOf } from "./markdown.ts";
import type { Sheet } from "./read-sheet.ts";

/** The kind of each finding's origin, from the words of the report. */
export function originsOf(sheet: Sheet): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { text } of sheet.computed("Where Findings Come From")) {
    const [, id, words = ""] = /^- ([CISFRX]\d+(?:~\d+)?): (.*)$/.exec(text) ?? [];
    if (id !== undefined) origins.set(id, KINDS.find(([start]) => words.startsWith(start))?.[1] ?? "unknown");
  }
  return origins;
}

const KINDS: readonly (readonly [string, string])[] = [
  ["new; its lines are as in round 1", "latent"],
  ["new; its lines came after round 1", "new code"],
  ["introduced by ", "introduced"],
  ["carried over from ", "known"],
  ["re-raised as ", "known"],
  ["contradicts the advice of ", "contradicts"],
];

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
  const own = trend.at(-1);
  if (own === undefined) return;
  const kept = sheet.rulings.filter(isKept);
  const count = (kind: string): number => kept.filter(({ cluster }) => origins.get(cluster) === kind).length;
  const expected = [kept.length, count("latent"), count("introduced"), count("new code")];
  if (own.slice(2, 6).join() !== expected.join())
    yield `trend: this round has ${own.slice(2, 6).join(", ")}, counted ${expected.join(", ")}`;
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
  ["partly-fixed", "partly fixed"],
  ["open", "open"],
  ["declined", "declined"],
  ["accepted-risk", "accepted as a risk"],
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
  if (said !== `Round ${rounds}. ${all}`) yield `earlier findings: «${said}», by the table «Round ${rounds}. ${all}»`;
}
