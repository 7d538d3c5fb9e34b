import { expect, test } from "vitest";
import { type Reading, readingSchema, switchedOffSchema } from "#model/panel/receipt.ts";
import { findSilence, type RoundPanel, wasLookedAt } from "#steps/history/status/who-looked.ts";
import { aFailedRun, aFinding, aReviewer, aRun } from "../../../helpers/builders.ts";
import { aProblem, aState } from "../problems.ts";

const analyzer = aReviewer({ id: "loose-ends", kind: "analyzer", model: undefined });
const panel = (over: Partial<RoundPanel> = {}): RoundPanel => ({
  reviewers: [analyzer, aReviewer()],
  runs: [aRun({ reviewer: "loose-ends" }), aRun()],
  checks: ["loose-ends/removed-name"],
  files: ["src/deliver.ts"],
  ...over,
});
const looked = (over: Partial<RoundPanel> = {}): boolean => wasLookedAt(aProblem(), aState(), panel(over));
const { reviewer, pass } = aRun();
const reading = (over: Partial<Reading>) => ({
  readings: [
    {
      reviewer,
      pass,
      reading: readingSchema.parse({ isObservable: true, hunks: [], opened: [], notGiven: [], ...over }),
    },
  ],
});

test("a reader that ended looked at every file of the change, as far as nothing else is known", () => {
  expect(looked()).toBe(true);
  expect(looked({ reviewers: [aReviewer({ kind: "scripted" })] })).toBe(true);
});

test("nobody looked where no reader took part, it failed, or it broke off", () => {
  expect(looked({ reviewers: [analyzer] })).toBe(false);
  expect(looked({ runs: [aRun({ reviewer: "loose-ends" }), aFailedRun()] })).toBe(false);
  expect(looked({ runs: [aRun({ isPartial: true })] })).toBe(false);
  expect(looked({ runs: [] })).toBe(false);
});

test("where it is known what was read, the file must be among it", () => {
  expect(looked(reading({}))).toBe(false);
  expect(looked(reading({ opened: [{ path: "src/deliver.ts", times: 1 }] }))).toBe(true);
  const hunk = { path: "src/deliver.ts", oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 };
  expect(looked(reading({ hunks: [hunk] }))).toBe(true);
  expect(looked(reading({ isObservable: false }))).toBe(true);
  const notGiven = [{ path: "src/deliver.ts", why: "too long" }];
  expect(looked(reading({ isObservable: false, notGiven }))).toBe(false);
});

test("a file that is only listed is read by nobody; one that the change left needs no reader of its own", () => {
  expect(looked({ files: [], listed: ["src/deliver.ts"] })).toBe(false);
  expect(looked({ files: ["src/other.ts"], ...reading({}) })).toBe(true);
});

const problem = aProblem({ reviewers: ["loose-ends"] });
const silent = (over: Partial<RoundPanel> = {}, known = problem) => findSilence(known, aState(), panel(over));

test("an analyzer that raised a problem alone and looked again is silent", () => {
  expect(silent()).toEqual([analyzer]);
});

test("the silence of a check that no longer exists shows nothing", () => {
  const said = (check: string) => aProblem({ reviewers: ["loose-ends"], wordings: [aFinding({ check })] });
  expect(silent({}, said("loose-ends/removed-name"))).toEqual([analyzer]);
  expect(silent({}, said("loose-ends/gone-check"))).toBeUndefined();
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

test("a gate that is green now is silent, although it has no place; one that did not run says nothing", () => {
  const gates = aReviewer({ id: "gates", kind: "gate", model: undefined });
  const red = aProblem({
    reviewers: [gates.id],
    locations: [],
    wordings: [aFinding({ check: "gates/test", locations: [] })],
  });
  const ran = panel({ reviewers: [gates], runs: [aRun({ reviewer: "gates" })] });
  expect(findSilence(red, aState({ locations: [] }), { ...ran, checks: ["gates/test"] })).toEqual([gates]);
  expect(findSilence(red, aState({ locations: [] }), { ...ran, checks: [] })).toBeUndefined();
  expect(findSilence(red, aState({ locations: [] }), panel({ checks: ["gates/test"] }))).toBeUndefined();
});
