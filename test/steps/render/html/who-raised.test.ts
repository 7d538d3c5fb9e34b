import { expect, test } from "vitest";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { aFailedRun, aFinding, aReview, aReviewer, aRun } from "../../../helpers/builders.ts";

const reviewers = [aReviewer(), aReviewer({ id: "codex" }), aReviewer({ id: "gemini" })];
const runs = [aRun(), aRun({ reviewer: "codex" }), aFailedRun({ reviewer: "gemini" })];
const page = (...ids: string[]): string =>
  renderHtml(
    buildReport(aReview({ reviewers, runs, findings: ids.map((id) => aFinding({ id, reviewer: id.split(":")[0] })) })),
  );

test("a reviewer that failed raised nothing", () => {
  expect(page("claude:I1", "codex:S1")).toContain("<p>Failed and left no review.</p>");
});

test("one that raised something until it failed says so", () => {
  expect(page("claude:I1", "gemini:S1")).toContain("<p>Failed; before that it raised 1 finding; 1 was kept");
});
