import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ReportDigest } from "#model/archive.ts";
import { reviewId } from "#model/ids.ts";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderIndex } from "#steps/render/site/render-index.ts";
import { renderReviewers } from "#steps/render/site/render-reviewers.ts";
import { aDigest, aPart } from "../helpers/digests.ts";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../helpers/hostile.ts";

const folder = mkdtempSync(path.join(tmpdir(), "deep-review-site-"));
const index = pathToFileURL(path.join(folder, "index.html")).href;
const reviewers = pathToFileURL(path.join(folder, "reviewers.html")).href;
let browser: Browser;

/** What a page did that it must not do: dialogs, errors, refusals by its own policy, requests to anywhere. */
let misdeeds: string[] = [];

const pull = (number: number, title: string) => ({ pullRequest: { number, title }, branch: `branch-${number}` });

/** Three rounds of pull request 336, one of 42 by somebody else, a branch, and an architecture review. */
function archive(): ReportDigest[] {
  const parts = [aPart({ endings: ["C>I", "S>S 3"] }), aPart({ reviewer: "codex", endings: ["I>I", "S>-"] })];
  return [
    aDigest({
      id: "r1",
      ...pull(336, "Wait for the queue"),
      startedAt: "2026-10-01T10:00:00",
      findings: ["C1 claude", "I1 codex"],
      verdict: { phrase: "Rework", kind: "rework" },
      reviewers: parts,
    }),
    aDigest({
      id: "r2",
      ...pull(336, "Wait for the queue"),
      startedAt: "2026-10-02T10:00:00",
      findings: ["I1 claude codex", "S1 claude"],
      reviewers: parts,
    }),
    aDigest({
      id: "r3",
      ...pull(336, "Wait for the queue"),
      startedAt: "2026-10-03T10:00:00",
      findings: ["S336 claude"],
      verdict: { phrase: "Merge as-is", kind: "merge" },
      reviewers: parts,
    }),
    aDigest({
      id: "p42",
      ...pull(42, "Retry failed deliveries"),
      author: "another-author",
      startedAt: "2026-11-02T10:00:00",
      findings: ["S7 gemini"],
      reviewers: [aPart({ reviewer: "gemini" })],
    }),
    aDigest({
      id: "b",
      pullRequest: undefined,
      branch: "sign-payloads",
      startedAt: "2026-09-01T10:00:00",
      reviewers: parts,
    }),
    aDigest({
      id: "arch",
      kind: "architecture",
      pullRequest: undefined,
      branch: undefined,
      title: "The relay as a whole",
      startedAt: "2026-08-01T10:00:00",
      reviewers: [],
    }),
  ];
}

