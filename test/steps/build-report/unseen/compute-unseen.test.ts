import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { aCluster, aFailedRun, aFinding, aReview, aReviewer, aRun, type Over } from "../../../helpers/builders.ts";

/** One cluster for each word: the first letters of the reviewers that saw it. */
function panel(ids: readonly string[], seen: readonly string[], over: Over<Review> = {}): Review {
  const clusters = seen.map((who, at) => {
    const severity = at % 2 === 0 ? "I" : "S";
    const own = ids.filter((id) => who.includes(id[0] ?? ""));
    return aCluster({ id: `${severity}${at + 1}`, members: own.map((id) => `${id}:${severity}${at + 1}`) });
  });
  const members = clusters.flatMap((cluster) => cluster.members.map(({ finding }) => finding));
  const findings = ids.flatMap((id) => members.filter((one) => one.startsWith(`${id}:`))).map((id) => aFinding({ id }));
  return aReview({ reviewers: ids.map((id) => aReviewer({ id })), findings, clusters, ...over });
}

const NINE = ["abc", "ab", "a", "a", "a", "b", "b", "c", "c"];
const IDS = ["ada", "brook", "cato"];
const unseenOf = (review: Review) => buildReport(review).unseen;

describe("how many problems are probably unseen", () => {
  test("is said in one sentence with the base, the interval and the severities that carry it", () => {
    expect(unseenOf(panel(IDS, NINE))?.sentence).toBe(
      "3 independent reviewers found 9 problems, 2 of them seen by more than one. By their overlap, at least about 7 more (95 %: 1 to 38) that reviewers like these can find are probably unseen.",
    );
    expect(unseenOf(panel(IDS, [...NINE, "ac", "ab", "bc"]))?.sentence).toMatch(
      / probably unseen\. By severity: critical and important: 2 \(95 %: 0 to 17\); suggestions: 1 \(95 %: 0 to 7\)\.$/,
    );
  });

  test("counts reviewers of one family as one", () => {
    const reviewers = [aReviewer({ id: "ada" }), aReviewer({ id: "brook" }), aReviewer({ id: "cato", family: "ada" })];
    expect(unseenOf(panel(IDS, NINE, { reviewers }))).toMatchObject({
      voices: [["ada", "cato"], ["brook"]],
      groups: [{ of: "all", seenBy: [7, 2] }, {}, {}],
    });
  });

  test.each<[string, Over<Review>]>([
    ["an analyzer", { reviewers: IDS.map((id) => aReviewer({ id, kind: id === "cato" ? "analyzer" : "agent" })) }],
    [
      "one that failed",
      { runs: IDS.map((id) => (id === "cato" ? aFailedRun({ reviewer: id }) : aRun({ reviewer: id }))) },
    ],
    [
      "one that did not end",
      { runs: IDS.map((id) => aRun({ reviewer: id, isPartial: id === "cato" ? true : undefined })) },
    ],
  ])("leaves out %s", (_, over) => {
    const unseen = unseenOf(panel(IDS, NINE, over));
    expect(unseen?.voices).toEqual([["ada"], ["brook"]]);
    expect(unseen?.sentence).toContain("cannot be estimated: it takes at least three independent reviewers.");
  });

  test("leaves out an agent that did not read the hunks", () => {
    const hunks = [1, 20, 40].map((line) => ({
      path: "src/deliver.ts",
      oldStart: line,
      oldLines: 1,
      newStart: line,
      newLines: 1,
    }));
    const review = panel(IDS, NINE);
    const read: Review = {
      ...review,
      scope: { ...review.scope, hunks },
      receipt: {
        ...review.receipt,
        readAll: review.reviewers.slice(0, 2).map(({ id }) => id),
        gate: { readers: 1, unread: [] },
      },
    };
    expect(unseenOf(read)?.voices).toEqual([["ada"], ["brook"]]);
  });

  test("counts only what no earlier round had raised, since reviewers were told of the rest", () => {
    const of = { review: "20261101-091500-pr-42", round: 1, cluster: "I1" };
    const review = panel(IDS, NINE);
    const [first, ...rest] = review.clusters;
    const known = aCluster({
      ...first,
      lineage: {
        kind: "carried-over",
        because: "it is open",
        recognised: { of, tier: "exact", confidence: 1, because: "the same code" },
      },
    });
    expect(unseenOf({ ...review, clusters: [known, ...rest] })?.groups[0]?.seenBy).toEqual([7, 1, 0]);
  });

  test("is not asked where only analyzers took part, nor of an architecture review", () => {
    const reviewers = IDS.map((id) => aReviewer({ id, kind: "analyzer" }));
    expect(unseenOf(panel(IDS, NINE, { reviewers }))).toBeUndefined();
    expect(unseenOf(panel(IDS, NINE, { kind: "architecture" }))).toBeUndefined();
  });
});
