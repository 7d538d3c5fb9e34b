import type { Journal, JournalEntry } from "#adapters/store/journal.ts";
import { dropPart, setAsidePart } from "#adapters/store/raw-output.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";

/** Says what a round that was cut short had kept, and sets aside what those said who will speak again. */
export async function takeStock(
  journal: Journal,
  panel: readonly Reviewer[],
  entries: readonly JournalEntry[],
): Promise<RoundEvent> {
  const ended: string[] = [];
  const cut: { name: string; file: string; bytes: number }[] = [];
  for (const { id, name } of panel) {
    const entry = entries.find((known) => known.type === "reviewer" && known.run.reviewer === id);
    if (entry?.type === "reviewer") {
      ended.push(name);
      if (entry.run.outcome === "completed") await dropPart(journal.folder, id);
    } else {
      const part = await setAsidePart(journal.folder, id);
      if (part !== undefined) cut.push({ name, ...part });
    }
  }
  return { type: "round:resume", id: journal.id, ended, cut };
}
