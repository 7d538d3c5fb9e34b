import { expect, test } from "vitest";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { checkReport } from "../../../bench/merge/check-report.ts";
import { aFailedRun, aFinding, aReview, aReviewer } from "../../helpers/builders.ts";

const text = renderMarkdown(
  buildReport(
    aReview({
      origin: { kind: "round", tool: "deep-review" },
      reviewers: [aReviewer({ id: "hazard-lint", name: "Hazard Lint", kind: "analyzer" })],
      findings: [aFinding({ id: "hazard-lint:I1", reviewer: "hazard-lint" })],
    }),
  ),
);

test("the verdict of checks alone is recounted: its word and its number", () => {
  expect(checkReport(text)).toEqual([]);
  expect(checkReport(text.replace("**Checks only**", "**Merge with fixes**"))).toContain(
    "verdict: Merge with fixes, by the findings Checks only",
  );
  expect(checkReport(text.replace("static checks: 1 finding", "static checks: 2 findings"))).toContain(
    "verdict: 2 findings of static checks, 1 are listed",
  );
});

test("the verdict of a round in which everybody failed is recounted with what stands", () => {
  const failed = renderMarkdown(
    buildReport(
      aReview({
        origin: { kind: "round", tool: "deep-review" },
        reviewers: [aReviewer()],
        runs: [aFailedRun()],
        findings: [aFinding()],
      }),
    ),
  );
  expect(failed).toContain("I1 is important and stands; none of 1 reviewer ended");
  expect(checkReport(failed)).toEqual([]);
  expect(checkReport(failed.replace("I1 is important and stands; ", ""))).toContain("verdict: names none, I1 decide");
});
