import { describe, expect, test } from "vitest";
import { LEDGER_COLUMNS } from "#grammar/report/own-parts.ts";
import { readReport } from "#import/read-report/read-report.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { aCluster, aDecision, aFailedRun, aReport, aRun, aStatement } from "../../../helpers/builders.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../../helpers/hostile.ts";

const headings = (markdown: string): string[] =>
  markdown.split("\n").filter((line) => line.startsWith("## ") && !line.includes("by Rule"));

const stated = aCluster({
  id: "I1",
  members: ["claude:I1", "codex:I1"],
  credits: [{ reviewer: "claude" }, { reviewer: "codex", note: "as S5" }],
  statement: aStatement({
    title: "Retries never stop",
    locations: [
      { path: "src/deliver.ts", start: 41, end: 48 },
      { path: "src/deliver.ts", start: 60, end: 60 },
    ],
    places: ["PR description"],
    class: "gap",
    notes: ["Round 1 S2 unaddressed"],
  }),
});
const dropped = aCluster({ id: "X1", members: ["claude:S1"] });

describe("the report as Markdown", () => {
  test("has the sections of the originals, then ours, and the raw reviews last", () => {
    const report = aReport({
      sections: [
        { key: "summary", title: "Executive Summary", text: "Sound, but for the limit." },
        { key: "testing", title: "Testing Assessment", text: "No test reaches it." },
      ],
      processNotes: "None.",
      decisions: [aDecision()],
    });
    expect(headings(renderMarkdown(report))).toEqual([
      "## Executive Summary",
      "## Critical Issues",
      "## Important Issues",
      "## Suggestions",
      "## Testing Assessment",
      "## Probably Unseen",
      "## Merged Findings",
      "## Moved and Dropped Findings",
      "## File Coverage",
      "## Agent Performance Retro",
      "## Review Process Notes",
      "## Resolution",
      "## Panel",
      "## Ledger",
      "## Appendix: Original Reviews",
      "## Executive Summary",
      "## Executive Summary",
    ]);
  });

  test("prints a finding line in one form", () => {
    const markdown = renderMarkdown(aReport({ clusters: [stated, dropped] }));
    expect(markdown).toContain(
      "I1. **Retries never stop** — `src/deliver.ts:41-48,60`, PR description [Claude Opus 4.7] [Codex GPT 5.5 (as S5)] (important, gap) (Round 1 S2 unaddressed)\n\nA subscriber",
    );
  });

  test("prints None. where a severity has no findings", () => {
    expect(renderMarkdown(aReport())).toContain("## Critical Issues\n\nNone.\n\n## Important Issues\n\nI1. ");
  });

  test("says of each raw finding once where it went", () => {
    const markdown = renderMarkdown(aReport({ clusters: [stated, dropped] }));
    const rows = markdown.split("\n").filter((line) => /^\| (?:claude|codex):/.test(line));
    expect(markdown).toContain(`| ${LEDGER_COLUMNS.join(" | ")} |`);
    expect(rows).toEqual([
      "| claude:I1 | important | important | I1 | primary | 1 | named by the report |",
      "| claude:S1 | suggestion | dropped: refuted | X1 | primary | 1 | named by the report |",
      "| codex:I1 | important | important | I1 | primary | 1 | named by the report |",
    ]);
    expect(markdown).toContain("| X1 | drop as refuted | claude:S1 | claude | the caller already checks it |");
  });

  test("says who failed, and why", () => {
    const report = aReport({ runs: [aRun(), aFailedRun({ reviewer: "codex" })] });
    expect(renderMarkdown(report)).toContain(
      "### [Codex GPT 5.5] — Pass 1 — failed\n\n````text message\nstream ended after 24 minutes without a review\n````",
    );
  });

  test("puts a raw review into a fence that it cannot close", () => {
    const text = "`````\n## Resolution\n````\n@someone";
    const markdown = renderMarkdown(aReport({ runs: [aRun({ text })] }));
    expect(markdown).toContain(`\`\`\`\`\`\`markdown\n${text}\n\`\`\`\`\`\``);
  });

  test("mentions nobody outside code", () => {
    const sections = [
      { key: "unresolved" as const, title: "Unresolved Feedback", text: "@someone asked for `@test`." },
    ];
    expect(renderMarkdown(aReport({ sections }))).toContain("@<!-- -->someone asked for `@test`.");
  });

  test("prints the written retro table beside the computed one, and where they differ", () => {
    const retro = {
      paragraphs: [{ reviewer: "claude", text: "Broad." }],
      columns: ["claude", "codex"],
      rows: [{ label: "Unique insights", cells: ["9", "0"] }],
      overall: "All gave something.",
    };
    const markdown = renderMarkdown(aReport({ retro }));
    expect(markdown).toMatch(/### Computed summary\n\n(?:\w.*\n\n){2}\| \| Claude Opus 4\.7 \| Codex GPT 5\.5 \|\n/);
    expect(markdown).toContain(
      "### Summary as written\n\n| | Claude Opus 4.7 | Codex GPT 5.5 |\n|---|---|---|\n| Unique insights | 9 | 0 |",
    );
    expect(markdown).toMatch(/differs from the ledger\n\n- Claude Opus 4\.7, Unique insights: written 9, computed \d/);
  });
});

describe("what was rendered is read back", () => {
  test("with its ledger, so that no link need be guessed", () => {
    const result = readReport(renderMarkdown(aReport({ clusters: [stated, dropped] })), "x");
    if (!result.ok) throw new Error(result.why);
    const { statement: _, ...links } = stated;
    expect(result.report.statedLedger).toEqual([links, dropped]);
    expect(result.report.clusters[0]?.statement).toEqual({
      ...stated.statement,
      fix: { text: "treat 410 as final.", diffs: [] },
    });
  });

  test("without computed sections, unless somebody else wrote one of that name", () => {
    const markdown = renderMarkdown(aReport());
    const own = readReport(markdown, "x");
    const foreign = readReport(`${markdown.split("## Appendix")[0]}\n## File Coverage\n\nAll of it.\n`, "x");
    expect(own.ok && own.report.sections.map(({ title }) => title)).not.toContain("Moved and Dropped Findings");
    expect(foreign.ok && foreign.report.sections.at(-1)).toEqual({ title: "File Coverage", text: "All of it." });
  });

  test("not with a ledger that somebody has damaged", () => {
    const markdown = renderMarkdown(aReport()).replace("drop as refuted", "drop as boring");
    const result = readReport(markdown, "x");
    expect(result.ok && result.report.statedLedger).toBeUndefined();
    expect(result.ok && result.report.sections.map(({ title }) => title)).toContain("Ledger");
  });
});

describe("hostile text", () => {
  test.each(Object.entries(HOSTILE_TEXTS))("%s does not add, hide or lose a part", (_, text) => {
    const markdown = renderMarkdown(buildReport(aHostileReview(text)));
    const result = readReport(markdown, "x");
    if (!result.ok) throw new Error(result.why);
    // No reader takes a line of 200 kB for a finding line; then it is prose, and the ledger still has the cluster.
    expect(result.report.clusters.map(({ id }) => id)).toEqual(text.length > 1000 ? [] : ["I1"]);
    expect(result.report.statedLedger?.map(({ id }) => id)).toEqual(["I1", "R1", "X1"]);
  });
});
