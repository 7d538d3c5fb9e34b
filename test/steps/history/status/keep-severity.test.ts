import { expect, test } from "vitest";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { clusterId } from "#model/ids.ts";
import { keepSeverity } from "#steps/history/status/keep-severity.ts";
import { aCluster, aReviewer, type ClusterOver } from "../../../helpers/builders.ts";
import { aProblem, aRef } from "../problems.ts";

const lineage = { kind: "carried-over", because: "It was open." } as const;
const problem = aProblem({ ref: aRef("I1", 2), severity: "important", ratedIn: 1 });

/** What becomes of problems of this round that are an important one of earlier rounds. */
function keep(
  clusters: readonly ClusterOver[],
  over: Partial<PreviousFinding> = {},
  reviewers = [aReviewer()],
): readonly (readonly [string, string, string | undefined])[] {
  const built = clusters.map((each) => aCluster({ lineage, ...each }));
  const raisedAgain = built.map(({ id }) => id);
  const previous = [
    {
      ref: "R2.I1",
      title: "Queue",
      status: "open",
      text: "Said.",
      severity: "important",
      raisedAgain,
      ...over,
    } as const,
  ];
  return keepSeverity({ clusters: built, previous, problems: [problem], reviewers }).map(
    ({ id, ruling, lineage: from }) => [id, ruling.kind === "keep" ? ruling.severity : ruling.kind, from?.because],
  );
}

const suggestion = { kind: "keep", severity: "suggestion", because: "claimed as suggestion" } as const;
const KEPT = "It was open. It was rated important in round 1; this round says suggestion.";

test.each(["open", "partly-fixed", "unknown"] as const)(
  "a problem that is %s keeps its severity and says why",
  (status) => {
    expect(keep([{ id: "I1", ruling: suggestion }], { status })).toEqual([["I1", "important", KEPT]]);
  },
);

test.each(["fixed", "gone", "declined", "accepted-risk"] as const)("one that is %s does not", (status) => {
  expect(keep([{ id: "I1", ruling: suggestion }], { status })).toEqual([["I1", "suggestion", "It was open."]]);
});

test("a higher severity stays, and so does what has the old one in another place", () => {
  expect(keep([{ id: "C1" }])).toEqual([["C1", "critical", "It was open."]]);
  expect(keep([{ id: "I2" }, { id: "S1" }]).map(([id, severity]) => [id, severity])).toEqual([
    ["I2", "important"],
    ["S1", "suggestion"],
  ]);
});

test("of two problems that were one, that with its name has its severity", () => {
  expect(keep([{ id: "S1" }, { id: "I1", ruling: suggestion }])).toEqual([
    ["S1", "suggestion", "It was open."],
    ["I1", "important", KEPT],
  ]);
});

test.each([
  ["critical", "important"],
  ["important", "critical"],
] as const)("of a %s and a %s problem that are one now, the worst counts", (first, second) => {
  const built = aCluster({ id: "S1", lineage, ruling: suggestion });
  const earlier = [first, second].map((severity, at) => aProblem({ ref: aRef(`F${at + 1}`, 2), severity, ratedIn: 1 }));
  const previous = earlier.map(({ ref, severity }) => ({
    ref: `R2.${ref.cluster}`,
    title: "Queue",
    status: "open" as const,
    text: "Said.",
    severity,
    raisedAgain: [built.id],
  }));
  const [kept] = keepSeverity({ clusters: [built], previous, problems: earlier, reviewers: [aReviewer()] });
  expect(kept?.ruling).toMatchObject({ severity: "critical" });
});

const SAME = ["S1", "suggestion", "It was open."];

test("neither commenters nor what asks to undo it inherit its severity", () => {
  const eve = aReviewer({ id: "eve", kind: "person", commented: true, optional: true });
  expect(keep([{ id: "S1", credits: [{ reviewer: "eve" }] }], {}, [eve])).toEqual([SAME]);
  const against = { ...lineage, kind: "contradicts" } as const;
  expect(keep([{ id: "S1", lineage: against }])).toEqual([SAME]);
  expect(keep([{ id: "S1" }], { raisedAgain: [clusterId("S2")] })).toEqual([SAME]);
});
