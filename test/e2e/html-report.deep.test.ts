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
import { aFullReview } from "../steps/render/html/full-review.ts";

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

const shown = (page: Page): Promise<string[]> =>
  page
    .locator("article.card")
    .evaluateAll((cards) => cards.filter((card) => card.checkVisibility()).map((card) => card.id));
const pageWidth = (page: Page): Promise<number> => page.evaluate("document.documentElement.scrollWidth");

describeInBrowser("the report page in a browser", () => {
  beforeAll(async () => {
    writeFileSync(file, renderHtml(buildReport(aFullReview())));
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

  test("opens from disk with the kept findings in sight and the others folded", async () => {
    const page = await open(address);
    expect(await shown(page)).toEqual(["C1", "I1", "I2", "S1"]);
    expect(await page.locator(".filters .shown").textContent()).toBe("6 findings");
  });

  test("a filter hides the rest, counts, and stays in the address over a reload", async () => {
    const page = await open(address);
    await page.click('.chip[data-filter="severity:important"]');
    expect(await shown(page)).toEqual(["I1", "I2"]);
    expect(await page.locator(".filters .shown").textContent()).toBe("2 of 6");
    expect(new URL(page.url()).search).toBe("?severity=important");
    await page.reload();
    expect(await shown(page)).toEqual(["I1", "I2"]);
    expect(await page.getAttribute('.chip[data-filter="severity:important"]', "aria-pressed")).toBe("true");
    await page.click('.chip[data-filter="reviewer:claude"]');
    expect(await shown(page)).toEqual(["I2"]);
  });

  test("the bar of counts filters too, and shows what was dropped", async () => {
    const page = await open(address);
    await page.click('.count[data-filter="show:dropped"]');
    expect(await shown(page)).toEqual(["X1"]);
    await page.click('.count[data-filter="show:dropped"]');
    await page.click('.count[data-filter="show:contested"]');
    expect(await shown(page)).toEqual(["I2"]);
  });

  test("keys: slash goes to the text, Escape clears, j and k go from card to card", async () => {
    const page = await open(address);
    await page.keyboard.press("/");
    await page.keyboard.type("restart");
    expect(await shown(page)).toEqual(["I1"]);
    expect(new URL(page.url()).searchParams.get("q")).toBe("restart");
    await page.keyboard.press("Escape");
    expect(await shown(page)).toHaveLength(4);
    expect(new URL(page.url()).search).toBe("");
    const focused = (): Promise<string> => page.evaluate("document.activeElement.id");
    await page.keyboard.press("j");
    expect(await focused()).toBe("C1");
    await page.keyboard.press("j");
    expect(await focused()).toBe("I1");
    await page.keyboard.press("k");
    expect(await focused()).toBe("C1");
  });

  test("filter buttons work by keyboard", async () => {
    const page = await open(address);
    await page.focus('.chip[data-filter="class:gap"]');
    await page.keyboard.press("Space");
    expect(await shown(page)).toEqual(["I1", "I2"]);
  });

  test("a link to a finding that a filter hides brings it back; filter and link live side by side", async () => {
    const page = await open(`${address}?severity=important#I1`);
    expect(await shown(page)).toEqual(["I1", "I2"]);
    await page.goto(`${address}?severity=important#C1`);
    expect(await shown(page)).toContain("C1");
    expect(await page.locator("#C1").evaluate((card) => card.getBoundingClientRect().top < innerHeight)).toBe(true);
  });

  test("a link to a dropped finding or a raw one opens its fold", async () => {
    const page = await open(`${address}#X1`);
    expect(await shown(page)).toContain("X1");
    await page.click('#C1 a[href="#raw-codex-I1"]');
    expect(await page.locator("#raw-codex-I1").isVisible()).toBe(true);
    await page.click("#raw-codex-I1 a");
    expect(new URL(page.url()).hash).toBe("#C1");
  });

  test("where the address may not be changed the filter goes into its fragment", async () => {
    const refuse = "history.replaceState = () => { throw new Error('refused'); };";
    const page = await open(address, {}, (fresh) => fresh.addInitScript(refuse));
    await page.click('.chip[data-filter="severity:important"]');
    expect(new URL(page.url()).hash).toBe("#?severity=important");
    await page.reload();
    expect(await shown(page)).toEqual(["I1", "I2"]);
  });

  test("the scheme follows the system until the button is pressed, and the choice is kept", async () => {
    const page = await open(address, { colorScheme: "dark" });
    const ground = (): Promise<string> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await ground()).toBe("rgb(19, 22, 26)");
    await page.click("[data-theme-toggle]");
    expect(await ground()).toBe("rgb(250, 250, 248)");
    await page.reload();
    expect(await ground()).toBe("rgb(250, 250, 248)");
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
    await page.click("#C1 .diff .copy");
    expect(await page.evaluate("window.copied")).toMatch(/^--- a\/src\/deliver.ts\n\+\+\+ b[\s\S]*\n \}\n$/);
  });

  test("on a phone nothing scrolls sideways but code, and the contents are folded", async () => {
    const page = await open(address, { viewport: { width: 360, height: 740 } });
    expect(await pageWidth(page)).toBe(360);
    await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
    expect(await pageWidth(page)).toBe(360);
    await page.reload();
    expect(await page.locator(".toc ol").isVisible()).toBe(false);
    await page.click(".toc summary");
    expect(await page.locator(".toc ol").isVisible()).toBe(true);
  });

  test("without JavaScript everything can be read and no dead control is shown", async () => {
    const page = await open(address, { javaScriptEnabled: false });
    expect(await page.locator("#I2").isVisible()).toBe(true);
    expect(await page.locator(".filters").isVisible()).toBe(false);
    expect(await page.locator("[data-theme-toggle]").isVisible()).toBe(false);
    await page.click("section:has(> #dropped) summary");
    expect(await page.locator("#X1").isVisible()).toBe(true);
  });

  test("paper shows everything unfolded, in light colours, without controls", async () => {
    const page = await open(address, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#X1").isVisible()).toBe(true);
    expect(await page.locator("#raw-claude-S2").isVisible()).toBe(true);
    expect(await page.locator(".filters, .toc, .copy").filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(31, 36, 41)");
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
