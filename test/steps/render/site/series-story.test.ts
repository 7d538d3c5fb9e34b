import { expect, test } from "vitest";
import { storyOf } from "#steps/render/site/series-story.ts";
import { aDigest } from "../../../helpers/digests.ts";

test("a long series tells the figures of its newest rounds only", () => {
  const rounds = Array.from({ length: 9 }, (_, at) => {
    const story = { round: at + 1, latent: at + 1, introduced: 0, newCode: 0, others: 0, earlier: [] };
    const digest = { ...aDigest({ id: `r${at + 1}` }), story: at === 0 ? undefined : story };
    return { digest, position: at + 1, printed: undefined, sameCommits: false };
  });
  expect(storyOf(rounds)).toContain("new in unchanged lines from round 4 on: 4, 5, 6, 7, 8, 9;");
});
