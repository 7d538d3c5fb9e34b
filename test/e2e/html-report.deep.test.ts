import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../helpers/hostile.ts";
import type { Review } from "#model/review.ts";
import { aCluster, aFinding, aReview } from "../helpers/builders.ts";
import { aFullReview } from "../steps/render/html/full-review.ts";

/** With so many findings that it has filters. */
function aLongReview(): Review {
  const review = aFullReview();
  const ids = ["S2", "S3", "S4", "S5", "S6"];
  return aReview({
    ...review,
    findings: [...review.findings, ...ids.map((id) => aFinding({ id: `codex:${id}`, class: "enhancement" }))],
    clusters: [...review.clusters, ...ids.map((id) => aCluster({ id, members: [`codex:${id}`] }))],
  });
}

const folder = mkdtempSync(path.join(tmpdir(), "deep-review-html-"));
const file = path.join(folder, "report.html");
const address = pathToFileURL(file).href;
let browser: Browser;

/** What a page did that it must not do: dialogs, errors, refusals by its own policy, requests to anywhere. */
let misdeeds: string[] = [];

async function open(
  url: string,
  options: BrowserContextOptions = {},
  before?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.on("dialog", (dialog) => void (misdeeds.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("pageerror", (error) => misdeeds.push(`error: ${error.message}`));
  page.on("console", (message) => void (message.type() === "error" && misdeeds.push(`console: ${message.text()}`)));
  page.on(
    "request",
    (request) => void (!/^(?:file|data):/.test(request.url()) && misdeeds.push(`request: ${request.url()}`)),
  );
  await before?.(page);
  await page.goto(url);
  return page;
}

const shown = (page: Page, what = ".row > summary"): Promise<string[]> =>
  page
    .locator(what)
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => (element.closest(".row") as HTMLElement | null)?.dataset["finding"] ?? ""),
    );
const opened = (page: Page): Promise<string[]> => shown(page, "article.card");
const choose = (page: Page, key: string, value: string) => page.selectOption(`select[data-filter="${key}"]`, value);
const status = (page: Page) => page.locator(".filters .shown").textContent();
const ALL = ["C1", "I1", "I2", "S1", "S2", "S3", "S4", "S5", "S6"];
const pageWidth = (page: Page): Promise<number> => page.evaluate("document.documentElement.scrollWidth");

