import { expect, test } from "vitest";
import { findSilence, type RoundPanel } from "#steps/history/status/find-silence.ts";
import { switchedOffSchema } from "#model/panel/receipt.ts";
import { aFailedRun, aReviewer, aRun } from "../../../helpers/builders.ts";
import { aProblem, aState } from "../problems.ts";

const analyzer = aReviewer({ id: "loose-ends", kind: "analyzer", model: undefined });
const problem = aProblem({ reviewers: ["loose-ends"] });
const panel = (over: Partial<RoundPanel> = {}): RoundPanel => ({
  reviewers: [analyzer, aReviewer()],
  runs: [aRun({ reviewer: "loose-ends" }), aRun()],
  files: ["src/deliver.ts"],
  ...over,
});
const silent = (over: Partial<RoundPanel> = {}, known = problem) => findSilence(known, aState(), panel(over));

test("an analyzer that raised a problem alone and looked again is silent", () => {
  expect(silent()).toEqual([analyzer]);
});

test("nobody is silent who failed, did not look, or is no analyzer", () => {
  expect(silent({ runs: [aFailedRun({ reviewer: "loose-ends" })] })).toBeUndefined();
  expect(silent({ runs: [] })).toBeUndefined();
  expect(silent({ files: ["src/other.ts"] })).toBeUndefined();
  expect(silent({ reviewers: [aReviewer()] })).toBeUndefined();
  expect(silent({}, aProblem({ reviewers: ["loose-ends", "claude"] }))).toBeUndefined();
  expect(silent({}, aProblem({ reviewers: [] }))).toBeUndefined();
});

test("nobody is silent who was switched off there", () => {
  const off = (path: string) =>
    switchedOffSchema.parse({
      reviewer: "loose-ends",
      check: "todo",
      by: "comment",
      at: `${path}:3`,
      count: 1,
      places: [{ path }],
    });
  expect(silent({ switchedOff: [off("src/deliver.ts")] })).toBeUndefined();
  expect(silent({ switchedOff: [off("src/other.ts")] })).toEqual([analyzer]);
});
