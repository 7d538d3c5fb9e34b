import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderIndex } from "#steps/render/site/render-index.ts";
import { renderReviewers } from "#steps/render/site/render-reviewers.ts";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";
import { aCluster, aDecision, aFailedRun, aFinding, aReview, aReviewer, aRun, aScope } from "../helpers/builders.ts";
import { layoutFaults, overlappingTexts } from "../helpers/text-boxes.ts";

/** One review by built-in checks alone, of a branch, with one finding. */
const KEYLESS = aReview({
  id: "20261102-091500-tidy",
  origin: { kind: "round", tool: "deep-review 0" },
  scope: aScope({ pullRequest: undefined, repository: undefined, author: undefined, branch: "tidy" }),
  reviewers: [aReviewer({ id: "hazard-lint", name: "Hazard Lint", kind: "analyzer", model: undefined })],
  runs: [aRun({ reviewer: "hazard-lint", durationSeconds: 0.4 })],
  findings: [aFinding({ id: "hazard-lint:S1" })],
  clusters: [aCluster({ id: "S1", members: ["hazard-lint:S1"] })],
});

/** A long panel, a failed reviewer, long names and titles, all severities, decisions on what is kept and on what is not. */
function crowded(): Review[] {
  const ids = ["claude", "codex", "gemini", "hazard-lint", "house-rules", "comments-of-somebody"];
  const findings = ["claude:C1", "claude:I1", "claude:S1", "codex:C1", "codex:I1", "codex:S1", "gemini:S1"];
  const pull = { number: 41_234, title: "A `title` that takes all of a line and then some, as titles of changes do" };
  return [1, 2, 3].map((day) =>
    aReview({
      id: `2026110${day}-091500-pr-41234`,
      scope: aScope({ pullRequest: pull, branch: "a-branch-with-a-long-name/of-several-parts" }),
      reviewers: ids.map((id) => aReviewer({ id })),
      runs: ids.map((id) => (id === "gemini" ? aFailedRun({ reviewer: id }) : aRun({ reviewer: id }))),
      findings: findings.map((id) => aFinding({ id })),
      clusters: [
        aCluster({ id: "C1", members: ["claude:C1", "codex:C1"] }),
        aCluster({ id: "I1", members: ["claude:I1", "codex:I1"] }),
        ...["claude:S1", "codex:S1", "gemini:S1"].map((id, at) => aCluster({ id: `S${at + 1}`, members: [id] })),
      ],
      decisions: [
        aDecision(),
        aDecision({ kind: "declined", about: { kind: "finding", cluster: "S1", text: "S1" } }),
        aDecision({ kind: "declined", about: { kind: "testing", text: "a gap" } }),
      ],
    }),
  );
}

const ARCHIVES: Readonly<Record<string, () => Review[]>> = {
  "one keyless review": () => [KEYLESS],
  "a crowded archive": () => [...crowded(), KEYLESS],
  "no review": () => [],
};

const folder = mkdtempSync(path.join(tmpdir(), "deep-review-layout-"));
let browser: Browser;

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return pathToFileURL(file).href;
}

async function open(url: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  await page.goto(url);
  return page;
}

describeInBrowser("the layout of the site's pages", () => {
  beforeAll(async () => {
    const args = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test.each(Object.keys(ARCHIVES))("%s: no text covers another, and nothing is wider than the screen", async (name) => {
    const view = buildArchiveView((ARCHIVES[name]?.() ?? []).map((review) => digestReport(buildReport(review))));
    const pages = {
      index: write("index.html", renderIndex(view)),
      reviewers: write("reviewers.html", renderReviewers(view)),
    };
    expect(await layoutFaults(browser, pages)).toEqual([]);
  });

  test.each(["one keyless review", "a crowded archive"])(
    "%s: the first review is on a phone's first screen",
    async (name) => {
      const view = buildArchiveView((ARCHIVES[name]?.() ?? []).map((review) => digestReport(buildReport(review))));
      const page = await open(write("first.html", renderIndex(view)), 390);
      const bottom = await page
        .locator("[data-round]")
        .first()
        .evaluate((row) => row.getBoundingClientRect().bottom);
      expect(bottom).toBeLessThan(844);
      await page.close();
    },
  );

  test("a filter is there only if there is a choice, and Clear only if one is set", async () => {
    const one = buildArchiveView([digestReport(buildReport(KEYLESS))]);
    const alone = await open(write("one.html", renderIndex(one)), 1280);
    expect(await alone.locator("#filters").count()).toBe(0);
    const some = buildArchiveView([...crowded(), KEYLESS].map((review) => digestReport(buildReport(review))));
    const page = await open(write("some.html", renderIndex(some)), 1280);
    expect(
      await page.locator("#filters select").evaluateAll((all) => all.map((one) => one.getAttribute("name"))),
    ).toEqual(["verdict", "reviewer", "severity", "sort"]);
    const clear = page.locator("#filters [data-reset]");
    expect(await clear.isVisible()).toBe(false);
    await page.getByLabel("Severity").selectOption("critical");
    expect(await clear.isVisible()).toBe(true);
    const tops = await page
      .locator("#filters input, #filters select, #filters [data-reset]")
      .evaluateAll((all) =>
        all.map((field) => field.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
      );
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(3);
    await clear.click();
    expect(await clear.isVisible()).toBe(false);
    await Promise.all([alone.close(), page.close()]);
  });

  test("the check of the layout sees a text on another", async () => {
    const url = write("bad.html", "<body><p>below</p><p style='margin-top:-30px'>above</p></body>");
    const page = await open(url, 390);
    expect(await overlappingTexts(page)).toEqual(['"below" and "above"']);
    await page.close();
  });
});
