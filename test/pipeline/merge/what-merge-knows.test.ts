import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mergeReviews } from "#pipeline/merge/merge-reviews.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import { makeRepository, type TemporaryRepository } from "../../adapters/git/temporary-repository.ts";
import { decideVerdict } from "#model/verdict.ts";
import { aFailedRun, aFinding, aReview, aReviewer, aRun } from "../../helpers/builders.ts";

describe("merging with code but without a base", () => {
  let repository: TemporaryRepository;
  beforeEach(() => {
    repository = makeRepository();
  });
  afterEach(() => repository.remove());

  test("says nothing of whether the change brought a problem in", async () => {
    repository.commit("Begin", { "src/a.ts": "start();\n" });
    repository.commit("Halt", { "src/a.ts": "start();\nhaltTheWholeQueue();\n" });
    const text = [
      "## Findings",
      "### Important Issues",
      "I1. **`haltTheWholeQueue` never ends** — `src/a.ts:2` (important, regression)",
      "```ts\nhaltTheWholeQueue();\n```",
      "It waits for itself.",
    ].join("\n\n");
    const merged = await mergeReviews({
      sources: [{ name: "ada.md", text }],
      repository: repository.folder,
      tool: "deep-review",
    });
    expect(merged.groundings?.[0]?.class).toEqual({
      claimed: "regression",
      differs: false,
      why: "there is no base to compare with",
    });
    expect(buildReport(merged).kept[0]?.evidence.brief).toEqual([]);
  });
});

describe("SARIF that is merged", () => {
  const ofTool = JSON.stringify({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Scanner" } },
        results: [{ ruleId: "leak", level: "error", message: { text: "The socket is never closed." } }],
      },
    ],
  });
  const merge = (text: string) => mergeReviews({ sources: [{ name: "report.sarif", text }], tool: "deep-review" });

  test("of other tools is checks only, and their findings have no class", async () => {
    const { verdict, findings } = await merge(ofTool);
    expect(verdict).toMatchObject({ kind: "checks-only", decidedBy: ["I1"] });
    expect(findings[0]?.class).toBeUndefined();
  });

  test("of a round of ours is a judgement if an agent took part", async () => {
    const byAgent = renderSarif(buildReport(aReview({ origin: { kind: "round", tool: "deep-review" } })));
    expect((await merge(byAgent)).verdict.kind).toBe("merge-with-fixes");
  });

  test("of a round of ours whose only agent was optional and failed is checks only", async () => {
    const reviewers = [aReviewer({ optional: true }), aReviewer({ id: "hazard-lint", kind: "analyzer" })];
    const runs = [aFailedRun(), aRun({ reviewer: "hazard-lint" })];
    const verdict = decideVerdict([], runs, { reviewers });
    const origin = { kind: "round", tool: "deep-review" } as const;
    const review = aReview({ origin, reviewers, runs, findings: [], clusters: [], verdict });
    expect(review.verdict.kind).toBe("checks-only");
    expect((await merge(renderSarif(buildReport(review)))).verdict).toMatchObject({
      kind: "checks-only",
      because: expect.stringContaining("failed"),
    });
  });

  test("of a round of checks that lost what its line names is incomplete", async () => {
    const review = aReview({
      origin: { kind: "round", tool: "deep-review" },
      reviewers: [aReviewer({ id: "hazard-lint", kind: "analyzer" })],
      findings: [aFinding({ id: "hazard-lint:I1", reviewer: "hazard-lint" })],
    });
    const sarif = JSON.parse(renderSarif(buildReport(review)));
    expect((await merge(JSON.stringify(sarif))).verdict.kind).toBe("checks-only");
    for (const run of sarif.runs) run.results = [];
    expect((await merge(JSON.stringify(sarif))).verdict).toMatchObject({
      kind: "incomplete",
      because: expect.stringContaining("does not show what its verdict rests on"),
    });
  });
});
