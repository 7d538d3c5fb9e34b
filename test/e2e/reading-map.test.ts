import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { anAgentReview } from "../helpers/agent-review.ts";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";

describeInBrowser("the map of hunks and agents in a browser", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "deep-review-map-"));
  const file = path.join(folder, "report.html");
  let browser: Browser;

  beforeAll(async () => {
    writeFileSync(file, renderHtml(buildReport(anAgentReview())));
    const args = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  async function open(options: BrowserContextOptions): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(pathToFileURL(file).href);
    await page.click('[data-part="read"] > summary');
    return page;
  }

  test("needs no script, fits a narrow screen and has a word behind every sign", async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
    const table = page.locator("table.reading");
    const box = await table.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    expect(await table.locator("tbody tr", { hasText: "50–53" }).locator("td").allTextContents()).toEqual([
      "not read",
      "read, but it did not end",
      "not read",
      "unproven",
    ]);
  });

  test.each(["light", "dark"] as const)(
    "read, unread and unproven look different in the %s scheme",
    async (colorScheme) => {
      const page = await open({ colorScheme });
      const look = (selector: string): Promise<string> =>
        page.evaluate(`(() => {
        const cell = document.querySelector(${JSON.stringify(selector)});
        const sign = getComputedStyle(cell, "::before");
        return [getComputedStyle(cell).backgroundColor, sign.color, sign.content].join(" ");
      })()`);
      const looks = await Promise.all(
        ["td.read", ".gate td.unread", "tr:not(.gate) td.unread", "td.lost", "td.not-given", "td.unproven"].map(look),
      );
      expect(new Set(looks).size).toBe(looks.length);
    },
  );

  test("is on paper too", async () => {
    const page = await open({ viewport: { width: 760, height: 900 } });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("table.reading td").first().isVisible()).toBe(true);
    expect(await page.locator(".incidents li").count()).toBe(7);
  });
});
