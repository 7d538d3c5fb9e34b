import { expect, test } from "vitest";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import { openStory, type StoryRound } from "#pipeline/history/open-story.ts";
import { makeIndex } from "../../helpers/change.ts";
import { aReview } from "../../helpers/builders.ts";

test("a past that cannot be followed costs the review nothing, and is said", async () => {
  const index = await makeIndex({ base: { "a.ts": "one\n" }, head: { "a.ts": "two\n" } });
  const opened = {
    change: index.change,
    code: { commit: "h", readLines: () => Promise.resolve(undefined), find: () => Promise.resolve([]) },
    codeSince: () => Promise.reject(new Error("git is gone")),
  } as unknown as OpenedChange;
  const round = { opened, index, source: undefined, panel: [], today: "2026-11-16" };
  const reviews = [aReview({ scope: { head: "abc1234", commits: [], files: [], hunks: [] } })];
  const story = openStory(
    { reviews, decisions: [], notes: [], isBrought: () => false },
    round as unknown as StoryRound,
  );
  expect(await story.earlier()).toEqual([]);
  const matched = await story.match([], []);
  const told = await matched.trace([]);
  expect(told.number).toBe(2);
  expect(told.series.notes).toEqual([expect.stringContaining("git is gone")]);
  expect(told.previous).toEqual([]);
  // What was open there is not known any more, so that nobody may call the change fine.
  expect(matched.isLost).toBe(true);
});
