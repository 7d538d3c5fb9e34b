import type { Journal, JournalEntry } from "#adapters/store/journal.ts";
import { dropPart, rawOutputParts, keepInterruptedPart } from "#adapters/store/raw-output.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import { endedPasses } from "../ask-panel.ts";

/** Says what a round that was cut short had kept, and sets aside what those said who will speak again. */
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
