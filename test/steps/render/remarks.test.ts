import { describe, expect, test } from "vitest";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderJson } from "#steps/render/json/render-json.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderFinding } from "#steps/render/terminal/render-finding.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { readReport } from "#import/read-report/read-report.ts";
import { aCluster, aFinding, anObservation, aReport } from "../../helpers/builders.ts";

const section = {
  key: "testing" as const,
  title: "Testing Assessment",
  text: "- Two workers are untested (S1). [Claude Opus 4.7, Codex GPT 5.5]",
  remarks: [
    {
      group: "Gaps",
      text: "Two workers are untested (S1). <script>alert(1)</script>",
      credits: ["claude", "codex"],
      sources: ["claude:testing.2", "codex:testing.1"],
      because: "concurrency, 2 voices",
    },
  ],
};

describe("merged remarks", () => {
  const report = aReport({ sections: [section] });
  const page = renderHtml(report);

  test("stand on the page with everybody who makes the point and where", () => {
    expect(page).toMatch(/class="raw-id" href="#raw"[^>]*>claude:testing\.2<\/a>/);
    expect(page).toMatch(/class="raw-id" href="#raw"[^>]*>\w+:testing\.1<\/a>/);
    expect(page).toContain("concurrency, 2 voices");
  });
  test("are text, never markup", () => expect(page).not.toContain("<script>alert"));
  test("link labels to this report and to the findings of their author", () =>
    expect(page).toMatch(/untested \(<a class="id \w+" href="#\w+">\w+<\/a> \(<a[^>]*href="#raw-claude-S1"/));
  test("are counted on a terminal", () =>
    expect(renderTerminal(report, { width: 100, color: false })).toContain("1 remark besides the findings"));
  test("are not mentioned on a terminal where there are none", () =>
    expect(renderTerminal(aReport(), { width: 100, color: false })).not.toContain("besides the findings"));
  test("stand in Markdown as the section's text", () => expect(renderMarkdown(report)).toContain(section.text));
});

describe("a contested finding", () => {
  const report = aReport({
    findings: [aFinding({ id: "claude:C1" }), aFinding({ id: "codex:S1", title: "`retryAll` may block the queue" })],
    clusters: [aCluster({ id: "C1", members: ["claude:C1", "codex:S1"] })],
    observations: [
      anObservation({
        id: "gemini:D1",
        reviewer: "gemini",
        kind: "strength",
        text: "`retryAll` handles the queue and will not block @everyone",
      }),
    ],
  });
  const sides = "rated critical by one side and suggestion by the other; what one side reports, the other praises";

  test("shows both sides in Markdown, in a section that a reader passes over", () => {
    const markdown = renderMarkdown(report);
    expect(markdown).toContain(`## Contested Findings\n\n<!-- computed`);
    expect(markdown).toContain(`- C1: ${sides}\n  - Claude Opus 4.7: critical\n  - Codex GPT 5.5: suggestion\n`);
    const read = readReport(markdown, report.review.id);
    expect(read.ok && read.report.sections.map(({ title }) => title)).toEqual(["Executive Summary"]);
  });
  test("shows both sides on a terminal", () => {
    const shown = renderFinding(report.kept[0]!, { width: 200, color: false });
    expect(shown).toContain(sides);
    expect(shown).toContain("claude: critical");
    expect(shown).toContain("gemini: praises: `retryAll` handles");
  });
  test("shows both sides on the page and in JSON", () => {
    expect(renderHtml(report)).toContain("praises: ");
    expect(renderJson(report)).toContain('"says": "critical"');
  });
});
