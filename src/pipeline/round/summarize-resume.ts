import type { Journal, JournalEntry } from "#adapters/store/journal.ts";
import { dropPart, rawOutputParts, keepInterruptedPart } from "#adapters/store/raw-output.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import { endedPasses } from "../ask-panel.ts";

/** Reports what an interrupted round has kept, and sets aside the partial output of reviewers that run again. */
export async function summarizeResume(
  journal: Journal,
  panel: readonly Reviewer[],
  entries: readonly JournalEntry[],
): Promise<RoundEvent> {
  const ended: string[] = [];
  const cut: { name: string; file: string; bytes: number }[] = [];
  for (const { id, name } of panel) {
    const { known, isOver } = endedPasses(entries, id);
    if (isOver) ended.push(name);
    for (const { part, pass } of await rawOutputParts(journal.folder, id)) {
      const run = known.find((entry) => entry.run.pass === pass)?.run;
      if (run?.outcome === "completed") await dropPart(journal.folder, part);
      const aside = run === undefined ? await keepInterruptedPart(journal.folder, part) : undefined;
      if (aside !== undefined) cut.push({ name, ...aside });
    }
  }
  return { type: "round:resume", id: journal.id, ended, cut };
}

/** What an interrupted round has cost so far, in US dollars, as far as its reviewers and verifiers reported it. */
export function spentBefore(entries: readonly JournalEntry[]): number {
  return entries.reduce((sum, entry) => sum + (costOf(entry) ?? 0), 0);
}

function costOf(entry: JournalEntry): number | undefined {
  switch (entry.type) {
    case "start":
    case "named":
      return undefined;
    case "reviewer":
      return entry.run.usage?.costUsd;
    case "verification":
      return entry.verification.usage?.costUsd;
    case "spent":
      return entry.costUsd;
  }
}
