import { describe, expect, test } from "vitest";
import type { ReportDigest } from "#model/archive.ts";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderReviewers } from "#steps/render/site/render-reviewers.ts";
import { aDigest, aPart, aSilentPart } from "../../../helpers/digests.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../../helpers/hostile.ts";

function page(...digests: readonly ReportDigest[]): string {
  return renderReviewers(buildArchiveView(digests));
}

/** What stands in one figure, without tags. */
function figure(markup: string, id: string): string {
  const start = markup.indexOf(`<section class="figure`, markup.indexOf(`id="${id}"`) - 60);
  const end = markup.indexOf("</section>", start);
  return markup
    .slice(start, end)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}

const panel = page(
  aDigest({
    findings: ["C1 claude", "I1 claude codex", "S1 codex"],
    reviewers: [
      aPart({
        endings: ["C>C", "C>I", "I>I 40", "I>- 2"],
        dropped: [{ reason: "refuted", count: 2 }],
        standsBehind: { critical: 1, important: 1, suggestion: 0 },
        alone: { critical: 1, important: 0, suggestion: 0 },
        merged: 21,
        locations: { places: { exist: 9, checked: 10 }, quotes: { stand: 6, elsewhere: 1, checked: 10 } },
        coverage: { files: 10, misses: 4 },
      }),
      aPart({
        reviewer: "codex",
        endings: ["I>S 10", "S>- 30"],
        dropped: [{ reason: "out-of-scope", count: 30 }],
        standsBehind: { critical: 0, important: 1, suggestion: 1 },
        alone: { critical: 0, important: 0, suggestion: 1 },
        durationSeconds: 60,
      }),
    ],
  }),
);

describe("renderReviewers", () => {
  test("says who is kept most and least, with the base", () => {
    expect(figure(panel, "kept")).toContain(
      "Claude&#39;s findings are kept most often, 95 % (42 of 44); Codex least often, 25 % (10 of 40).",
    );
  });

  test("says whose findings others raise too, with the base", () => {
    expect(figure(panel, "merged")).toContain(
      "Claude&#39;s kept findings are raised by others too most often, 50 % (21 of 42); Codex never (0 of 10).",
    );
  });

  test("says how much of what is cited is there, and who was looked up", () => {
    const text = figure(panel, "locations");
    expect(text).toContain("Claude cites what is there: 75 % (15 of 20).");
    expect(text).toContain("Only reviews whose commit was available count (Claude 1 review).");
    expect(figure(page(aDigest()), "locations")).toContain("Nothing is known about it in this archive.");
  });

  test("says who rates too high", () => {
    expect(figure(panel, "inflation")).toContain(
      "Codex rates too high most often: 100 % (10 of 10) of its kept findings ended milder than claimed.",
    );
  });

  test("says what would be missing without whom", () => {
    expect(figure(panel, "unique")).toContain("1 by Claude and 0 by Codex");
  });

  test("does not say never of the unknown: no summary, no coverage rate", () => {
    expect(figure(panel, "coverage")).toContain("Claude: 40 % (4 of 10)");
    expect(figure(panel, "coverage")).toContain("Codex: unknown");
  });

  test("says never with its base", () => {
    expect(figure(panel, "false-positives")).toContain("Codex never (0 of 40)");
  });

  test("names the most common reason for a drop", () => {
    expect(figure(panel, "drops")).toContain("“out of scope”: 94 % (30 of 32) of the drops with a reason");
  });

  test("a drop without a stated reason is no reason, and may hide a false positive", () => {
    const dropped = [
      { reason: "not-stated", count: 5 },
      { reason: "refuted", count: 2 },
    ] as const;
    const markup = page(aDigest({ reviewers: [aPart({ endings: ["S>- 7", "I>I 9"], dropped })] }));
    expect(figure(markup, "drops")).toContain(
      "“refuted”: 100 % (2 of 2) of the drops with a reason. For 5 of 7 the report states none.",
    );
    expect(figure(markup, "false-positives")).toContain("Drops without a stated reason may hide more (Claude 5).");
  });

  test("names who keeps the others waiting", () => {
    expect(figure(panel, "durations")).toContain(
      "Claude is the last to end in 1 of 1 reviews that time every reviewer.",
    );
  });

  test("says who confirms whom", () => {
    expect(figure(panel, "overlap")).toContain("of Claude&#39;s kept findings, Codex raised 50 % (1 of 2) too");
  });

  test("says that a difference may be chance where the base is small", () => {
    const small = page(
      aDigest({
        reviewers: [aPart({ endings: ["I>I 3", "S>-"] }), aPart({ reviewer: "codex", endings: ["I>I 2", "S>- 2"] })],
      }),
    );
    expect(figure(small, "kept")).toContain("The ranges overlap, so the order may be chance.");
    expect(figure(panel, "kept")).not.toContain("chance");
  });

  test("says how many reviews lack the raw text", () => {
    const partial = page(
      aDigest({ id: "a", reviewers: [aPart({ endings: ["I>I"] })] }),
      aDigest({ id: "b", reviewers: [aSilentPart()] }),
    );
    expect(figure(partial, "kept")).toContain("Only reviews with their raw text count: Claude 1 of 2.");
  });

  test("a reviewer that always failed has a place and no rates", () => {
    const markup = page(
      aDigest({
        reviewers: [
          aPart({ endings: ["I>I"] }),
          aSilentPart({ reviewer: "gemini", outcome: "failed", durationSeconds: undefined, toolCalls: undefined }),
        ],
      }),
    );
    expect(figure(markup, "kept")).toContain("Gemini: unknown of its findings kept");
    expect(figure(markup, "failures")).toContain(
      "Gemini fails to give a review most often, 100 % (1 of 1); Claude never (0 of 1).",
    );
    expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  });

  test.each([
    ["no review", []],
    ["one review without any reviewer", [aDigest({ reviewers: [] })]],
    ["one review that raised nothing", [aDigest({ findings: [] })]],
    ["nothing but an architecture review", [aDigest({ kind: "architecture" })]],
    ["a review without a date", [aDigest({ startedAt: undefined })]],
  ])("makes a page of %s", (_, digests) => {
    const markup = page(...digests);
    expect(markup).toContain("<h1>Reviewers</h1>");
    expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("takes any number of reviewers with any names", () => {
    const names = Array.from({ length: 12 }, (_, index) => `reviewer-with-a-long-name-${index}`);
    const markup = page(aDigest({ reviewers: names.map((reviewer) => aPart({ reviewer, endings: ["S>S"] })) }));
    for (const name of names) expect(markup).toContain(name.slice(1));
  });

  test.each(Object.entries(HOSTILE_TEXTS))("shows hostile names as text: %s", (_, hostile) => {
    const markup = page(digestReport(buildReport(aHostileReview(hostile))));
    expect(markup).not.toContain("<img");
    expect(markup).not.toContain("<script>alert");
    expect(markup).not.toMatch(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    expect(markup).not.toMatch(/<[^>]+ (style|on[a-z]+)=/);
    expect(markup.length).toBeLessThan(150_000);
  });
});
