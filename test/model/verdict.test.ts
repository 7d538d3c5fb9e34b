import { describe, expect, test } from "vitest";
import { clusterId } from "#model/ids.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { decideVerdict, verdictPhrase } from "#model/verdict.ts";
import { aCluster, aFailedRun, aReviewer, aRun } from "../helpers/builders.ts";

const runs = [aRun(), aRun({ reviewer: "codex" })];
const ofIds = (...ids: string[]) =>
  decideVerdict(
    ids.map((id) => aCluster({ id })),
    runs,
  );

test.each([
  [["C1", "I1", "S1"], "rework", ["C1"]],
  [["I1", "I2", "S1"], "merge-with-fixes", ["I1", "I2"]],
  [["S1"], "merge-with-optional-fixes", ["S1"]],
  [[], "merge", []],
  [["X1", "R1"], "merge", []],
])("with %j the verdict is %s, decided by %j", (ids, kind, decidedBy) => {
  expect(ofIds(...ids)).toMatchObject({ kind, decidedBy });
});

test("when no reviewer ended it is incomplete, and what stands or is still open is named", () => {
  const open = { ref: "R1.I3", title: "Queue", text: "Said.", severity: "important", status: "open" } as const;
  expect(decideVerdict([aCluster({ id: "I1" })], [aFailedRun()], { previous: [open] })).toEqual({
    kind: "incomplete",
    because: "I1 is important and stands; R1.I3 is important and still open; none of 1 reviewer ended",
    decidedBy: ["I1"],
  });
});

test("a failed reviewer is named, so that clean is not said of what it did not read", () => {
  expect(decideVerdict([], [aRun(), aFailedRun({ reviewer: "codex" })]).because).toBe(
    "nothing stands; 1 of 2 reviewers failed",
  );
});

test("is said in words", () => {
  expect(verdictPhrase("merge-with-optional-fixes")).toBe("Merge with optional fixes");
});

test("what is missing makes it incomplete, and what stands is said first", () => {
  const incomplete = ["3 of 9 hunks were read by no agent"];
  const remarks = ["logic was not judged"];
  expect(decideVerdict([aCluster({ id: "I1" })], [aRun()], { incomplete, remarks })).toEqual({
    kind: "incomplete",
    because: "I1 is important and stands; 3 of 9 hunks were read by no agent; logic was not judged",
    decidedBy: ["I1"],
  });
  expect(decideVerdict([], [aRun()], { remarks })).toMatchObject({
    kind: "merge",
    because: "nothing stands; logic was not judged",
  });
});

describe("what commenters say", () => {
  const stranger = aReviewer({ id: "eve", kind: "person", optional: true, commented: true });
  const bot = aReviewer({ id: "bot", kind: "import", optional: true, commented: true });
  const reviewers = [aReviewer(), stranger, bot];
  const all = [aRun(), aRun({ reviewer: "eve" }), aRun({ reviewer: "bot" })];
  const by = (id: string, ...who: string[]) => aCluster({ id, credits: who.map((reviewer) => ({ reviewer })) });

  test("is named and decides nothing where nobody else says it", () => {
    expect(decideVerdict([by("C1", "eve", "bot")], all, { reviewers })).toEqual({
      kind: "merge",
      because: "nothing stands; C1 was raised by commenters alone and does not decide",
      decidedBy: [],
    });
    const more = [by("C1", "eve"), by("I1", "claude", "eve"), by("S1", "bot"), by("X1", "bot")];
    expect(decideVerdict(more, all, { reviewers })).toEqual({
      kind: "merge-with-fixes",
      because: "I1 is important and stands; C1, S1 were raised by commenters alone and do not decide",
      decidedBy: ["I1"],
    });
  });

  test("decides where it is a tool that the user chose", () => {
    const tool = aReviewer({ id: "bot", kind: "import" });
    expect(decideVerdict([by("C1", "bot")], all, { reviewers: [tool] }).kind).toBe("rework");
  });

  test("does not make a round complete in which everybody else failed, or was not there", () => {
    const failed = [aFailedRun(), aRun({ reviewer: "eve" })];
    expect(decideVerdict([], failed, { reviewers })).toMatchObject({
      kind: "incomplete",
      because: "none of 1 reviewer ended",
    });
    expect(decideVerdict([], [aRun({ reviewer: "eve" })], { reviewers: [stranger] })).toMatchObject({
      kind: "incomplete",
      because: "nobody but commenters is on the panel",
    });
  });

  test("does not decide in a later round either, and does not speak for what others raised", () => {
    const earlier = { ref: "R1.C1", title: "Queue", text: "Said.", severity: "critical", status: "open" } as const;
    const decide = (previous: PreviousFinding) =>
      decideVerdict([by("C1", "eve")], all, { reviewers, previous: [previous] }).kind;
    expect(decide({ ...earlier, byCommenters: true })).toBe("merge");
    expect(decide({ ...earlier, raisedAgain: [clusterId("C1")] })).toBe("rework");
  });
});

describe("an earlier finding that is not settled", () => {
  const one = (over: Partial<PreviousFinding>): PreviousFinding => ({
    ref: "R1.C1",
    title: "Queue",
    status: "open",
    text: "Said.",
    severity: "critical",
    ...over,
  });
  const decide = (previous: readonly PreviousFinding[], ...ids: string[]) =>
    decideVerdict(
      ids.map((id) => aCluster({ id })),
      runs,
      { previous },
    );

  test("counts also where nobody can tell what became of it", () => {
    expect(decide([one({ status: "unknown" }), one({ ref: "R2.C2" })])).toMatchObject({
      kind: "rework",
      because: "R2.C2 is critical and still open; R1.C1 is critical and may still be open",
    });
    expect(decide([one({ status: "fixed" }), one({ status: "declined" }), one({ status: "gone" })]).kind).toBe("merge");
  });

  test("counts as what it was while it is raised again as less", () => {
    const milder = one({ raisedAgain: [clusterId("S1")] });
    expect(decide([milder], "S1")).toMatchObject({ kind: "rework", because: "R1.C1 is critical and still open" });
    const same = one({ status: "partly-fixed", raisedAgain: [clusterId("S1"), clusterId("C1")] });
    expect(decide([same], "C1", "S1").because).toBe("C1 is critical and stands");
  });

  test("makes fixes optional when it is a suggestion, and is named", () => {
    const small = one({ ref: "R2.S1", severity: "suggestion" });
    expect(decide([small])).toEqual({
      kind: "merge-with-optional-fixes",
      because: "nothing above a suggestion stands; R2.S1 is a suggestion and still open",
      decidedBy: [],
    });
    expect(decide([small, { ...small, ref: "R2.S2" }]).because).toContain(
      "R2.S1, R2.S2 are suggestions and still open",
    );
  });
});
