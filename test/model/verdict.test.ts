import { expect, test } from "vitest";
import { decideVerdict, verdictPhrase } from "#model/verdict.ts";
import { aCluster, aFailedRun, aRun } from "../helpers/builders.ts";

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

test("when no reviewer ended it is incomplete, whatever stands", () => {
  expect(decideVerdict([aCluster()], [aFailedRun()]).kind).toBe("incomplete");
});

test("a failed reviewer is named, so that clean is not said of what it did not read", () => {
  expect(decideVerdict([], [aRun(), aFailedRun({ reviewer: "codex" })]).because).toBe(
    "nothing stands; 1 of 2 reviewers failed",
  );
});

test("is said in words", () => {
  expect(verdictPhrase("merge-with-optional-fixes")).toBe("Merge with optional fixes");
});
