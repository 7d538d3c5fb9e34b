import { describe, expect, test } from "vitest";
import { reviewSchema } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderJson } from "#steps/render/json/render-json.ts";
import { aFailedRun, aReport, aReview, aRun } from "../../../helpers/builders.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../../helpers/hostile.ts";

describe("renderJson", () => {
  test("holds the whole record, which can be read back", () => {
    const review = aReview();
    const output = JSON.parse(renderJson(buildReport(review)));
    expect(output).toMatchObject({ format: "deep-review-report", version: 3 });
    expect(reviewSchema.parse(output.review)).toEqual(review);
  });

  test("gives the computed parts by id", () => {
    const { computed } = JSON.parse(renderJson(aReport()));
    expect(computed.verdict.kind).toBe("merge-with-fixes");
    expect(computed.counts.kept).toEqual({ critical: 0, important: 1, suggestion: 0, all: 1 });
    expect(computed.findings.map(({ id, fate }: { id: string; fate: string }) => `${id} ${fate}`)).toEqual([
      "I1 kept",
      "X1 dropped",
    ]);
    expect(computed.findings[0].voices).toMatchObject([
      { reviewer: "claude", findings: [{ finding: "claude:I1" }] },
      { reviewer: "codex", findings: [{ finding: "codex:I1" }] },
    ]);
  });

  test("unknown figures are null, not missing and not zero", () => {
    const runs = [aRun(), aFailedRun({ reviewer: "codex", durationSeconds: undefined })];
    const { computed } = JSON.parse(renderJson(aReport({ runs })));
    expect(computed.retro[1]).toMatchObject({ reviewer: "codex", durationSeconds: null, toolCalls: null });
  });

  test("does not depend on the order of the record's keys", () => {
    const report = aReport();
    const reversed = { ...report, review: Object.fromEntries(Object.entries(report.review).reverse()) };
    expect(renderJson(reversed as typeof report)).toBe(renderJson(report));
  });

  test.each(Object.entries(HOSTILE_TEXTS))("is one JSON text with hostile input: %s", (_name, text) => {
    const review = aHostileReview(text);
    expect(JSON.parse(renderJson(buildReport(review))).review.title).toBe(text);
  });
});
