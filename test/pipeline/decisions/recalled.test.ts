import { afterEach, beforeEach, expect, test } from "vitest";
import { collectProblems } from "#steps/history/collect/collect-problems.ts";
import { aDecidableReview, type DecidedArchive, makeDecidedArchive } from "../../helpers/decided-archive.ts";

let archive: DecidedArchive;
beforeEach(() => {
  archive = makeDecidedArchive();
});
afterEach(() => archive.remove());

test("what people write is what the next round recalls, until it is reopened", async () => {
  const review = aDecidableReview();
  await archive.store(review);
  const recalled = (series: string): string[] =>
    collectProblems([review], archive.decisions(), { today: "2026-11-03", series: [series] }).flatMap(
      ({ ref, decision }) => (decision === undefined ? [] : [`${ref.cluster} ${decision.kind}`]),
    );
  await archive.run("decline", "I1", "--because", "by design");
  await archive.run("accept-risk", "S1", "--because", "one tenant", "--only-here");
  expect(recalled("pr-42").toSorted()).toEqual(["I1 declined", "S1 accepted-risk"]);
  expect(recalled("pr-43")).toEqual(["I1 declined"]);
  await archive.run("reopen", "I1", "S1");
  expect(recalled("pr-42")).toEqual([]);
});
