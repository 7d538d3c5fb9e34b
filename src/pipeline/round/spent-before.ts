import type { JournalEntry } from "#adapters/store/journal.ts";

/** What the part of a round that came before has cost, in US dollars, as far as its reviewers and verifiers told it. */
export function spentBefore(entries: readonly JournalEntry[]): number {
  return entries.reduce((sum, entry) => sum + (costOf(entry) ?? 0), 0);
}

function costOf(entry: JournalEntry): number | undefined {
  switch (entry.type) {
    case "start":
      return undefined;
    case "reviewer":
      return entry.run.usage?.costUsd;
    case "verification":
      return entry.verification.usage?.costUsd;
    case "spent":
      return entry.costUsd;
  }
}
