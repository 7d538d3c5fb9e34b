import type { LastChange } from "#model/history/code-facts.ts";
import type { LineSpan } from "#model/finding.ts";
import { isDistinctiveCode } from "./code-at.ts";
import { type Comparison, newestOf, spanWithin } from "./comparison.ts";
import { mapLines, invertChange } from "./map-lines.ts";

/** Looks back from lines of the new head. Undefined: there is no such text. */
export async function lastChange(between: Comparison, path: string, lines?: LineSpan): Promise<LastChange | undefined> {
  const all = await between.to.readLines(path);
  const span = all === undefined ? undefined : spanWithin(all, lines);
  if (all === undefined || span === undefined) return undefined;
  const file = between.files.find((one) => one.path === path);
  if (file === undefined) return { isAfter: false };
  const isNew = file.status === "A" || file.status === "C" || file.status === "T";
  const mapped =
    isNew || file.runs === undefined ? undefined : mapLines(span, invertChange(file.runs), lines === undefined);
  if (mapped?.isTouched === false) return { isAfter: false };
  const text = all.slice(span.start - 1, span.end);
  if ((mapped?.unchanged ?? 0) === 0 && (await cameFromElsewhere(between, text, path))) return { isAfter: false };
  const commit = await newestOf(between, { path, span });
  return { isAfter: true, ...(commit !== undefined && { commit }) };
}

/** Lines that stood at one place of the old head and left it are old lines. */
async function cameFromElsewhere({ from, to }: Comparison, lines: readonly string[], path: string): Promise<boolean> {
  if (!isDistinctiveCode(lines)) return false;
  const then = await from.findAnywhere(lines);
  const [only] = then;
  if (only === undefined || then.length > 1) return false;
  const now = await to.find(lines, [only.path]);
  return now.length === (only.path === path ? 1 : 0);
}
