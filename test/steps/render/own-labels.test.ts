import { describe, expect, test } from "vitest";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderFinding } from "#steps/render/terminal/render-finding.ts";
import { aCluster, aFinding, aReport } from "../../helpers/builders.ts";

/** Claude's I2 is I1 of this report; its I1 is I2. It has no I7, this report has. */
const WORDS = "It ends as in I2, see I7.";
const SAID = "It ends as in I1 (claude:I2), see I7.";
const LINKED =
  /It ends as in <a class="id important" href="#I1">I1<\/a> \(<a class="raw-id" href="#raw-claude-I2">claude:I2<\/a>\), see I7\./g;
const remark = { group: "Gaps", text: WORDS, credits: ["claude"], sources: ["claude:testing.1"] };
const report = aReport({
  findings: [
    aFinding({ id: "claude:I1", body: `${WORDS}\n\nFix: stop.`, title: "As I2 does" }),
    aFinding({ id: "codex:I3", body: "Something.", title: "Like I3" }),
    aFinding({ id: "claude:I2" }),
    aFinding({ id: "codex:I1" }),
  ],
  clusters: [
    aCluster({ id: "I1", members: ["claude:I2"] }),
    aCluster({ id: "I2", members: ["claude:I1", "codex:I3"] }),
    aCluster({ id: "I7", members: ["codex:I1"] }),
  ],
  sections: [{ key: "testing", title: "Testing Assessment", text: `- ${WORDS} [Claude Opus 4.7]`, remarks: [remark] }],
});

describe("a reviewer's own labels in its words", () => {
  const page = renderHtml(report);

  test("follow the id of this report on the card and in the assessment, and stay text if they are no finding of it", () =>
    expect(page.match(LINKED)).toHaveLength(2));
  test("follow it in titles: of the card, in the account, of a merged finding", () => {
    expect(page).toContain("<h3>As I1 (claude:I2) does</h3>");
    const linked = /As <a class="id important" href="#I1">I1<\/a> \(<a class="raw-id" href="#raw-claude-I2">/;
    expect(page).toMatch(new RegExp(`<td>${linked.source}`));
    expect(page).toMatch(
      /class="own-title">Like <a class="id important" href="#I2">I2<\/a> \(<a class="raw-id" href="#raw-codex-I3"/,
    );
  });
  test("follow it in Markdown, which is read back as it was written", () => {
    const markdown = renderMarkdown(report);
    expect(markdown).toContain(`- ${SAID} [Claude Opus 4.7]`);
    expect(markdown.split(SAID)).toHaveLength(3);
    const read = importReport(markdown, report.review.id);
    if (!read.ok) throw new Error(read.why);
    expect(read.review.clusters.find(({ id }) => id === "I2")?.statement?.body).toContain(SAID);
    const again = buildReport(read.review);
    expect(renderMarkdown(again)).toContain(SAID);
    expect(renderHtml(again)).toContain('as in <a class="id important" href="#I1">I1</a> (claude:I2), see ');
  });
  test("follow it on a terminal", () =>
    expect(
      renderFinding(
        report.kept.find(({ id }) => id === "I2")!,
        { width: 100, color: false },
      ),
    ).toContain(SAID));
  test("stay as they are in the record", () => {
    expect(report.review.findings[0]?.body).toContain(WORDS);
    expect(report.review.sections[0]?.remarks?.[0]?.text).toBe(WORDS);
  });
});
