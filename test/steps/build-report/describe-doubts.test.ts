import { expect, test } from "vitest";
import type { ReviewerRun } from "#model/panel/reviewer.ts";
import { describeDoubts } from "#steps/build-report/describe-doubts.ts";
import { aFinding } from "../../helpers/builders.ts";

const entry = (path: string, reading?: "before" | "after") =>
  ({ what: "tracked-file", detail: path, path, restored: true, ...(reading && { reading }) }) as const;
const finding = aFinding({ locations: [{ path: "a.js" }, { path: "b.js" }, { path: "c.js" }] });
const run = (reviewer: string): ReviewerRun =>
  ({
    reviewer,
    fence: { entries: [entry("a.js", "before"), entry("b.js", "after"), entry("c.js")] },
  }) as unknown as ReviewerRun;

test("a finding about a file that its reviewer had changed says so, and one that may have been changed too", () => {
  expect(describeDoubts([run(finding.reviewer)], [finding]).map(({ text }) => text)).toEqual([
    "`a.js`: it had changed this file before it read it",
    "`c.js`: it changed this file, and may have read its own text",
  ]);
});

test("what another reviewer changed at its own desk casts no doubt", () => {
  expect(describeDoubts([run("somebody-else")], [finding])).toEqual([]);
});