describeInBrowser("the report page in a browser", () => {
  beforeAll(async () => {
    writeFileSync(file, renderHtml(buildReport(aLongReview())));
    const args = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    const seen = misdeeds;
    misdeeds = [];
    expect(seen).toEqual([]);
  });

  test("opens from disk with a row for each kept finding, all closed, the others folded", async () => {
    const page = await open(address);
    expect(await shown(page)).toEqual(ALL);
    expect(await opened(page)).toEqual([]);
  });

  test("verdict and list are on the first screen, on a desk and on a phone", async () => {
    const top = async (width: number, height: number): Promise<number[]> => {
      const page = await open(address, { viewport: { width, height } });
      return page
        .locator('[data-part="verdict"] h2, .row[data-finding="C1"] > summary')
        .evaluateAll((found) => found.map((element) => element.getBoundingClientRect().top));
    };
    const [verdict = 0, list = 0] = await top(1280, 800);
    expect([verdict < 130, list < 520]).toEqual([true, true]);
    const [small = 0, below = 0] = await top(390, 844);
    expect([small < 110, below < 700]).toEqual([true, true]);
  });

  test("a filter hides the rest, counts, and stays in the address over a reload", async () => {
    const page = await open(address);
    await choose(page, "severity", "important");
    expect(await shown(page)).toEqual(["I1", "I2"]);
    expect(await status(page)).toBe("2 of 9");
    expect(new URL(page.url()).search).toBe("?severity=important");
    await page.reload();
    expect(await shown(page)).toEqual(["I1", "I2"]);
    await choose(page, "reviewer", "claude");
    expect(await shown(page)).toEqual(["I2"]);
    await page.click("[data-clear]");
    expect(await shown(page)).toEqual(ALL);
    expect(new URL(page.url()).search).toBe("");
    await choose(page, "state", "contested");
    expect(await shown(page)).toEqual(["I2"]);
    await choose(page, "state", "fixed");
    expect(await shown(page)).toEqual(["C1"]);
  });

  test("an address with a choice that is not there filters nothing", async () => {
    const page = await open(`${address}?severity=odd&q=`);
    expect(await shown(page)).toEqual(ALL);
  });

  test("keys: slash goes to the text, Escape clears, j and k go from row to row, Enter opens", async () => {
    const page = await open(address);
    await page.keyboard.press("/");
    await page.keyboard.type("deploy");
    expect(await shown(page)).toEqual(["I1"]);
    expect(new URL(page.url()).searchParams.get("q")).toBe("deploy");
    await page.keyboard.press("Escape");
    expect(await shown(page)).toEqual(ALL);
    expect(new URL(page.url()).search).toBe("");
    const focused = (): Promise<string> => page.evaluate("document.activeElement.parentElement.dataset.finding");
    await page.keyboard.press("j");
    expect(await focused()).toBe("C1");
    await page.keyboard.press("j");
    expect(await focused()).toBe("I1");
    await page.keyboard.press("k");
    expect(await focused()).toBe("C1");
    await page.keyboard.press("Enter");
    expect(await opened(page)).toEqual(["C1"]);
    await page.keyboard.press("j");
    expect(await focused()).toBe("I1");
  });

  test("all rows open and close at once", async () => {
    const page = await open(address);
    await page.click("[data-open-all]");
    expect(await opened(page)).toEqual(ALL);
    await page.click("[data-close-all]");
    expect(await opened(page)).toEqual([]);
  });

  test("a link to a finding opens it, brings it into sight and past a filter, also when the address changes later", async () => {
    const page = await open(`${address}?severity=important#I1`);
    expect(await opened(page)).toEqual(["I1"]);
    const isInSight = (id: string): Promise<boolean> =>
      page.locator(`.row[data-finding="${id}"] > summary`).evaluate((row) => {
        const { top } = row.getBoundingClientRect();
        return top >= 0 && top < innerHeight;
      });
    expect(await isInSight("I1")).toBe(true);
    await page.evaluate("location.hash = '#C1'");
    await expect.poll(() => opened(page)).toContain("C1");
    expect(await isInSight("C1")).toBe(true);
  });

  test("a link to a dropped finding, a part or a raw finding opens its fold, without a script too", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open(`${address}#X1`, { javaScriptEnabled });
      await expect.poll(() => page.locator("#X1").isVisible()).toBe(true);
      await page.click('[data-part="verdict"] a[href="#reviewers"]');
      await expect.poll(() => page.locator("#reviewers").isVisible()).toBe(true);
    }
    const page = await open(`${address}#C1`);
    await page.click('#C1 a[href="#raw-codex-I1"]');
    expect(await page.locator("#raw-codex-I1").isVisible()).toBe(true);
    await page.click("#raw-codex-I1 a");
    expect(new URL(page.url()).hash).toBe("#C1");
  });

  test("where the address may not be changed the filter goes into its fragment", async () => {
    const refuse = "history.replaceState = () => { throw new Error('refused'); };";
    const page = await open(address, {}, (fresh) => fresh.addInitScript(refuse));
    await choose(page, "severity", "important");
    expect(new URL(page.url()).hash).toBe("#?severity=important");
    await page.reload();
    expect(await shown(page)).toEqual(["I1", "I2"]);
  });

  test("the scheme follows the system until the button is pressed, and the choice is kept", async () => {
    const page = await open(address, { colorScheme: "dark" });
    const ground = (): Promise<string> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await ground()).toBe("rgb(14, 22, 24)");
    await page.click("[data-theme-toggle]");
    expect(await ground()).toBe("rgb(248, 250, 249)");
    await page.reload();
    expect(await ground()).toBe("rgb(248, 250, 249)");
  });

  test("a browser that refuses storage still changes the scheme", async () => {
    const refuse = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });";
    const page = await open(address, {}, (fresh) => fresh.addInitScript(refuse));
    await page.click("[data-theme-toggle]");
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  });

  test("a fix is copied as the diff it is, without decoration", async () => {
    const catchCopy =
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });";
    const page = await open(address, {}, (fresh) => fresh.addInitScript(catchCopy));
    await page.click('.row[data-finding="C1"] > summary');
    await page.click("#C1 .diff .copy");
    expect(await page.evaluate("window.copied")).toMatch(/^--- a\/src\/deliver.ts\n\+\+\+ b[\s\S]*\n \}\n$/);
  });

  test("without JavaScript everything can be read and no dead control is shown", async () => {
    const page = await open(address, { javaScriptEnabled: false });
    await page.click('.row[data-finding="I2"] > summary');
    expect(await page.locator("#I2").isVisible()).toBe(true);
    expect(await page.locator(".filters, .controls").filter({ visible: true }).count()).toBe(0);
    expect(await page.locator("[data-theme-toggle]").isVisible()).toBe(false);
    await page.click('[data-part="dropped"] > summary');
    await page.click('.row[data-finding="X1"] > summary');
    expect(await page.locator("#X1").isVisible()).toBe(true);
  });

  test("paper shows everything unfolded, in light colours, without controls", async () => {
    const page = await open(address, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#X1").isVisible()).toBe(true);
    expect(await page.locator("#raw-claude-S2").isVisible()).toBe(true);
    expect(await page.locator(".filters, .controls, .copy").filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(23, 39, 43)");
  });

  test.each(Object.entries({ ...HOSTILE_TEXTS, ...MORE_HOSTILE_TEXTS }))(
    "hostile text does nothing: %s",
    async (name, text) => {
      const hostile = path.join(folder, `${name}.html`);
      writeFileSync(hostile, renderHtml(buildReport(aHostileReview(text))));
      const page = await open(pathToFileURL(hostile).href, { viewport: { width: 360, height: 740 } });
      await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
      await page.evaluate("document.querySelectorAll('main a:not([href^=http])').forEach((link) => link.click())");
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expect(
        await page.locator("img, iframe, object, embed, form, [onclick], [onerror], [onload], [style]").count(),
      ).toBe(0);
      expect(await page.locator("script").count()).toBe(2);
      expect(await page.locator("main").count()).toBe(1);
      expect(await page.locator("main article#I1").count()).toBe(1);
      expect(await pageWidth(page)).toBe(360);
    },
  );
});

const FENCE = "```";

/** Ways out that Markdown and its code blocks offer. */
const MORE_HOSTILE_TEXTS = {
  closers: `${FENCE}html\n</code></pre></figure></article></main></style></script><script>window.pwned = 1</script>\n${FENCE}`,
  unclosed: `${FENCE}go\nfunc main() {\n<script>window.pwned = 1</script>`,
  handlers: `<svg/onload="window.pwned=1"><a href="javascript:window.pwned=1" onclick="window.pwned=1">x</a><details open ontoggle=window.pwned=1>`,
  links: `[a](javascript:window.pwned=1) [b](JaVaScRiPt:window.pwned=1) [c](data:text/html,<script>window.pwned=1</script>) ![d](https://evil.example/x.png) <javascript:window.pwned=1> [e]: javascript:window.pwned=1 [f](#%E0%A4%A)`,
  styles: `</style><style>*{display:none}</style> <p style="position:fixed;inset:0">`,
  quotes: `"' onmouseover="window.pwned=1" x='`,
  base: `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
};
