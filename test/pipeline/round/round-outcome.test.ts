import { expect, test } from "vitest";
import { findIncomplete, type RoundOutcome } from "#pipeline/round/round-outcome.ts";
import { aFailedRun, anOutcome, aReviewer, aRun, aScope } from "../../helpers/builders.ts";

const hunk = { path: "a.ts", oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 };
const scope = aScope({ files: [{ path: "a.ts", change: "modified" }], hunks: Array.from({ length: 9 }, () => hunk) });
const incomplete = (over: Partial<RoundOutcome>) => findIncomplete(anOutcome({ scope, ...over }));
const unread = (count: number, readers = 1) => ({
  readings: [],
  gate: { readers, unread: Array.from({ length: count }, () => hunk) },
});

test("nothing is missing when everything was read and everybody ended", () => {
  expect(incomplete({ receipt: unread(0) })).toEqual([]);
});

test("hunks that nobody read are counted, also in the singular and of two readers", () => {
  expect(incomplete({ receipt: unread(3) })).toEqual(["3 of 9 hunks were read by no agent"]);
  const one = aScope({ files: scope.files, hunks: [hunk] });
  expect(incomplete({ scope: one, receipt: unread(1) })).toEqual(["1 of 1 hunk was read by no agent"]);
  expect(incomplete({ receipt: unread(1, 2) })).toEqual(["1 of 9 hunks was read by fewer than 2 agents"]);
});

test("agents that all failed leave no hunks to count: they are optional, or named as missing", () => {
  const optional = aReviewer({ optional: true });
  expect(incomplete({ reviewers: [optional], runs: [aFailedRun()], receipt: unread(9) })).toEqual([]);
  expect(incomplete({ runs: [aFailedRun()], receipt: unread(9) })).toEqual(["Claude did not end and is required"]);
  const two = { reviewers: [optional], runs: [aFailedRun()], receipt: unread(9, 2) };
  const { settings } = anOutcome({});
  expect(incomplete({ ...two, settings: { ...settings, readers: 2 } })).toEqual([
    "2 agents must have read each hunk, and none answered",
  ]);
  const runs = [aRun(), aFailedRun({ pass: 2 })];
  expect(incomplete({ reviewers: [optional], runs, receipt: unread(3) })).toEqual([
    "3 of 9 hunks were read by no agent",
  ]);
});

test("nobody on the panel, and nothing that was read line by line", () => {
  expect(incomplete({ reviewers: [], runs: [] })).toEqual(["nobody is on the panel"]);
  const listed = aScope({ files: [{ path: "a.bin", change: "modified", listed: "binary" }], hunks: [] });
  expect(incomplete({ scope: listed })).toEqual(["no file of the change was read line by line"]);
});

test.each([
  ["failed", [aFailedRun()]],
  ["was cut short", [aRun({ isPartial: true })]],
  ["failed in one of its passes", [aRun(), aFailedRun({ pass: 2 })]],
  ["never ran", [aRun({ reviewer: "codex" })]],
])("a required reviewer that %s is named", (_, runs) => {
  expect(incomplete({ runs })).toEqual(["Claude did not end and is required"]);
});

test("a built-in check that failed is missing like an agent", () => {
  const analyzer = aReviewer({ kind: "analyzer", name: "Hazard Lint" });
  expect(incomplete({ reviewers: [analyzer], runs: [aFailedRun()] })).toEqual([
    "Hazard Lint did not end and is required",
  ]);
});

test("an optional reviewer and a commenter may fail", () => {
  expect(incomplete({ reviewers: [aReviewer({ optional: true })], runs: [aFailedRun()] })).toEqual([]);
  expect(incomplete({ reviewers: [aReviewer({ commented: true })], runs: [aFailedRun()] })).toEqual([]);
});

test("files that could not be read are named with the reason, a few of them", () => {
  const files = Array.from({ length: 7 }, (_, at) => ({
    path: `${at}.bin`,
    change: "added" as const,
    unread: "binary",
  }));
  const some = aScope({ files: [...scope.files, ...files.slice(0, 2)], hunks: scope.hunks });
  expect(incomplete({ scope: some })).toEqual(["2 files were not read: 0.bin (binary), 1.bin (binary)"]);
  expect(incomplete({ scope: aScope({ files, hunks: [] }) })).toEqual([
    "no file of the change was read line by line",
    "7 files were not read: 0.bin (binary), 1.bin (binary), 2.bin (binary), 3.bin (binary), 4.bin (binary) and 2 more",
  ]);
});
