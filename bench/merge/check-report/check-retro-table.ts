import { readCoverage } from "./check-coverage.ts";
import { type Counts, type Facts, SEVERITIES, standsOf, total } from "./facts.ts";
import { tablesOf } from "./markdown.ts";
import type { Sheet } from "./read-sheet.ts";

/** What stands beside the ledger and has rows of its own. */
export interface Beside {
  readonly files: number | undefined;
  readonly calledClean: number | undefined;
  /** `` `src/a.ts` (I1, S2) `` for each file that it called clean. */
  readonly misses: readonly string[] | undefined;
  readonly places: { readonly exist: number; readonly checked: number };
  readonly quotes: { readonly stand: number; readonly elsewhere: number; readonly checked: number };
  readonly concerns: number;
  readonly strengths: number;
  /** What it says it ran, by the words for what its log says. */
  readonly runs: Counts;
  /** Files that it says it reviewed and never opened. */
  readonly unopened: number;
}

/** Adds up the other tables for one reviewer. */
export function besideOf(sheet: Sheet, { id, name }: Facts): Beside {
  const { files, claimants } = readCoverage(sheet);
  const isClaimant = claimants.includes(name);
  const stands = standsOf(sheet.rulings);
  const missed = files.filter(({ missedBy }) => missedBy.includes(id));
  const looked = rowsOf(sheet, "Places and Quotes Checked").filter(([finding = ""]) => finding.startsWith(`${id}:`));
  const places = looked.flatMap(([, cell = "—"]) => words(cell)).filter((word) => word !== "unreadable");
  const quotes = looked.flatMap(([, , cell = "—"]) => words(cell)).filter((word) => word !== "unchecked");
  const remarks = rowsOf(sheet, "Observations Raised").filter(([observation = ""]) => observation.startsWith(`${id}:`));
  return {
    files: isClaimant ? files.filter(({ claims }) => claims.get(name) !== "—").length : undefined,
    calledClean: isClaimant
      ? files.filter(({ claims }) => /^(?:clean|trivial)$/.test(claims.get(name) ?? "")).length
      : undefined,
    misses: isClaimant
      ? missed.map(
          ({ path, clusters }) => `${path} (${clusters.filter((one) => stands.get(one)?.has(id) !== true).join(", ")})`,
        )
      : undefined,
    places: { exist: places.filter((word) => /^(?:exists|removed)$/.test(word)).length, checked: places.length },
    quotes: {
      stand: quotes.filter((word) => /^(?:grounded|moved|ambiguous)$/.test(word)).length,
      elsewhere: quotes.filter((word) => word === "moved").length,
      checked: quotes.length,
    },
    concerns: remarks.filter(([, kind]) => kind === "concern").length,
    strengths: remarks.filter(([, kind]) => kind === "strength").length,
    runs: runsOf(sheet, id),
    unopened: sheet
      .computed("Runs and Readings Stated")
      .filter(({ text }) => text.startsWith(`- ${id}: never opened: `)).length,
  };
}

function runsOf(sheet: Sheet, id: string): Counts {
  const counts = new Map<string, number>();
  for (const { text } of sheet.computed("Runs and Readings Stated")) {
    const [, who = "", audit = ""] = /^- ([^\s:]+)(?::\S+)?: ([a-z ]+): /.exec(text) ?? [];
    if (who === id && audit !== "never opened") counts.set(audit, (counts.get(audit) ?? 0) + 1);
  }
  return counts;
}

