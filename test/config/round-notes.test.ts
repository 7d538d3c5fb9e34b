import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRoundNotes } from "#config/round-notes.ts";

let home = "";
beforeEach(() => (home = mkdtempSync(join(tmpdir(), "deep-review-notes-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const round = (id: string) => ({ id, start: { type: "start", repository: "/hookrelay" } });

test("exactly the round that began is known: no other name, no other beginning", async () => {
  const notes = openRoundNotes({ HOME: home });
  await notes.note(round("a"));
  expect(await notes.knows(round("a"))).toBe(true);
  expect(await notes.knows(round("b"))).toBe(false);
  expect(await notes.knows({ ...round("a"), start: { type: "start", repository: "/elsewhere" } })).toBe(false);
});

test("rounds that begin at once are all known, and the oldest are forgotten", async () => {
  const notes = openRoundNotes({ HOME: home });
  await Promise.all(["a", "b", "c"].map((id) => notes.note(round(id))));
  expect(await Promise.all(["a", "b", "c"].map((id) => notes.knows(round(id))))).toEqual([true, true, true]);
  const path = join(home, ".config/deep-review/rounds.jsonl");
  writeFileSync(path, readFileSync(path, "utf8") + '{"id":"old"}\n'.repeat(1200));
  await notes.note(round("d"));
  expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(1000);
  expect([await notes.knows(round("a")), await notes.knows(round("d"))]).toEqual([false, true]);
});

test("a note that cannot be written fails nothing", async () => {
  writeFileSync(join(home, ".config"), "a file");
  const notes = openRoundNotes({ HOME: home });
  await notes.note(round("a"));
  expect(await notes.knows(round("a"))).toBe(false);
});
