import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { mergeReviews } from "#pipeline/merge/merge-reviews.ts";
import { readSources } from "#pipeline/merge/read-sources.ts";
import { renderReview } from "#pipeline/render-review.ts";
import {
  aClaim,
  aCluster,
  aFailedRun,
  aFinding,
  anObservation,
  aReview,
  aReviewer,
  aRun,
  aStatement,
} from "../../helpers/builders.ts";

const asSource = (review: Review, name = "review.json") => ({ name, text: JSON.stringify(review) });
const merge = (...sources: Parameters<typeof readSources>[0]) => mergeReviews({ sources, tool: "test" });

async function asMarkdown(review: Review): Promise<string> {
  for await (const { text } of renderReview(review, ["md"], { width: 100, color: false })) return text;
  return "";
}

describe("the raw reviews of a record", () => {
  test("are taken as they stand, also without a text and with names that no line could hold", () => {
    const odd = aFinding({ locations: [{ path: "src/odd `name`, (1).ts", start: 3, end: 3 }] });
    const record = aReview({
      reviewers: [aReviewer()],
      runs: [aRun({ text: undefined, textStatus: "absent" })],
      findings: [odd],
      observations: [anObservation(), anObservation({ id: "D1", reviewer: undefined, pass: undefined })],
      receipt: { claims: [aClaim()], readings: [] },
    });
    const [found, ...others] = readSources([{ ...asSource(record), text: `\ufeff${JSON.stringify(record)}` }]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ findings: [odd], observations: [{ id: "claude:D1" }], claims: [aClaim()] });
  });

  test("keep their verdicts on fixes, also under another name", async () => {
    const verdict = {
      reviewer: aReviewer().id,
      pass: 1,
      of: "R1.I1",
      closes: "partly" as const,
      introduces: [aFinding().id],
      locations: [],
      quotes: [],
      text: "R1.I1: closes partly",
    };
    const record = aReview({ reviewers: [aReviewer()], findings: [aFinding()], fixVerdicts: [verdict] });
    const { fixVerdicts } = await merge(asSource(record, "one.json"), asSource(record, "other.json"));
    expect(fixVerdicts).toEqual([
      verdict,
      { ...verdict, reviewer: "claude-2", introduces: [`claude-2:${aFinding().label}`] },
    ]);
  });

  test("keep a reviewer that failed, so that the verdict names it", async () => {
    const record = aReview({
      reviewers: [aReviewer(), aReviewer({ id: "codex" })],
      runs: [aRun(), aFailedRun({ reviewer: "codex" })],
      findings: [aFinding({ id: "claude:S1" })],
    });
    const { verdict, runs, gaps, scope } = await merge(asSource(record));
    expect(runs).toEqual(record.runs);
    expect(verdict.because).toContain("1 of 2 reviewers failed");
    expect(gaps).toContain("codex: failed");
    expect(scope.covers).toBe("1 review from 1 file");
  });

  test("of which everybody failed make an incomplete merge", async () => {
    const record = aReview({ reviewers: [aReviewer()], runs: [aFailedRun()], findings: [] });
    expect((await merge(asSource(record))).verdict.kind).toBe("incomplete");
  });

  test("keep the passes of one reviewer as one reviewer", async () => {
    const record = aReview({
      reviewers: [aReviewer()],
      runs: [aRun(), aRun({ pass: 2 })],
      findings: [aFinding(), aFinding({ id: "claude:p2.I1" })],
    });
    const merged = await merge(asSource(record));
    expect(merged.reviewers).toEqual(record.reviewers);
    expect(merged.runs.map(({ pass }) => pass)).toEqual([1, 2]);
    expect(merged.findings.map(({ id }) => id)).toEqual(["claude:I1", "claude:p2.I1"]);
    expect(merged.clusters).toHaveLength(1);
  });

  test("get another id only where somebody has it, with everything that they said", () => {
    const record = aReview({
      reviewers: [aReviewer()],
      findings: [aFinding(), aFinding({ id: "claude:p2.I1" })],
      observations: [anObservation()],
      receipt: { claims: [aClaim()], readings: [] },
    });
    const [one, other] = readSources([asSource(record), asSource(record, "again.json")]);
    expect(one?.reviewer).toEqual(record.reviewers[0]);
    expect(other).toMatchObject({
      reviewer: { id: "claude-2", name: "Claude (claude-2)", family: "claude" },
      runs: [{ reviewer: "claude-2" }],
      findings: [
        { id: "claude-2:I1", reviewer: "claude-2" },
        { id: "claude-2:p2.I1", reviewer: "claude-2" },
      ],
      observations: [{ id: "claude-2:D1", reviewer: "claude-2" }],
      claims: [{ reviewer: "claude-2" }],
    });
  });

  test("of which one is no review at all make an incomplete merge", async () => {
    const record = aReview({
      reviewers: [aReviewer()],
      runs: [aRun({ text: "I will now look at it." })],
      findings: [],
    });
    const { verdict, runs } = await merge(asSource(record));
    expect(verdict.kind).toBe("incomplete");
    expect(runs).toMatchObject([{ outcome: "failed", message: expect.stringContaining("its answer is no review") }]);
  });

  test("that were never published are missed with a clear error", () => {
    const record = aReview({
      findings: [],
      clusters: [aCluster({ members: [], statement: aStatement() })],
    });
    expect(() => readSources([asSource(record)])).toThrow("review.json has no raw reviews to merge");
  });
});

