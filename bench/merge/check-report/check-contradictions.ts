import { besideOf, letters } from "./check-retro-table.ts";
import { type Facts, total } from "./facts.ts";
import type { Sheet } from "./read-sheet.ts";

/** Where the report says that a written number is not what was computed: both are what they are called, and none lacks. */
export function* checkContradictions(sheet: Sheet, facts: readonly Facts[]): Generator<string> {
  const { head = [], rows = [] } = sheet.written ?? {};
  const due = new Set<string>();
  const columns = facts.map((own) => ({ own, misses: besideOf(sheet, own).misses }));
  for (const [label = "", ...cells] of rows) {
    for (const { own, misses } of columns) {
      const written = cells[head.indexOf(own.name) - 1];
      const wanted = computedFor(label, own, misses);
      if (written === undefined || wanted === undefined || !differs(written, wanted)) continue;
      due.add(`- ${own.name}, ${label}: written ${written}, computed ${wanted}`);
    }
  }
  for (const line of sheet.contradictions) {
    if (!due.has(line)) yield `differences: "${line.slice(2)}" does not follow from the tables`;
  }
  for (const line of due) {
    if (!sheet.contradictions.includes(line)) yield `differences: "${line.slice(2)}" is not said`;
  }
}

/** Only a plain number, or counts by letter, can differ; words may mean anything. */
function differs(written: string, wanted: string): boolean {
  const plain = written.replaceAll("*", "").trim();
  if (/^\d+$/.test(wanted)) return /^\d{1,4}\b/.test(plain) && Number.parseInt(plain, 10) !== Number(wanted);
  const isCounts = /^(?:\d{1,3}[CIS]\s*)+$/.test(plain) || /^(?:0|none)$/i.test(plain);
  const parts = (plain.match(/[1-9]\d*[CIS]/g) ?? []).toSorted().join(" ") || "none";
  return isCounts && parts !== wanted.split(" ").toSorted().join(" ");
}

function computedFor(label: string, own: Facts, misses: readonly string[] | undefined): string | undefined {
  if (/^findings$/i.test(label)) return letters(own.behind);
  if (/^unique insights/i.test(label)) return String(total(own.alone));
  if (/^coverage misses/i.test(label)) return misses === undefined ? undefined : String(misses.length);
  const severity = /^(critical|important|suggestion)/i.exec(label)?.[1]?.toLowerCase();
  return severity === undefined || !own.isKnown ? undefined : String(own.raised.get(severity) ?? 0);
}
