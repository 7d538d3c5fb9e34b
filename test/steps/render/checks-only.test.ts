import { reviewId } from "#model/ids.ts";
import { describe, expect, test } from "vitest";
import { importReport } from "#import/import-report.ts";
import { parseReview } from "#adapters/store/parse-review.ts";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { verdictTint } from "#steps/render/html/theme.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import { renderIndex } from "#steps/render/site/render-index.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { aFinding, aReview, aReviewer } from "../../helpers/builders.ts";
import { anInput, aRound, plan } from "../plan-publication/publishable.ts";

const review = aReview({
  origin: { kind: "round", tool: "deep-review" },
  reviewers: [aReviewer({ id: "loose-ends", name: "Loose Ends", kind: "analyzer" })],
  findings: [aFinding({ id: "loose-ends:I1", reviewer: "loose-ends" })],
});
const report = buildReport(review);
const LINE = "static checks: 1 finding; I1 is important and stands; nobody has judged logic, concurrency or design";

describe("a review by checks only", () => {
  test("is neutral on its page", () => {
    const page = renderHtml(report);
    expect(verdictTint("checks-only")).toBe("neutral");
    expect(page).toContain(">Checks only<");
    expect(page).toContain("nobody has judged logic, concurrency or design");
  });

  test("is not decided by suggestions", () => {
    const findings = [aFinding({ id: "loose-ends:S1", reviewer: "loose-ends" })];
    const { origin, reviewers } = review;
    const page = renderHtml(buildReport(aReview({ origin, reviewers, findings })));
    expect(page).toContain(">Checks only<");
    expect(page).not.toContain("Decided by");
  });

  test("has no colour of a verdict in the terminal", () => {
    const painted = renderTerminal(report, { width: 300, color: true });
    expect(painted).toContain(`\u001B[1mChecks only — ${LINE}`);
  });

  test("has a neutral badge and a filter on the index", () => {
    const merged = {
      ...digestReport(report),
      id: reviewId("20261103-091500-merged"),
      verdict: { kind: "merge" as const, phrase: "Merge" },
    };
    const index = renderIndex(buildArchiveView([digestReport(report), merged]));
    expect(index).toContain('<span class="badge neutral" title="Checks only">Checks only</span>');
    expect(index).toContain('value="Checks only"');
  });

  test("comes back from its Markdown", () => {
    const markdown = renderMarkdown(report);
    expect(markdown).toContain(`**Checks only** — ${LINE}`);
    const result = importReport(markdown, review.id);
    if (!result.ok) throw new Error(result.why);
    const { verdict, statedVerdict } = result.review;
    expect(statedVerdict).toEqual({ phrase: "Checks only", kind: "checks-only", rationale: LINE });
    expect(verdict).toEqual(review.verdict);
    expect(buildReport(result.review).verdict.rule.differs).toBe(false);
  });

  test("is in SARIF and in the record", () => {
    const { runs } = JSON.parse(renderSarif(report));
    expect(runs[0].properties.verdict).toMatchObject({ kind: "checks-only", phrase: "Checks only" });
    expect(runs[0].invocations).toMatchObject([{ executionSuccessful: true }]);
    expect(parseReview(JSON.stringify(review), review.id).verdict.kind).toBe("checks-only");
  });
});

describe("the check run of a review by checks only", () => {
  const lint = aReviewer({ id: "hazard-lint", kind: "analyzer" });
  const verdict = { kind: "checks-only", because: "static checks: no findings", decidedBy: [] } as const;
  const conclude = (ids: readonly string[], failOn?: "important") => {
    const round = aRound(
      ids.map((id) => ({ id })),
      ids.length === 0 ? { reviewers: [lint], verdict } : { verdict },
    );
    const { posts } = plan({
      report: round,
      options: { ...anInput({ report: round }).options, ...(failOn && { failOn }) },
    });
    return posts.find((post) => post.kind === "check");
  };

  test("is neutral, also if nothing was found", () => {
    expect(conclude([])).toMatchObject({ conclusion: "neutral", title: expect.stringMatching(/^Checks only: /) });
    expect(conclude(["S1"], "important")).toMatchObject({ conclusion: "neutral" });
  });

  test("fails where a finding is at or above --fail-on", () => {
    expect(conclude(["I1"], "important")).toMatchObject({ conclusion: "failure" });
  });
});