describe("a published report", () => {
  test("gives its panel, and the reviewer that failed is on it", async () => {
    const record = aReview({
      origin: { kind: "round", tool: "test" },
      reviewers: [aReviewer(), aReviewer({ id: "codex" })],
      runs: [
        aRun({
          text: "## Findings\n\n### Suggestions\n\nS1. **Name the limit** — `src/deliver.ts:4` (suggestion, pre-existing)\n\nIt is a bare number.\n",
        }),
        aFailedRun({ reviewer: "codex" }),
      ],
      findings: [aFinding({ id: "claude:S1" })],
    });
    const found = readSources([{ name: "report.md", text: await asMarkdown(record) }]);
    expect(found.map(({ reviewer, runs, findings }) => [reviewer.id, runs[0]?.outcome, findings.length])).toEqual([
      ["claude", "completed", 1],
      ["codex", "failed", 0],
    ]);
  });

  test("without raw reviews is one review, beside those that failed", async () => {
    const record = aReview({
      reviewers: [aReviewer(), aReviewer({ id: "codex" })],
      runs: [aRun({ text: undefined, textStatus: "absent" }), aFailedRun({ reviewer: "codex" })],
      findings: [],
      clusters: [aCluster({ members: [], statement: aStatement(), credits: [{ reviewer: "claude" }] })],
    });
    const found = readSources([{ name: "report.md", text: await asMarkdown(record) }]);
    expect(found.map(({ reviewer, findings }) => [reviewer.id, findings.length])).toEqual([
      ["report", 1],
      ["codex", 0],
    ]);
    expect(found[1]?.runs[0]?.outcome).toBe("failed");
  });
});

describe("files of one name", () => {
  const text = "### Suggestions\n\nS1. **Name the limit** — `src/deliver.ts:4`\n\nIt is a bare number.\n";

  test("are two voices, unless the user gives them to one author", () => {
    const families = (reviewer?: string) =>
      readSources(
        ["one/review.md", "two/review.md"].map((name) => ({
          name,
          text,
          reviewer,
        })),
      ).map((found) => [found.reviewer.id, found.reviewer.name, found.reviewer.family]);
    expect(families()).toEqual([
      ["review", "review", "review"],
      ["review-2", "review (review-2)", "review-2"],
    ]);
    expect(families("Claude")).toEqual([
      ["claude", "Claude", "claude"],
      ["claude-2", "Claude (claude-2)", "claude"],
    ]);
  });
});

describe("the results of a tool", () => {
  const result = (line: number, more: object = {}) => ({
    ruleId: "unbounded",
    message: { text: `Unbounded read number ${line}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: "src/http.ts" }, region: { startLine: line } } }],
    ...more,
  });
  const sarif = (results: object[], runs = 1) => ({
    name: "tools.sarif",
    text: JSON.stringify({
      version: "2.1.0",
      runs: Array.from({ length: runs }, () => ({ tool: { driver: { name: "Scanner" } }, results })),
    }),
  });

  test("are all raised, however often a rule hits", () => {
    const [found] = readSources([sarif(Array.from({ length: 30 }, (_, at) => result(at + 1)))]);
    expect(found?.findings).toHaveLength(30);
    expect(found?.runs[0]?.text).not.toContain("Muted");
    expect(found?.runs[0]?.message).toBeUndefined();
  });

  test("say how many are left out", () => {
    const [found] = readSources([sarif([result(1), result(2, { suppressions: [{ kind: "inSource" }] })])]);
    expect(found?.findings).toHaveLength(1);
    expect(found?.runs[0]?.message).toMatch(/^1 result is left out/);
  });

  test("of two runs of one tool are one voice", () => {
    const found = readSources([sarif([result(1)], 2)]);
    expect(found.map(({ reviewer }) => [reviewer.id, reviewer.family])).toEqual([
      ["scanner", "scanner"],
      ["scanner-2", "scanner"],
    ]);
  });
});

test("the text of a built-in reviewer is that of a check, whatever its file is called", () => {
  const summary = "Test Scout: Is the new behaviour exercised? Nothing found.";
  const text = `## Executive Summary\n\n${summary}\n\n## Findings\n\n### Critical Issues\n\nNone.\n`;
  expect(readSources([{ name: "claude.md", text }]).map(({ reviewer }) => reviewer.kind)).toEqual(["analyzer"]);
});

test.each([
  ["an empty form", "### Critical Issues\n\n### Important Issues\n"],
  ["an empty form with praise", "### Critical Issues\n\n### Design Observations\n\n- Nice layers.\n"],
  ["a note about progress", "I will now look at the files.\n"],
])("%s holds no review", (_, text) => {
  expect(() => readSources([{ name: "ada.md", text }])).toThrow("ada.md holds no review");
});

test("pages and reports as JSON are refused, with the file that is meant", async () => {
  for await (const { text } of renderReview(aReview({}), ["html", "json"], { width: 100, color: false }))
    expect(() => readSources([{ name: "report", text }])).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("report cannot be merged") as string,
        fix: expect.stringContaining("review.json") as string,
      }),
    );
});
