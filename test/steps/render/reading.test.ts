import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { importReport } from "#import/import-report.ts";
import { aHunk, anAgentReview } from "../../helpers/agent-review.ts";
import { aReport, aReview, aReviewer, aRun, aScope } from "../../helpers/builders.ts";

const report = buildReport(anAgentReview());
const html = (review: Review = anAgentReview()) => renderHtml(buildReport(review));

describe("the page", () => {
  test("has a cell with a word for every hunk and agent", () => {
    const page = html();
    expect(page).toContain('<td class="hunk read"><i>read</i></td>');
    expect(page).toContain('<td class="hunk unread"><i>not read</i></td>');
    expect(page).toContain('<td class="hunk lost"><i>read, but it did not end</i></td>');
    expect(page).toContain('<td class="hunk not-given"><i>not given</i></td>');
    expect(page).toContain('<td class="hunk unproven"><i>unproven</i></td>');
    expect(page.match(/<td class="hunk /g)).toHaveLength(8 * 4);
  });

  test("names the hunks that are unread", () => {
    expect(html()).toMatch(/unread<\/span> <code>src\/deliver\.ts:50-53<\/code> <code>src\/schema\.ts:100-103<\/code>/);
  });

  test("says who took part with what, and what happened", () => {
    const page = html();
    expect(page).toContain("Claude Code 2.1.325 · answered by claude-opus-4-7 · opened 2 files");
    expect(page).toContain("<b>Denied:</b> tried to write src/deliver.ts (2 times)");
    expect(page).toContain("<b>Another model:</b> gemini-2.5-flash answered");
  });

  test("without agents it does not speak of hunks", () => {
    expect(renderHtml(aReport())).not.toContain("What the agents read");
  });

  test("of two thousand hunks stays light", () => {
    const many = (isRead: (at: number) => boolean): string => {
      const hunks = Array.from({ length: 2000 }, (_, at) => aHunk(`src/file-${at % 200}.ts`, 1 + at));
      const reviewers = ["a", "b", "c", "d", "e", "f"].map((id) => aReviewer({ id }));
      const readings = reviewers.flatMap(({ id }) =>
        hunks.filter((_, at) => id === "a" || isRead(at)).map((hunk) => ({ reviewer: id, hunk })),
      );
      const files = [...new Set(hunks.map(({ path }) => path))].map((path) => ({ path, change: "modified" as const }));
      return html(
        aReview({
          scope: aScope({ files, hunks }),
          reviewers,
          runs: reviewers.map(({ id }) => aRun({ reviewer: id })),
          findings: [],
          receipt: { claims: [], readings, gate: { readers: 1, unread: [] } },
        }),
      );
    };
    const part = (page: string): string =>
      page.slice(page.indexOf("What the agents read"), page.indexOf("What the reviewers say they read"));
    expect(part(many(() => true)).match(/<tr/g)).toHaveLength(2);
    expect(part(many(() => false)).match(/<tr/g)).toHaveLength(1 + 400);
    expect(part(many((at) => Math.floor(at / 200) % 2 === 0)).length).toBeLessThan(1_000_000);
  });
});

test("the terminal has one line on what was read, and what happened", () => {
  const text = renderTerminal(report, { width: 200, color: false });
  expect(text).toContain("7 of 9 hunks read by an agent; unread: src/deliver.ts:50-53, src/schema.ts:100-103");
  expect(text).toContain("Stopped: after 24 min; what it had said is kept");
  expect(text).toContain("Incomplete: I1 is important and stands");
  expect(renderTerminal(aReport(), { width: 100, color: false })).not.toContain("hunk");
});

describe("the Markdown", () => {
  const markdown = renderMarkdown(report);

  test("has the map as a table", () => {
    expect(markdown).toContain("7 of 9 hunks read by an agent");
    expect(markdown).toContain(
      "| `src/deliver.ts:50-53` | 1 | not read | read, did not end | not read | unproven | unread |",
    );
  });

  test("is read back without taking any of it for a finding or for prose", () => {
    const read = readBack(markdown);
    expect(read.sections.map(({ title }) => title)).toEqual(["Executive Summary"]);
    expect(read.clusters.map(({ id }) => id)).toEqual(["I1"]);
    expect(read).toEqual(readBack(withoutMap(markdown)));
  });
});

const EVIL =
  "</td><script>alert(1)</script> \u001b[31m\u202e | **C1. Fake** — `a.ts:1` (critical, regression)\n## Critical Issues\n**C9. Fake**";

describe("hostile text", () => {
  const review = anAgentReview({
    scope: aScope({ files: [{ path: EVIL, change: "modified" }], hunks: [aHunk(EVIL)] }),
    reviewers: [aReviewer({ name: EVIL.slice(0, 40) })],
    runs: [
      aRun({
        program: { name: EVIL, version: EVIL },
        model: EVIL,
        isolation: { level: "process", note: EVIL },
        incidents: [{ kind: "odd", text: EVIL }],
      }),
    ],
    findings: [],
    clusters: [],
    receipt: { claims: [], readings: [], gate: { readers: 1, unread: [aHunk(EVIL)] } },
  });

  test("cannot run in the page nor hide itself", () => {
    const page = html(review);
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("\u001b");
    expect(page).not.toContain("\u202e");
  });

  test("cannot steer the terminal", () => {
    const text = renderTerminal(buildReport(review), { width: 80, color: false });
    expect(text).not.toMatch(/[\u001b\u202e]/);
    expect(text).toContain("\\u001b");
  });

  test("is no finding when the Markdown is read back", () => {
    const read = readBack(renderMarkdown(buildReport(review)));
    expect(read.clusters).toEqual([]);
  });
});

/** The same report without the sections that only tell what was read. */
function withoutMap(markdown: string): string {
  const from = markdown.indexOf("## Reviewers at Work");
  return markdown.slice(0, from) + markdown.slice(markdown.indexOf("## File Coverage"));
}

function readBack(markdown: string): Review {
  const result = importReport(markdown, "back");
  if (!result.ok) throw new Error(result.why);
  return result.review;
}
