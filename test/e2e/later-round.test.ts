import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";
import { aThirdRound } from "../helpers/third-round.ts";

describeInBrowser("the page of a later round in a browser", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "deep-review-later-"));
  const file = path.join(folder, "report.html");
  let browser: Browser;

  beforeAll(async () => {
    writeFileSync(file, renderHtml(buildReport(aThirdRound())));
    const args = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await browser.newContext({ reducedMotion: "reduce", ...options })).newPage();
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  test("leads from a finding to the row of the earlier one", async () => {
    const page = await open();
    await page.click('.row[data-finding="I1"] > summary');
    await page.click('#I1 a[href="#earlier-R1-I1"]');
    expect(await page.locator("tr:target th").isVisible()).toBe(true);
    expect(await page.locator("tr:target th").textContent()).toContain("R1.I1");
  });

  test("fits a narrow screen without a script, every row whole", async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
    await page.click('[data-part="earlier"] > summary');
    const boxes = await page.locator("table.earlier tr[id] > *").all();
    expect(boxes).toHaveLength(24);
    for (const box of boxes) {
      const place = await box.boundingBox();
      expect((place?.x ?? 0) + (place?.width ?? 999)).toBeLessThanOrEqual(360);
    }
    const heading = await page.locator('[data-part="earlier"] h2').textContent();
    expect(heading).toContain("Earlier findings 6");
  });
});
