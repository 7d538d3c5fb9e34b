import { afterEach, expect, test } from "vitest";
import { clusterId, reviewId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { findAncestors } from "#pipeline/publish/find-ancestors.ts";
import { aCluster, aReview, type ClusterOver } from "../../helpers/builders.ts";

const shelf = new Map<string, Review>();
const archive = {
  read(id: string): Promise<Review> {
    const review = shelf.get(id);
    return review === undefined ? Promise.reject(new Error("gone")) : Promise.resolve(review);
  },
};
const keep = (review: Review): void => void shelf.set(review.id, review);
afterEach(() => shelf.clear());

const idOf = (round: number): string => `2026110${round}-091500-pr-42`;
const ref = (round: number, cluster: string) => ({ review: idOf(round), round, cluster });

/** A problem of a round that is an earlier one, or is against it. */
const known = (id: string, of: ReturnType<typeof ref>, kind: "carried-over" | "contradicts" = "carried-over") =>
  aCluster({
    id,
    lineage: { kind, because: "so", recognised: { of, tier: "exact", confidence: 1, because: "so" } },
  } as ClusterOver);

function round(number: number, clusters: Review["clusters"], over: Partial<Review> = {}): Review {
  const entries = Array.from({ length: number - 1 }, (_, at) => ({ ...ref(at + 1, "I1"), kept: 1 }));
  const series = {
    entries: entries.map(({ review, round: place, kept }) => ({ review, round: place, kept })),
    notes: [],
  };
  return { ...aReview({ id: idOf(number), series } as never), clusters, ...over };
}

const names = async (review: Review, cluster: string): Promise<string[]> => {
  const ancestors = await findAncestors(archive, review);
  return ancestors({ review: review.id, cluster: clusterId(cluster) }).map(
    (one) => `${one.review.slice(7, 8)}.${one.cluster}`,
  );
};

test("a problem is followed through every round, though it had another name in each", async () => {
  keep(round(1, [aCluster({ id: "I1" })]));
  keep(round(2, [known("I4", ref(1, "I1"))]));
  expect(await names(round(3, [known("S1", ref(2, "I4"))]), "S1")).toEqual(["2.I4", "1.I1"]);
});

test("a problem that is known by its first name has those in between, too", async () => {
  keep(round(1, [aCluster({ id: "I1" })]));
  keep(round(2, [known("I4", ref(1, "I1"))]));
  const third = round(3, [known("S1", ref(1, "I1"))]);
  expect(await names(third, "S1")).toEqual(["2.I4", "1.I1"]);
  const ancestors = await findAncestors(archive, third);
  const ofEarlier = ancestors({ review: reviewId(idOf(1)), cluster: clusterId("I1") });
  expect(ofEarlier.map(({ cluster }) => cluster)).toEqual(["I4"]);
});

test("what a round raised again is the earlier problem", async () => {
  const previous = [
    { ref: "R1.I1", title: "It leaks", status: "open", text: "raised", of: ref(1, "I1"), raisedAgain: ["C1"] },
  ] as unknown as Review["previous"];
  expect(await names(round(2, [aCluster({ id: "C1" })], { previous }), "C1")).toEqual(["1.I1"]);
});

test("what contradicts an earlier problem is not that problem", async () => {
  expect(await names(round(2, [known("S1", ref(1, "I1"), "contradicts")]), "S1")).toEqual([]);
});

test("a record that is gone costs its own links alone", async () => {
  keep(round(1, [aCluster({ id: "I1" })]));
  const third = round(3, [known("S1", ref(2, "I4")), known("S2", ref(1, "I1"))]);
  expect(await names(third, "S1")).toEqual(["2.I4"]);
  expect(await names(third, "S2")).toEqual(["1.I1"]);
});

test("a problem that is new has no earlier name", async () => {
  expect(await names(round(1, [aCluster({ id: "I1" })]), "I1")).toEqual([]);
});