/** Every cell of the computed table, against what the other tables add up to. */
export function* checkRetroTable(sheet: Sheet, facts: readonly Facts[]): Generator<string> {
  if (sheet.retro === undefined) return;
  if (sheet.retro.head.length - 1 !== sheet.panel.length)
    yield `retro: ${sheet.retro.head.length - 1} columns for ${sheet.panel.length} reviewers`;
  for (const [at, own] of facts.entries()) {
    const expected = expectedCells(own, besideOf(sheet, own));
    for (const [label = "", ...cells] of sheet.retro.rows) {
      if (MEASURED.includes(label)) continue;
      const wanted = expected.get(label);
      const cell = cells[at] ?? "";
      if (wanted === undefined) yield `retro, ${label}: nothing to check it against`;
      else if (cell !== wanted && sorted(cell) !== sorted(wanted))
        yield `retro, ${own.name}, ${label}: ${cell}, by the rows ${wanted}`;
    }
    for (const label of expected.keys()) {
      if (!sheet.retro.rows.some(([printed]) => printed === label)) yield `retro: the row ${label} is missing`;
    }
  }
}

/** Taken from a clock or from the run, not counted from anything that the report lists. */
const MEASURED = ["Outcome", "Duration", "Tool calls", "Did what it must not"];

function expectedCells(own: Facts, beside: Beside): ReadonlyMap<string, string> {
  const known = (text: string | number): string => (own.isKnown ? String(text) : "unknown");
  const { quotes, places, misses, files } = beside;
  const levels = (from: string, to: string): number =>
    SEVERITIES.findIndex((severity) => severity === from) - SEVERITIES.findIndex((severity) => severity === to);
  const changes = (worse: boolean): string => {
    const list = [...own.changes].flatMap(([change, number]) => {
      const [from = "", to = ""] = change.split(" ");
      return levels(from, to) < 0 === worse ? [`${number} ${letter(from)}→${letter(to)}`] : [];
    });
    return known(list.join(", ") || 0);
  };
  const tally = (counts: Counts, word: (key: string) => string): string =>
    known([...counts].map(([key, number]) => `${number} ${word(key)}`).join(", ") || 0);
  const remarks = beside.concerns + beside.strengths;
  const said = `${plural(beside.concerns, "concern")}, ${plural(beside.strengths, "strength")}`;
  return new Map([
    ["Raised", known(letters(own.raised))],
    ["Raised and kept", known(own.kept)],
    ["Contributed to", letters(own.behind)],
    ["Alone", letters(own.alone)],
    ["Merged with others", known(own.merged)],
    ["Raised by nobody else", known(own.kept - own.merged)],
    ["Downgraded", changes(true)],
    ["Promoted", changes(false)],
    ["Moved", tally(own.routed, (key) => `to ${key}`)],
    ["Dropped", tally(own.dropped, (key) => key)],
    ["False positives", known(own.dropped.get("refuted") ?? 0)],
    ["Observations", remarks > 0 ? said : known(said)],
    ["Files reviewed", String(files ?? "unknown")],
    ["Files called clean or trivial", String(beside.calledClean ?? "unknown")],
    [
      "Coverage misses",
      misses === undefined ? "unknown" : misses.length === 0 ? "0" : `${misses.length}: ${misses.join(", ")}`,
    ],
    ["Cited places that exist", places.checked === 0 ? "unknown" : `${places.exist} of ${places.checked}`],
    [
      "Quotes found",
      quotes.checked === 0
        ? "unknown"
        : `${quotes.stand} of ${quotes.checked}${quotes.elsewhere === 0 ? "" : `, ${quotes.elsewhere} elsewhere`}`,
    ],
  ]);
}

/** `1C 2I`, as the report writes counts. */
export function letters(counts: Counts): string {
  const parts = SEVERITIES.filter((severity) => counts.has(severity)).map(
    (severity) => `${counts.get(severity)}${letter(severity)}`,
  );
  return total(counts) === 0 ? "none" : parts.join(" ");
}

const letter = (severity: string): string => severity.charAt(0).toUpperCase();

const plural = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const words = (cell: string): string[] => (cell === "—" ? [] : cell.split(", "));

/** Parts of a tally may stand in any order. */
const sorted = (cell: string): string => cell.split(", ").toSorted().join(", ");

function rowsOf(sheet: Sheet, title: string): readonly (readonly string[])[] {
  return tablesOf(sheet.computed(title))[0]?.rows ?? [];
}
