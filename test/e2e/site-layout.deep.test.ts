import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderIndex } from "#steps/render/site/render-index.ts";
import { renderReviewers } from "#steps/render/site/render-reviewers.ts";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";
import { corpusReviews } from "../helpers/corpus-reviews.ts";
import { layoutFaults } from "../helpers/text-boxes.ts";

describeInBrowser("the layout of the site of real reports", () => {
  test.skipIf(corpusReviews === undefined)("no text covers another, and nothing is wider than the screen", async () => {
    const view = buildArchiveView((corpusReviews?.() ?? []).map((review) => digestReport(buildReport(review))));
    const folder = mkdtempSync(path.join(tmpdir(), "deep-review-layout-"));
    const write = (name: string, text: string): string => {
      writeFileSync(path.join(folder, name), text);
      return pathToFileURL(path.join(folder, name)).href;
    };
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--headless", "--disable-gpu"] });
    try {
      const pages = {
        index: write("index.html", renderIndex(view)),
        reviewers: write("reviewers.html", renderReviewers(view)),
      };
      expect(await layoutFaults(browser, pages)).toEqual([]);
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true });
    }
  });
});
