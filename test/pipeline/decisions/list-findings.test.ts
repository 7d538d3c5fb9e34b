import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { listEarlier, listFindings } from "#pipeline/decisions/list-findings.ts";
import { aDecidableReview } from "../../helpers/decided-archive.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";
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

  const onFirst = { review: first.id, cluster: "I1" } as const;
  const fixed = aStandingDecision({ id: "D-00000000f1", kind: "fixed", of: onFirst, date: "2026-11-04T10:00:00Z" });
  const recognised = { of: { ...onFirst, round: 1 }, tier: "exact", confidence: 1, because: "the same code" } as const;
  const decisionOnI1 = (lineage: object, decisions = [fixed]) => {
    const clusters = aDecidableReview().clusters.map((cluster) =>
      cluster.id === "I1"
        ? { ...cluster, lineage: { kind: "carried-over", because: "x", recognised, ...lineage } }
        : cluster,
    );
    const review = aDecidableReview({ id: "20261105-100000-abcdef", clusters } as unknown as Partial<Review>);
    return listFindings(review, decisions, known.today).find(({ id }) => id === "I1")?.decision?.id;
  };

  test("are also those that were marked as fixed and are raised again, until somebody decides anew", () => {
    expect(decisionOnI1({ decision: fixed.id })).toBeUndefined();
    const anew = { ...fixed, id: "D-00000000f2", date: "2026-11-06T10:00:00Z" };
    expect(decisionOnI1({ decision: fixed.id }, [fixed, anew])).toBe(anew.id);
  });

  test("are not those that were marked as fixed after the round", () => {
    expect(decisionOnI1({})).toBe(fixed.id);
  });

  test("are also the earlier ones that were marked as fixed and whose fix was undone", async () => {
    const undone = { title: "x", text: "y", status: "open", decision: fixed.id } as const;
    const list = async (decision: string | undefined) =>
      listEarlier(laterWith([aPrevious(1, "I1", { ...undone, decision })]), read, { ...known, decisions: [fixed] });
    expect((await list(fixed.id))[0]?.decision).toBeUndefined();
    expect((await list(undefined))[0]?.decision?.id).toBe(fixed.id);
  });
});