async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("dialog", (dialog) => void (misdeeds.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("pageerror", (error) => misdeeds.push(`error: ${error.message}`));
  page.on("console", (message) => void (message.type() === "error" && misdeeds.push(`console: ${message.text()}`)));
  page.on(
    "request",
    (request) => void (!/^(?:file|data):/.test(request.url()) && misdeeds.push(`request: ${request.url()}`)),
  );
  await page.goto(url);
  return page;
}

/** The ids of the reviews that can be seen, in the order of the page. */
const shown = (page: Page): Promise<string[]> =>
  page
    .locator("[data-round]")
    .evaluateAll((rounds) =>
      rounds.filter((round) => round.checkVisibility()).map((round) => round.getAttribute("data-id") ?? ""),
    );
const pageWidth = (page: Page): Promise<number> => page.evaluate("document.documentElement.scrollWidth");
const search = (page: Page, words: string): Promise<void> => page.getByRole("searchbox").fill(words);

describeInBrowser("the site's pages in a browser", () => {
  beforeAll(async () => {
    const view = buildArchiveView(archive());
    writeFileSync(path.join(folder, "index.html"), renderIndex(view));
    writeFileSync(path.join(folder, "reviewers.html"), renderReviewers(view));
    const args = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    const seen = misdeeds;
    misdeeds = [];
    for (const context of browser.contexts()) await context.close();
    expect(seen).toEqual([]);
  });

  test("everything is there at first, the latest series on top of its group", async () => {
    const page = await open(index);
    expect(await shown(page)).toEqual(["p42", "r1", "r2", "r3", "b", "arch"]);
    expect(await page.locator("[data-match-count]").textContent()).toBe("6 reviews");
  });

  test("a number finds the pull request and not the finding of that number", async () => {
    const page = await open(index);
    await search(page, "#336");
    expect(await shown(page)).toEqual(["r1", "r2", "r3"]);
    await search(page, "42");
    expect(await shown(page)).toEqual(["p42"]);
    expect(await page.locator("[data-match-count]").textContent()).toBe("1 of 6 reviews");
  });

  test("words find titles, authors and findings, and show the findings that match", async () => {
    const page = await open(index);
    await search(page, "QUEUE wait");
    expect(await shown(page)).toEqual(["r1", "r2", "r3"]);
    await search(page, "another-author");
    expect(await shown(page)).toEqual(["p42"]);
    await search(page, "problem s336");
    expect(await shown(page)).toEqual(["r3"]);
    expect(await page.locator("[data-finding]:visible").allTextContents()).toEqual(["S336 Problem S336"]);
    expect(await page.locator("#pr-336 [data-match-note]").textContent()).toContain("showing 1 of them");
    await search(page, "");
    expect(await page.locator("[data-finding]:visible").count()).toBe(0);
  });

  test("filters narrow each other, and nothing left says so", async () => {
    const page = await open(index);
    await page.getByLabel("Severity").selectOption("important");
    expect(await shown(page)).toEqual(["r1", "r2", "b", "arch"]);
    await page.getByLabel("Verdict").selectOption("Rework");
    expect(await shown(page)).toEqual(["r1"]);
    await page.getByLabel("Author").selectOption("another-author");
    expect(await shown(page)).toEqual([]);
    await page.locator("#no-match [data-reset]").click();
    expect(await shown(page)).toHaveLength(6);
    await page.getByLabel("Reviewer").selectOption("gemini");
    expect(await shown(page)).toEqual(["p42"]);
  });

  test("a month narrows to its reviews", async () => {
    const page = await open(index);
    await page.getByLabel("Month").selectOption("2026-10");
    expect(await shown(page)).toEqual(["r1", "r2", "r3"]);
  });

  test("sorts within the groups", async () => {
    const page = await open(index);
    await page.getByLabel("Sort").selectOption("rounds");
    expect(await shown(page)).toEqual(["r1", "r2", "r3", "p42", "b", "arch"]);
    await page.getByLabel("Sort").selectOption("");
    expect(await shown(page)).toEqual(["p42", "r1", "r2", "r3", "b", "arch"]);
  });

  test("the address keeps the filters, also from disk", async () => {
    const page = await open(index);
    await search(page, "queue");
    await page.getByLabel("Verdict").selectOption("Rework");
    expect(new URL(page.url()).search).toBe("?q=queue&verdict=Rework");
    await page.reload();
    expect(await shown(page)).toEqual(["r1"]);
    expect(await page.getByRole("searchbox").inputValue()).toBe("queue");
  });

  test("a filter in the address that the archive does not know is left alone", async () => {
    const page = await open(`${index}?verdict=Unheard&author=%3Cb%3E&sort=__proto__`);
    expect(await shown(page)).toHaveLength(6);
  });

  test("a link to a series shows it, whatever the filters hide", async () => {
    const page = await open(`${index}?q=deliveries#pr-336`);
    expect(await shown(page)).toHaveLength(6);
    expect(await page.locator("#pr-336").evaluate((card) => card.getBoundingClientRect().top < innerHeight)).toBe(true);
  });

  test("works by keyboard", async () => {
    const page = await open(index);
    await page.keyboard.press("/");
    await page.keyboard.type("queue");
    expect(await shown(page)).toEqual(["r1", "r2", "r3"]);
    await page.keyboard.press("Escape");
    expect(await shown(page)).toHaveLength(6);
    await page.keyboard.press("Escape");
    const focused = (): Promise<string> => page.evaluate("document.activeElement.closest('[data-series]')?.id ?? ''");
    await page.keyboard.press("j");
    expect(await focused()).toBe("pr-42");
    await page.keyboard.press("j");
    expect(await focused()).toBe("pr-336");
    await page.keyboard.press("k");
    expect(await focused()).toBe("pr-42");
  });

  test("without JavaScript everything is there and no control that does nothing", async () => {
    const page = await open(index, { javaScriptEnabled: false });
    expect(await page.locator("[data-round]:visible").count()).toBe(6);
    expect(await page.locator("#filters").isVisible()).toBe(false);
  });

  test.each([
    ["index", index],
    ["reviewers", reviewers],
  ])("%s: dark follows the system and can be changed", async (_, url) => {
    const page = await open(url, { colorScheme: "dark" });
    const ground = (): Promise<string> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const dark = await ground();
    await page.locator("[data-theme-toggle]").click();
    expect(await ground()).not.toBe(dark);
  });

  test.each([
    ["index", index],
    ["reviewers", reviewers],
  ])("%s: nothing is wider than a small phone", async (_, url) => {
    const page = await open(url, { viewport: { width: 360, height: 740 } });
    expect(await pageWidth(page)).toBe(360);
    for (const details of await page.locator("details").all())
      await details.evaluate((one) => one.setAttribute("open", ""));
    expect(await pageWidth(page)).toBe(360);
  });

  test("the two pages link to each other", async () => {
    const page = await open(index);
    await page.getByRole("link", { name: "Reviewers", exact: true }).click();
    expect(page.url()).toBe(reviewers);
    await page.getByRole("link", { name: "Reviews", exact: true }).click();
    expect(page.url()).toBe(index);
  });

  test("every chart has a name and stays within its figure", async () => {
    const page = await open(reviewers);
    const charts = page.locator("svg[role=img]");
    expect(await charts.count()).toBeGreaterThan(8);
    expect(
      await charts.evaluateAll((all) => all.filter((chart) => !chart.querySelector("title")?.textContent)),
    ).toEqual([]);
    const spilled = await page
      .locator(".figure")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.id));
    expect(spilled).toEqual([]);
  });

  test.each([
    ["index", renderIndex, 2],
    ["reviewers", renderReviewers, 1],
  ] as const)("%s: hostile text stays text, on a phone too", async (name, render, scripts) => {
    const hostile = Object.entries(HOSTILE_TEXTS).map(([kind, text]) => ({
      ...digestReport(buildReport(aHostileReview(text))),
      id: reviewId(`hostile-${kind}`),
    }));
    const file = path.join(folder, `hostile-${name}.html`);
    writeFileSync(file, render(buildArchiveView([...hostile, ...archive()])));
    const page = await open(pathToFileURL(file).href, { viewport: { width: 360, height: 740 } });
    expect(await page.locator("img, iframe, object, embed").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(scripts);
    for (const details of await page.locator("details").all())
      await details.evaluate((one) => one.setAttribute("open", ""));
    expect(await pageWidth(page)).toBe(360);
  });
});
