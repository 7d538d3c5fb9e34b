import { originsOf } from "./check-rounds.ts";
import { isKept, severityOf, standsOf } from "./facts.ts";
import { tablesOf } from "./markdown.ts";
import type { Sheet } from "./read-sheet.ts";

/** How many problems are probably unseen: counted from the rulings, and reckoned again. */
export function* checkUnseen(sheet: Sheet): Generator<string> {
  const lines = sheet.computed("Probably Unseen");
  const named = lines.map(({ text }) => /^Counted as independent: (.*)\.$/.exec(text)?.[1]).find(Boolean);
  if (named === undefined) return;
  const voices = named.split("; ").map((ids) => ids.split(", "));
  const sentence = lines.find(({ text }) => /^\d+ independent/.test(text))?.text ?? "";
  const origins = originsOf(sheet);
  const fresh = sheet.rulings.filter((row) => isKept(row) && !KNOWN.includes(origins.get(row.cluster) ?? ""));
  const stands = standsOf(sheet.rulings);
  const rows = tablesOf(lines)[0]?.rows ?? [];
  for (const [of, isIn] of GROUPS) {
    const row = rows.find(([label]) => label === of) ?? [];
    const own = fresh.filter((ruling) => isIn(severityOf(ruling)));
    const seen = own.map(({ cluster }) => voices.map((ids) => ids.some((id) => stands.get(cluster)?.has(id))));
    const expected = reckon(seen, voices.length);
    if (row.slice(1).join() !== expected.join())
      yield `unseen, ${of}: ${row.slice(1).join(", ")}, reckoned ${expected.join(", ")}`;
    const [unseen = "", interval = ""] = expected.slice(-2);
    const words =
      of === "all" ? null : new RegExp(`${LABELS[of]}: (\\d+ \\(95 %: \\d+ to \\d+\\))`, "i").exec(sentence);
    if (words !== null && words[1] !== `${unseen} (95 %: ${interval})`) yield `unseen, ${of}: said ${words[1]}`;
    if (of === "all") yield* checkSentence(sentence, expected, voices.length);
  }
}

/** Reviewers were told of these. */
const KNOWN: readonly string[] = ["carried-over", "moved", "re-raised"];

const GROUPS: readonly (readonly [string, (severity: string) => boolean])[] = [
  ["all", () => true],
  ["critical and important", (severity) => severity !== "suggestion"],
  ["suggestions", (severity) => severity === "suggestion"],
];

const LABELS: Readonly<Record<string, string>> = {
  "critical and important": "critical and important",
  suggestions: "suggestions",
};

function* checkSentence(sentence: string, expected: readonly string[], voices: number): Generator<string> {
  const counts = expected.slice(0, voices).map(Number);
  const found = counts.reduce((sum, count) => sum + count, 0);
  const [, who, what] = /^(\d+) independent reviewers? found (\d+) problems?\b/.exec(sentence) ?? [];
  if (who !== String(voices) || what !== String(found))
    yield `unseen: ${who} reviewers and ${what} problems, counted ${voices} and ${found}`;
  const shared = /, (\d+) of them seen by more than one\./.exec(sentence)?.[1];
  if (voices > 1 && shared !== String(found - (counts[0] ?? 0))) yield `unseen: ${shared} seen by more than one`;
  const [unseen, interval] = expected.slice(-2);
  const said = /(?:about (\d+) more|no sign of more) \(95 %: (\d+ to \d+)\)/.exec(sentence);
  const words = said === null ? "—,—" : `${said[1] ?? "0"},${said[2]}`;
  if (words !== `${unseen},${interval}`) yield `unseen: said ${words}, reckoned ${unseen},${interval}`;
}

/** How many were seen by one, two …; then the estimate and its interval, or two dashes. */
function reckon(seen: readonly (readonly boolean[])[], voices: number): string[] {
  const counts = seen.map((row) => row.filter(Boolean).length);
  const depths = Array.from({ length: voices }, (_, at) => counts.filter((count) => count === at + 1).length);
  const found = counts.filter((count) => count > 0).length;
  const shared = counts.filter((count) => count > 1).length;
  const isCarried = voices >= 3 && found >= 5 && shared >= 2;
  if (!isCarried) return [...depths.map(String), "—", "—"];
  const [point, low, high] = chao(depths, found);
  return [...depths, Math.round(point), `${Math.floor(low)} to ${Math.ceil(high)}`].map(String);
}

type Estimate = readonly [point: number, low: number, high: number];

function chao(depths: readonly number[], found: number): Estimate {
  const [q1 = 0, q2 = 0] = depths;
  const a = (depths.length - 1) / depths.length;
  const rest = (a * q1 * (q1 - 1)) / (2 * (q2 + 1));
  if (rest === 0) {
    const p = Math.exp(-depths.reduce((sum, count, at) => sum + count * (at + 1), 0) / found);
    return [0, 0, (found + 1.96 * Math.sqrt(found * p * (1 - p))) / (1 - p) - found];
  }
  const middle = (a * a * q1 * (2 * q1 - 1) * (2 * q1 - 1)) / (4 * (q2 + 1) * (q2 + 1));
  const last =
    q2 > 0 ? (a * a * q1 * q1 * q2 * (q1 - 1) ** 2) / (4 * (q2 + 1) ** 4) : -(a * a * q1 ** 4) / (4 * (found + rest));
  return around(rest, rest + middle + last);
}

function around(rest: number, variance: number): Estimate {
  const factor = Math.exp(1.96 * Math.sqrt(Math.log(1 + Math.max(0, variance) / (rest * rest))));
  return [rest, rest / factor, rest * factor];
}
