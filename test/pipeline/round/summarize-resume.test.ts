import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Journal, type JournalEntry, startJournal } from "#adapters/store/journal.ts";
import { summarizeResume } from "#pipeline/round/summarize-resume.ts";
import { aFailedRun, aReviewer, aRun } from "../../helpers/builders.ts";

let folder = "";
let journal: Journal;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-stock-"));
  journal = await startJournal(folder, "round");
  mkdirSync(join(journal.folder, "raw"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const raw = (name: string): string => join(journal.folder, "raw", name);
const ended = (run: JournalEntry & { type: "reviewer" }): JournalEntry => run;

test("every pass that was cut short is set aside, and what stands in the journal is not", async () => {
  for (const name of ["claude", "claude-p2", "claude-p3", "claude-2"]) writeFileSync(raw(`${name}.part.md`), name);
  const entries = [ended({ type: "reviewer", run: aRun({ pass: 2 }), findings: [], passes: 3 })];
  const panel = [aReviewer(), aReviewer({ id: "claude-2" })];
  const event = await summarizeResume(journal, panel, entries);
  expect(event).toMatchObject({ type: "round:resume", ended: [] });
  expect(event.type === "round:resume" && event.cut.map(({ file }) => file).sort()).toEqual([
    "raw/claude-2.cut-1.md",
    "raw/claude-p3.cut-1.md",
    "raw/claude.cut-1.md",
  ]);
  expect(readFileSync(raw("claude-p3.cut-1.md"), "utf8")).toBe("claude-p3");
  expect(existsSync(raw("claude-p2.part.md"))).toBe(false);
});

test("who ended is named once all passes have, and what one that failed said stays where it is", async () => {
  writeFileSync(raw("codex.part.md"), "half");
  const entries = [
    ended({ type: "reviewer", run: aRun(), findings: [] }),
    ended({ type: "reviewer", run: aFailedRun({ reviewer: "codex" }), findings: [] }),
  ];
  const event = await summarizeResume(journal, [aReviewer(), aReviewer({ id: "codex" })], entries);
  expect(event).toMatchObject({ ended: ["Claude", "Codex"], cut: [] });
  expect(readFileSync(raw("codex.part.md"), "utf8")).toBe("half");
});
