import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { displayWidth } from "#util/terminal.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import {
  aCluster,
  aFailedRun,
  aFinding,
  aReport,
  aReview,
  aReviewer,
  aRun,
  type Over,
} from "../../../helpers/builders.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../../helpers/hostile.ts";

describe("renderTerminal", () => {
  test("quotes the passages that were not understood, with their line", () => {
    const passage = { reviewer: "claude", line: 21, text: "The total\nmust be set.", why: "no section" };
    const shown = render(
      aReview({
        unplaced: [
          { ...passage, mayHoldFinding: true },
          { ...passage, line: 30 },
        ],
      }),
      100,
    );
    expect(shown).toContain("not understood: claude, line 21: “The total must be set.”");
    expect(shown).not.toContain("line 30");
  });

  test("the heading is never cut where it has room below", () => {
    const covers = `branch ${"a-long-name-".repeat(8)}and uncommitted changes`;
    const shown = render(aReview({ scope: { ...aReview().scope, pullRequest: undefined, covers } }), 80);
    expect(shown.replaceAll("\n", "")).toContain("uncommitted changes");
  });

  test("shows what was reviewed, the verdict, what stands, who failed and what is missing", () => {
    const over: Over<Review> = {
      reviewers: [aReviewer(), aReviewer({ id: "codex" }), aReviewer({ id: "gemini" })],
      runs: [aRun(), aRun({ reviewer: "codex", durationSeconds: 8.42 }), aFailedRun({ reviewer: "gemini" })],
      findings: [
        aFinding({ id: "claude:C1", title: "A crash loses the queue" }),
        aFinding({ id: "codex:S1", title: "The limit is written twice", locations: [{ path: "src/config.ts" }] }),
        aFinding({ id: "codex:S2" }),
      ],
      clusters: [
        aCluster({ id: "C1", members: ["claude:C1"] }),
        aCluster({ id: "S1", members: ["codex:S1"] }),
        aCluster({ id: "X1", members: ["codex:S2"] }),
      ],
      gaps: ["gemini: no review in the source"],
    };
    expect(render(aReview(over), 100)).toMatchInlineSnapshot(`
      "Review of example/hookrelay#42 Retry failed deliveries (1 commit, 1 file, round 1) @ 9f2c4e6

        Rework: C1 is critical and stands; 1 of 3 reviewers failed
        2 kept (1 critical, 1 suggestion) from 3 raised: 1 dropped; 2 of 3 reviewers completed

        Critical
        C1  A crash loses the queue     src/deliver.ts:41-48  claude

        Suggestions
        S1  The limit is written twice  src/config.ts         codex

        Completed: Claude Opus 4.7, Codex GPT 5.5
        Failed: Gemini 3.1 Pro after 24m 00s: stream ended after 24 minutes without a review

        Gaps
          gemini: no review in the source
      "
    `);
  });

  test("on a narrow terminal the place stands below the title", () => {
    const lines = render(aReview(), 44).split("\n");
    const title = lines.findIndex((line) => line.startsWith("  I1  "));
    expect(lines.slice(title, title + 3)).toMatchInlineSnapshot(`
      [
        "  I1  Retries never stop for a subscriber",
        "      that is gone",
        "      src/deliver.ts:41-48   claude, codex",
      ]
    `);
  });

  test.each([44, 80])("what is missing is told whole, and an address with it, in %d columns", (width) => {
    const address = `https://code.example/acme/shop/pull/42#${"discussion".repeat(8)}`;
    const text = render(aReview({ gaps: [`I2 has no comment of its own: it is said at ${address} already`] }), width);
    const missing = text.slice(text.indexOf("Gaps"));
    expect(missing.replaceAll(/\s/g, "")).toContain(`itissaidat${address}already`);
    for (const line of missing.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  test.each([30, 44, 80, 120, 200])("no line is wider than %d columns", (width) => {
    const title = "全角の題名がとても長い場合でも折り返さない 🎉🎉 and a long tail of words that goes on and on";
    const path = `src/${"deep/".repeat(40)}file.ts`;
    const findings = [aFinding({ title, locations: [{ path, start: 1, end: 2 }] })];
    const text = render(aReview({ findings, gaps: [title.repeat(3)] }), width);
    for (const line of text.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  test.each(Object.entries(HOSTILE_TEXTS))("lets nothing through that controls a terminal: %s", (_name, text) => {
    const output = render(aHostileReview(text), 100);
    // oxlint-disable-next-line no-control-regex -- this is what must not be there
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
    for (const line of output.split("\n")) {
      expect(displayWidth(line)).toBeLessThanOrEqual(100);
      expect(line.length).toBeLessThan(1000);
    }
  });

  test("colours only when asked, and says the same", () => {
    const report = aReport();
    const plain = renderTerminal(report, { width: 80, color: false });
    const painted = renderTerminal(report, { width: 80, color: true });
    expect(plain).not.toContain("\u001B");
    expect(painted).toContain("\u001B[");
    expect(stripVTControlCharacters(painted)).toBe(plain);
  });

  test("an imported verdict that the rule does not share is shown with the rule's", () => {
    const review = aReview({ statedVerdict: { phrase: "Merge as-is", kind: "merge", rationale: "nothing blocks" } });
    expect(render(review, 100)).toContain(
      "  Merge as-is: nothing blocks\n  By the rule: Merge with fixes, as I1 is important",
    );
  });

  test("a contested finding says so", () => {
    const findings = [aFinding({ id: "claude:C1" }), aFinding({ id: "codex:S1" })];
    const clusters = [aCluster({ id: "I1", members: ["claude:C1", "codex:S1"] })];
    const output = render(aReview({ findings, clusters }), 90);
    expect(output).toContain("(contested)\n      src/deliver.ts");
  });
});

function render(review: Review, width: number): string {
  return renderTerminal(buildReport(review), { width, color: false });
}
