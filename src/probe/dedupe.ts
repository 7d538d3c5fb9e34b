import type { BreakAuthor } from "#model/panel/probe.ts";
import type { PlannedBreak } from "./planned-break.ts";

/** Breaks with equal results once. The first one stays, and gets the authors of the others. */
export function dedupeBreaks(breaks: readonly PlannedBreak[]): PlannedBreak[] {
  const byResult = new Map<string, PlannedBreak>();
  for (const planned of breaks) {
    const key = `${planned.break.path}\n${planned.contents}`;
    const known = byResult.get(key);
    byResult.set(key, known === undefined ? planned : joinAuthors(known, planned));
  }
  return [...byResult.values()];
}

function joinAuthors(kept: PlannedBreak, other: PlannedBreak): PlannedBreak {
  const known = kept.break.namedBy ?? [];
  const fresh = (other.break.namedBy ?? []).filter((author) => !known.some((each) => isSame(each, author)));
  if (fresh.length === 0) return kept;
  return { ...kept, break: { ...kept.break, namedBy: [...known, ...fresh] } };
}

const isSame = (one: BreakAuthor, other: BreakAuthor): boolean =>
  one.reviewer === other.reviewer && one.finding === other.finding;
