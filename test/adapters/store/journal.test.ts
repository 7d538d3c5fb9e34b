import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type JournalEntry,
  readJournal,
  startJournal,
  type StartEntry,
  unfinishedRounds,
} from "#adapters/store/journal.ts";
import { withRoundLock } from "#adapters/store/round-lock.ts";
import { aFinding, aReviewer, aRun, aScope } from "../../helpers/builders.ts";

let archive = "";
beforeEach(async () => {
  archive = await mkdtemp(join(tmpdir(), "deep-review-journal-"));
});
afterEach(() => rm(archive, { recursive: true, force: true }));

const START: StartEntry = {
  type: "start",
  tool: "deep-review",
  at: "2026-11-15T20:45:12.000Z",
  repository: "/r",
  scope: aScope(),
  panel: [aReviewer()],
  paths: [],
};
const ENDED: JournalEntry = { type: "reviewer", run: aRun(), findings: [aFinding()] };

test("entries come back in order", async () => {
  const journal = await startJournal(archive, "round");
  await journal.append(START);
  await journal.append(ENDED);
  const { entries } = await readJournal(archive, "round");
  expect(entries).toEqual([START, ENDED]);
  // To the letter: a resumed round writes the same record.
  expect(JSON.stringify(entries)).toBe(JSON.stringify([START, ENDED]));
});

test("verdicts on fixes come back with what else a reviewer said", async () => {
  const journal = await startJournal(archive, "round");
  const fixVerdicts = [
    {
      reviewer: aRun().reviewer,
      pass: 1,
      of: "R2.I3",
      closes: "partly" as const,
      introduces: [aFinding().id],
      locations: [{ path: "src/mail.ts", start: 1, end: 2 }],
      quotes: ["return;"],
      text: "R2.I3: closes partly",
    },
  ];
  await journal.append(START);
  await journal.append({ ...ENDED, fixVerdicts } as JournalEntry);
  expect((await readJournal(archive, "round")).entries[1]).toEqual({ ...ENDED, fixVerdicts });
});

test("a line cut by a crash is left out and does not swallow the next one", async () => {
  const journal = await startJournal(archive, "round");
  await journal.append(START);
  await appendFile(join(journal.folder, "events.jsonl"), '{"type":"reviewer","run":{"rev');
  expect((await readJournal(archive, "round")).entries).toEqual([START]);
  await journal.append(ENDED);
  expect((await readJournal(archive, "round")).entries).toEqual([START, ENDED]);
});

test("two rounds of one name get folders of their own", async () => {
  const names = await Promise.all([startJournal(archive, "x"), startJournal(archive, "x"), startJournal(archive, "x")]);
  expect(names.map(({ id }) => id).sort()).toEqual(["x", "x-2", "x-3"]);
});

test("a round without a record is unfinished", async () => {
  const journal = await startJournal(archive, "round");
  await journal.append(START);
  expect(await unfinishedRounds(archive)).toEqual(["round"]);
  await writeFile(join(journal.folder, "review.json"), "{}");
  expect(await unfinishedRounds(archive)).toEqual([]);
});

test("only one process works on a round; the lock of one that is gone does not count", async () => {
  const journal = await startJournal(archive, "round");
  await withRoundLock(journal, async () => {
    await expect(withRoundLock(journal, async () => 1)).rejects.toMatchObject({ what: "review round is running" });
  });
  await writeFile(join(journal.folder, "lock"), "999999999");
  expect(await withRoundLock(journal, async () => "done")).toBe("done");
  await expect(readFile(join(journal.folder, "lock"))).rejects.toThrow();
});

test("a round that is not there cannot be resumed, and the error says what to do", async () => {
  await expect(readJournal(archive, "nope")).rejects.toMatchObject({ what: "cannot resume nope" });
});

test.each([
  ["another program's line", { type: "order", id: 7 }, /line 2 .* damaged or not ours/],
  ["a line that is no object", 7, /line 2/],
  ["a reviewer without a run", { type: "reviewer", findings: [] }, /line 2 .*run/],
  ["a second start", START, /begins twice/],
  ["a finding of somebody else", { ...ENDED, run: { ...aRun(), reviewer: "other" } }, /another reviewer/],
  ["one finding twice", { ...ENDED, findings: [aFinding(), aFinding()] }, /same id/],
  [
    "a reviewer that was not asked",
    { ...ENDED, run: { ...aRun(), reviewer: "other" }, findings: [] },
    /not on its panel/,
  ],
])("a journal with %s is an error that says so", async (_, entry, why) => {
  const journal = await startJournal(archive, "round");
  await journal.append(START);
  await appendFile(join(journal.folder, "events.jsonl"), `${JSON.stringify(entry)}\n`);
  await expect(readJournal(archive, "round")).rejects.toMatchObject({
    what: "cannot resume round",
    why: expect.stringMatching(why),
    fix: expect.stringContaining("again"),
  });
});

test.each([
  ["names no commit", { ...START, scope: { ...aScope(), head: "--output=/x" } }],
  ["has two reviewers of one id", { ...START, panel: [...START.panel, ...START.panel] }],
  ["is an array", [START]],
])("a journal whose start %s is an error", async (_, entry) => {
  const journal = await startJournal(archive, "round");
  await writeFile(join(journal.folder, "events.jsonl"), `${JSON.stringify(entry)}\n`);
  await expect(readJournal(archive, "round")).rejects.toMatchObject({ what: "cannot resume round" });
});
