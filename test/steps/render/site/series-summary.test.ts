import { expect, test } from "vitest";
import { summarizeSeries } from "#steps/render/site/series-card.ts";
import { aDigest } from "../../../helpers/digests.ts";

test("a long series tells the figures of its newest rounds only", () => {
  const rounds = Array.from({ length: 9 }, (_, at) => {
    const history = { round: at + 1, latent: at + 1, introduced: 0, newCode: 0, others: 0, earlier: [] };
    const digest = { ...aDigest({ id: `r${at + 1}` }), history: at === 0 ? undefined : history };
    return { digest, position: at + 1, printed: undefined, sameCommits: false };
  });
  expect(summarizeSeries(rounds)).toContain("new in unchanged lines from round 4 on: 4, 5, 6, 7, 8, 9;");
});
