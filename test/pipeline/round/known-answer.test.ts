import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Archive, openArchive } from "#adapters/store/archive.ts";
import { startJournal, type StartEntry } from "#adapters/store/journal.ts";
import type { Review } from "#model/review.ts";
import { digestAsked, digestDecided, findKnownAnswer, type KnownBefore } from "#pipeline/round/known-answer.ts";
import { aReview } from "../../helpers/builders.ts";
import { aComment, aPullRequest, aThread, ownComment } from "../../helpers/pull-talk.ts";

let folder = "";
let archive: Archive;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-known-"));
  archive = openArchive(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const [BASE, HEAD] = ["b".repeat(40), "a".repeat(40)];
const DAY = "2026-11-16";
const NOTHING: KnownBefore = { decisions: [], reviews: [] };
const startOf = (asked: string, before: KnownBefore, head: string): StartEntry => ({
  type: "start",
  tool: "deep-review 1",
  at: `${DAY}T10:00:00.000Z`,
  repository: folder,
  scope: { base: BASE, head, commits: [], files: [], hunks: [] },
  panel: [],
  paths: [],
  asked,
  decided: digestDecided(before, DAY),
});

/** A round that has ended, on this head. */
const answer = async (id: string, { asked = "all", before = NOTHING, head = HEAD } = {}): Promise<Review> => {
  const journal = await startJournal(folder, id);
  await journal.append(startOf(asked, before, head));
  const scope = { base: BASE, head, commits: [], files: [], hunks: [] };
  return aReview({ id: journal.id, series: { entries: [], notes: [] }, scope });
};
const find = async (known: Omit<KnownBefore, "reviews"> & { reviews: readonly Review[] }, day = DAY) => {
  const { pull } = known;
  const start = { ...startOf("all", known, HEAD), at: `${day}T11:00:00.000Z`, ...(pull && { pull }) };
  const begun = { knows: () => Promise.resolve(true), note: () => Promise.resolve() };
  const found = await findKnownAnswer({ archive, begun, start, ...known });
  return found === undefined ? undefined : [found.review.id, found.isWhole];
};

test("a pull request that now goes into another branch asks something else: other rules hold there", () => {
  const start = startOf("", NOTHING, HEAD);
  const into = (branch: string) => {
    const pull = aPullRequest({ title: branch });
    return digestAsked({ ...start, pull: { ...pull, base: { ...pull.base, branch } } }, undefined);
  };
  expect(into("main")).not.toBe(into("legacy"));
  expect(into("main")).toBe(into("main"));
});

describe("an answer from the archive", () => {
  test("is whole as long as the same decisions hold: one that ran out is judged anew", async () => {
    const decisions = [{ id: "D-0000000001", until: "2026-11-20" } as KnownBefore["decisions"][number]];
    const first = await answer("20261116-100000-one", { before: { ...NOTHING, decisions } });
    expect(await find({ decisions, reviews: [first] }, "2026-11-20")).toEqual([first.id, true]);
    expect(await find({ decisions, reviews: [first] }, "2026-11-21")).toEqual([first.id, false]);
    expect(await find({ decisions: [], reviews: [first] })).toEqual([first.id, false]);
  });

  test("is whole after this program edited its own posts, and not after somebody answered", async () => {
    const pull = (words: string, ...replies: string[]) => {
      const said = replies.map((body) => aComment("grace", body, { isOurs: true }));
      const own = { ...ownComment(), body: `${ownComment().body}${words}` };
      const theirs = { ...own, id: 2, isOurs: false };
      const threads = [aThread([own, aComment("grace", "Is it so?"), ...said]), aThread([theirs])];
      return aPullRequest({ threads, comments: [own, theirs] });
    };
    const first = await answer("20261116-100000-one", { before: { ...NOTHING, pull: pull("") } });
    expect(await find({ ...NOTHING, reviews: [first], pull: pull(" in round 2") })).toEqual([first.id, true]);
    // Also where it is written through the account that we speak as.
    expect(await find({ ...NOTHING, reviews: [first], pull: pull("", "It is.") })).toEqual([first.id, false]);
  });

  test("is not whole when the change is now said to go on with another, or when rounds before it came or went", async () => {
    const zero = await answer("20261115-100000-zero", { head: "1".repeat(40) });
    const first = await answer("20261116-100000-one", { before: { ...NOTHING, reviews: [zero] } });
    expect(await find({ decisions: [], reviews: [zero, first] })).toEqual([first.id, true]);
    expect(await find({ decisions: [], reviews: [first] })).toEqual([first.id, false]);
    expect(await find({ decisions: [], reviews: [zero, first], continues: "pr-7" })).toEqual([first.id, false]);
  });

  test("is the newest of this panel on this commit, also where another panel came after", async () => {
    const first = await answer("20261116-100000-one");
    const other = await answer("20261116-110000-two", { asked: "another panel" });
    const next = await answer("20261116-120000-three", { head: "2".repeat(40) });
    expect(await find({ decisions: [], reviews: [first, other] })).toEqual([first.id, true]);
    expect(await find({ decisions: [], reviews: [first, next] })).toBeUndefined();
  });
});
