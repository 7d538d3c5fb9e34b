import { describe, expect, test } from "vitest";
import type { Archive } from "#adapters/store/archive.ts";
import { findNamed } from "#cli/find-finding.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { aCluster, aFinding, aReview } from "../helpers/builders.ts";

/** An archive with these reviews; names are looked up in the last one. */
function placeOf(...reviews: Review[]) {
  const archive = {
    read(id: string) {
      const found = reviews.find((review) => review.id === id);
      if (found === undefined) throw new UserError({ what: "missing", why: "removed", fix: "none" });
      return Promise.resolve(found);
    },
  } as unknown as Archive;
  return { archive, review: reviews.at(-1)!, isReviewNamed: false };
}

const review = aReview({
  findings: [aFinding(), aFinding({ id: "codex:I1" })],
  clusters: [
    aCluster({ id: "I1", members: ["claude:I1", { finding: "codex:I1", share: "secondary" }] }),
    aCluster({ id: "I2", members: ["codex:I1"] }),
  ],
});

describe("a name in one review", () => {
  test.each([
    ["I2", "I2"],
    ["i1", "I1"],
    ["Claude:I1", "I1"],
    ["codex:I1", "I2"],
  ])("%s is found in %s", async (wanted, id) => {
    expect((await findNamed(wanted, placeOf(review))).home?.cluster.id).toBe(id);
  });

  test("one that is not there is an error that lists what is", async () => {
    await expect(findNamed("S9", placeOf(review))).rejects.toThrow('has no finding "S9"');
    await expect(findNamed("S9", placeOf(aReview({ findings: [] })))).rejects.toMatchObject({
      why: "it has no findings at all",
    });
  });
});

const idOf = (round: number): string => `2026110${round}-091500-branch-x`;

/** A round with one problem for each name; a name may say which earlier problem it is. */
function aRound(round: number, problems: Readonly<Record<string, readonly [number, string] | undefined>>): Review {
  const names = Object.keys(problems);
  const entries = Array.from({ length: round - 1 }, (_, at) => ({ review: idOf(at + 1), round: at + 1, kept: 1 }));
  return aReview({
    id: idOf(round),
    findings: names.map((name) => aFinding({ id: `claude:${name}`, title: `Problem ${name} of round ${round}` })),
    clusters: names.map((id) => {
      const known = problems[id];
      const printed = known && [{ review: idOf(known[0]), round: known[0], cluster: known[1] }];
      return aCluster({ id, members: [`claude:${id}`], ...(printed && { names: printed as never }) });
    }),
    series: { entries, notes: [] } as never,
  });
}

const found = async (wanted: string, ...reviews: Review[]) => {
  const { home } = await findNamed(wanted, placeOf(...reviews));
  return [home?.review.id, home?.cluster.id];
};

describe("a name in a series", () => {
  test("that only an earlier report printed finds the problem there", async () => {
    const rounds = [aRound(1, { I1: undefined, I2: undefined }), aRound(2, { I2: [1, "I2"] })];
    expect(await found("I1", ...rounds)).toEqual([idOf(1), "I1"]);
    expect(await found("I2", ...rounds)).toEqual([idOf(2), "I2"]);
    expect(await found("R1.I2", ...rounds)).toEqual([idOf(1), "I2"]);
  });

  test("that the problem no longer has finds it under its present one", async () => {
    const rounds = [aRound(1, { X1: undefined }), aRound(2, { I1: [1, "X1"] }), aRound(3, { I1: [2, "I1"] })];
    expect(await found("X1", ...rounds)).toEqual([idOf(3), "I1"]);
    expect(await found("R1.X1", ...rounds)).toEqual([idOf(1), "X1"]);
  });

  test("that older reports gave to two problems is refused, with both of them", async () => {
    const rounds = [aRound(1, { I1: undefined }), aRound(2, { I1: undefined })];
    await expect(found("I1", ...rounds)).rejects.toMatchObject({
      what: "I1 is the name of 2 problems",
      why: expect.stringContaining("R1.I1 (Problem I1 of round 1) and R2.I1 (Problem I1 of round 2)"),
      fix: "name the round, too: R1.I1 and R2.I1",
    });
    expect(await found("R1.I1", ...rounds)).toEqual([idOf(1), "I1"]);
    expect(await found("R2.I1", ...rounds)).toEqual([idOf(2), "I1"]);
  });

  test("means the finding of the review that the user names, whatever older reports did", async () => {
    const place = placeOf(aRound(1, { I1: undefined }), aRound(2, { I1: undefined }));
    const { home } = await findNamed("I1", { ...place, isReviewNamed: true });
    expect(home?.review.id).toBe(idOf(2));
  });

  test("is found as far as the records go where one of them was removed", async () => {
    const [, ...rounds] = [aRound(1, { X1: undefined }), aRound(2, { I1: [1, "X1"] }), aRound(3, { I1: [2, "I1"] })];
    expect(await found("X1", ...rounds)).toEqual([idOf(3), "I1"]);
    await expect(found("R1.X1", ...rounds)).rejects.toThrow('has no finding "R1.X1"');
  });
});
