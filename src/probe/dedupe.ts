import type { BreakAuthor, CodeBreak } from "#model/panel/probe.ts";
import type { PlannedBreak } from "./planned-break.ts";

/** Breaks with equal results once. The first one stays, and gets the authors of the others. */
export function dedupeBreaks(breaks: readonly PlannedBreak[]): PlannedBreak[] {
  const byResult = new Map<string, PlannedBreak>();
  for (const planned of breaks) {
    const key = `${planned.break.path}\n${planned.contents}`;
    const known = byResult.get(key);
    byResult.set(
      key,
      known === undefined ? planned : { ...known, break: addAuthors(known.break, planned.break.namedBy ?? []) },
    );
  }
  return [...byResult.values()];
}

/** A break that these propose, too. */
export function addAuthors(kept: CodeBreak, authors: readonly BreakAuthor[]): CodeBreak {
  const namedBy = [...(kept.namedBy ?? [])];
  for (const author of authors) if (!namedBy.some((each) => isSame(each, author))) namedBy.push(author);
  return namedBy.length === (kept.namedBy?.length ?? 0) ? kept : { ...kept, namedBy };
}

const isSame = (one: BreakAuthor, other: BreakAuthor): boolean =>
  one.reviewer === other.reviewer && one.finding === other.finding;
