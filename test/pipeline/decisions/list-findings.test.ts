import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { listEarlier, listFindings } from "#pipeline/decisions/list-findings.ts";
import { aDecidableReview } from "../../helpers/decided-archive.ts";
import { aPrevious, aThirdRound } from "../../helpers/third-round.ts";

const known = { decisions: [], today: "2026-11-07" };
const first = aDecidableReview();
const read = (id: string): Promise<Review | undefined> => Promise.resolve(id === first.id ? first : undefined);
const laterWith = (previous: readonly unknown[]): Review =>
  aThirdRound({ previous: previous as unknown as Review["previous"] });

describe("findings to decide on", () => {
  test("are the kept ones of the round, by their names in it", () => {
    expect(listFindings(aThirdRound(), [], known.today).map(({ id }) => id)).toEqual([
      "I1",
      "I2",
      "I3",
      "I4",
      "S1",
      "S2",
      "S3",
    ]);
  });

  test("are also the earlier ones that are not settled and were not raised again, worst first, from their own round", async () => {
    const said = { title: "x", text: "y" };
    const review = laterWith([
      aPrevious(1, "S1", { ...said, severity: "suggestion", status: "unknown" }),
      aPrevious(1, "I1", { ...said, status: "open", locations: [{ path: "src/a.ts", start: 3, end: 3 }] }),
      aPrevious(1, "S2", { ...said, status: "fixed" }),
      aPrevious(1, "S3", { ...said, status: "open", raisedAgain: ["I1"] }),
      aPrevious(2, "I9", { ...said, status: "open" }),
    ]);
    const listed = await listEarlier(review, read, known);
    expect(listed.map(({ id, review: home, cluster, place }) => [id, home.id, cluster.id, place])).toEqual([
      ["R1.I1", first.id, "I1", "src/a.ts:3"],
      ["R1.S1", first.id, "S1", ""],
    ]);
  });
});
