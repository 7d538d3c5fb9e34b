import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Location } from "#model/location.ts";
import type { Review } from "#model/review.ts";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";

const ID = "20261102-091500-pr-42";
const samples = new URL("../fixtures/sample/", import.meta.url);
const review = importSample();
const report = buildReport(review);

describe("the sample review", () => {
  test("has one critical, three important and five suggestions from four reviewers, one of which failed", () => {
    expect(report.counts).toMatchObject({
      raised: 17,
      kept: { critical: 1, important: 3, suggestion: 5, all: 9 },
      moved: 1,
      dropped: 3,
      contested: 1,
      reviewers: { all: 4, completed: 3, failed: 1, heard: 3 },
    });
    expect(new Set(review.reviewers.map(({ family }) => family)).size).toBe(3);
  });

  test("every finding ended where the text says", () => {
    const fates = report.account.map(({ entry }) => `${entry.finding} ${entry.fate} ${entry.cluster}`);
    expect(fates).toEqual([
      "claude-opus:C1 kept C1",
      "claude-opus:I1 kept I1",
      "claude-opus:I2 kept I3",
      "claude-opus:S1 kept S1",
      "claude-opus:S2 kept S4",
      "claude-opus:S3 dropped X1",
      "claude-opus:S4 kept S5",
      "claude-sonnet:I1 dropped X2",
      "claude-sonnet:S1 kept I2",
      "claude-sonnet:S2 kept S4",
      "claude-sonnet:S3 kept S3",
      "claude-sonnet:S4 routed R1",
      "codex:C1 kept I2",
      "codex:I1 kept C1",
      "codex:I2 kept I1",
      "codex:S1 kept S2",
      "codex:S2 dropped X3",
    ]);
    expect(report.dropped.map(({ dropReason }) => dropReason)).toEqual(["withdrawn", "refuted", "declined-earlier"]);
  });

  test("its written table is wrong in one number", () => {
    expect(report.contradictions).toEqual([{ reviewer: "codex", row: "Unique insights", written: "2", computed: "1" }]);
  });

  test("one reviewer called a file clean where another's finding stands", () => {
    const missed = report.coverage.files.filter(({ missedBy }) => missedBy.length > 0);
    expect(missed.map(({ path, missedBy }) => [path, missedBy])).toEqual([["test/deliver.test.ts", ["claude-sonnet"]]]);
  });

  test("shows repros with output, earlier findings, a decline, a resolution and process notes", () => {
    expect(report.kept.filter(({ evidence }) => evidence.level === "reproduced").map(({ id }) => id)).toEqual([
      "C1",
      "I1",
    ]);
    expect(review.previous).toHaveLength(4);
    expect(review.decisions.filter(({ source }) => source === "earlier-rounds")).toHaveLength(1);
    expect(report.kept.every(({ decisions }) => decisions.length === 1)).toBe(true);
    expect(review.processNotes).toBeDefined();
  });

  test("nothing of it is left over but the preamble of one raw review", () => {
    expect(review.unplaced.map(({ reviewer, why }) => `${reviewer}: ${why}`)).toEqual([
      "claude-opus: precedes the review",
    ]);
  });
});

describe("the sample review is true of its code", () => {
  let repository = "";

  beforeAll(() => {
    repository = mkdtempSync(path.join(tmpdir(), "hookrelay-"));
    git(["init", "-q"]);
    execFileSync("git", ["-C", repository, "fast-import", "--quiet"], {
      input: readFileSync(new URL("hookrelay.fast-export", samples)),
    });
    git(["checkout", "-q", review.scope.head ?? ""]);
  });

  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  test("every cited line exists at the reviewed commit", () => {
    for (const { id, locations } of [...report.kept, ...review.findings]) {
      expect(locations.length, id).toBeGreaterThan(0);
      for (const { path: file, end } of locations)
        expect(linesOf(file).length, `${id} ${file}`).toBeGreaterThanOrEqual(end ?? 1);
    }
  });

  test("every quote stands within the cited lines, except in the finding that was refuted for it", () => {
    const quoted = [...report.kept, ...review.findings].filter(({ quotes }) => quotes.length > 0);
    const wrong = quoted.filter(
      ({ quotes, locations }) => !quotes.every(({ code }) => locations.some((place) => holds(place, code))),
    );
    expect(quoted.length).toBeGreaterThan(12);
    expect(wrong.map(({ id }) => id)).toEqual(["claude-sonnet:I1"]);
  });

  test("every proposed diff applies", () => {
    const diffs = report.kept.flatMap(({ fix }) => fix?.diffs ?? []);
    expect(diffs).toHaveLength(6);
    for (const diff of diffs) {
      execFileSync("git", ["-C", repository, "apply", "--check", "-"], { input: `${diff}\n` });
    }
  });

  function git(args: readonly string[]): string {
    return execFileSync("git", ["-C", repository, ...args], { encoding: "utf8" });
  }

  function linesOf(file: string): string[] {
    return git(["show", `${review.scope.head}:${file}`])
      .trimEnd()
      .split("\n");
  }

  function holds({ path: file, start, end }: Location, code: string): boolean {
    const cited = linesOf(file).slice((start ?? 1) - 1, end);
    return cited.join("\n").includes(code);
  }
});

function importSample(): Review {
  const result = importReport(readFileSync(new URL(`${ID}.md`, samples), "utf8"), ID);
  if (!result.ok) throw new Error(result.why);
  return result.review;
}
