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
const figure = (markup: string, id: string): string => text(markup, `id="${id}"`, "</section>");

/** What stands in the line on one reviewer. */
const row = (markup: string, id: string): string => text(markup, `data-reviewer="${id}"`, "</li>");

function text(markup: string, start: string, end: string): string {
  const from = markup.indexOf(">", markup.indexOf(start)) + 1;
  return markup
    .slice(from, markup.indexOf(end, from))
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}

const panel = page(
  aDigest({
    findings: ["C1 claude", "I1 claude codex", "S1 codex"],
    reviewers: [
      aPart({
        endings: ["C>C", "C>I", "I>I 40", "I>- 2"],
        refuted: 2,
        alone: { critical: 1, important: 20, suggestion: 0 },
      }),
      aPart({
        reviewer: "codex",
        endings: ["I>S 10", "S>- 30"],
        alone: { critical: 0, important: 0, suggestion: 1 },
        durationSeconds: 60,
      }),
    ],
  }),
);

describe("renderReviewers", () => {
  test("every number of a reviewer's line adds up with the others", () => {
    expect(row(panel, "claude")).toContain(
      "reviews 1 raised 44 2 dropped kept 95 % 42 of 44 raised found alone 50 % 21 of 42 kept refuted 5 % 2 of 44 raised rated too high 2 % 1 of 42 kept",
    );
  });

  test("a finding in another section was moved, also in the words on a cell", () => {
    const markup = page(aDigest({ reviewers: [aPart({ endings: ["I>R", "I>I"] })] }));
    expect(markup).toContain("claimed important, moved to another section: 1 of 2 (50 %)");
    expect(markup).toContain("claimed important, ended important: 1 of 2 (50 %)");
    expect(markup).not.toContain("ended routed");
  });

  test("what was found while nobody else worked is not found alone", () => {
    const digest = (id: string, codex: "completed" | "failed") =>
      aDigest({
        id,
        reviewers: [
          aPart({ endings: ["I>I 3"], alone: { critical: 0, important: 3, suggestion: 0 } }),
          aPart({ reviewer: "codex", outcome: codex }),
        ],
      });
    expect(row(page(digest("a", "completed"), digest("b", "failed")), "claude")).toContain(
      "kept 100 % 6 of 6 raised found alone 100 % 3 of 3 kept beside others",
    );
  });

  test("says who is kept most and least, with the base", () => {
    expect(figure(panel, "kept")).toContain(
      "Claude&#39;s findings are kept most often, 95 % (42 of 44); Codex least often, 25 % (10 of 40).",
    );
  });

  test("names all who are kept most, if they are kept equally often", () => {
    const tied = page(
      aDigest({
        reviewers: [
          aPart({ endings: ["I>I 5"] }),
          aPart({ reviewer: "codex", endings: ["I>I 5", "I>-"] }),
          aPart({ reviewer: "gemini", endings: ["S>S"] }),
        ],
      }),
    );
    expect(figure(tied, "kept")).toContain(
      "The findings of Claude and Gemini are kept most often, 100 % (5 of 5 and 1 of 1); Codex least often, 83 % (5 of 6).",
    );
  });

  test("says who rates too high", () => {
    expect(figure(panel, "inflation")).toContain(
      "Codex rates too high most often: 100 % (10 of 10) of its kept findings ended milder than claimed.",
    );
  });

  test("says what would be missing without whom", () => {
    expect(figure(panel, "unique")).toContain("21 by Claude and 0 by Codex");
  });

  test("names who keeps the others waiting", () => {
    expect(figure(panel, "durations")).toContain("Claude took longest, 5 min; Codex least, 1 min.");
    const parts = [aPart({ durationSeconds: 300 }), aPart({ reviewer: "codex", durationSeconds: 0.4 })];
    const two = page(aDigest({ id: "a", reviewers: parts }), aDigest({ id: "b", reviewers: parts }));
    expect(figure(two, "durations")).toContain("less than 0.4 s. Claude is the last to end in 2 of 2 reviews that");
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

  test("a reviewer that raised nothing has no rates either, but that is known", () => {
    const markup = page(
      aDigest({ reviewers: [aPart({ endings: [] }), aPart({ reviewer: "codex", endings: ["I>I"] })] }),
    );
    expect(row(markup, "claude")).toContain("raised 0 kept – none raised found alone – none kept");
    expect(figure(markup, "kept")).toContain("– none raised");
  });

  test("short durations are drawn in seconds", () => {
    const parts = [aPart({ durationSeconds: 0.4 }), aPart({ reviewer: "codex", durationSeconds: 3 })];
    const drawn = figure(page(aDigest({ reviewers: parts })), "durations");
    expect(drawn).toContain("Codex took longest, 3 s; Claude least, 0.4 s.");
    expect(drawn).toMatch(/[\d.]+ s\b/);
    expect(drawn).not.toContain(" min");
  });

  test("a reviewer that always failed has a place and no rates", () => {
    const markup = page(
      aDigest({
        reviewers: [
          aPart({ endings: ["I>I"] }),
          aSilentPart({ reviewer: "gemini", outcome: "failed", durationSeconds: undefined }),
        ],
      }),
    );
    expect(figure(markup, "kept")).toContain("Gemini: unknown of its findings kept");
    expect(row(markup, "gemini")).toContain("reviews 1 1 failed raised unknown kept unknown found alone unknown");
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
