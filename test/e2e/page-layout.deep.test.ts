import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importReport } from "#import/import-report.ts";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";
import { aCluster, aFinding, aReview, aReviewer, aRun, aStatement } from "../helpers/builders.ts";
import { corpusAvailable, corpusDirectory, corpusIds, corpusReport } from "../helpers/corpus.ts";
import { aThirdRound } from "../helpers/third-round.ts";
import { aFullReview } from "../steps/render/html/full-review.ts";

const WIDTHS = [360, 390, 768, 1280, 1920];
const folder = mkdtempSync(path.join(tmpdir(), "deep-review-layout-"));
let browser: Browser;

function imported(text: string, id: string): Review {
  const result = importReport(text, id);
  if (!result.ok) throw new Error(result.why);
  return result.review;
}

/** Built-in checks only, one finding. */
function aKeylessReview(): Review {
  const panel = ["loose-ends", "test-scout", "hazard-lint"];
  return aReview({
    origin: { kind: "round", tool: "deep-review 1.0.0" },
    reviewers: panel.map((id) => aReviewer({ id, name: id, kind: "analyzer", model: undefined })),
    runs: panel.map((reviewer) => aRun({ reviewer, text: "No findings." })),
    findings: [aFinding({ id: "hazard-lint:I1", title: "An error is caught and dropped" })],
    clusters: [aCluster({ id: "I1", members: ["hazard-lint:I1"] })],
    gaps: ["no agent took part: logic, concurrency and design were not judged"],
  });
}

/** Names, titles and paths that have no place to break. */
function aReviewOfLongWords(): Review {
  const word = "Unbreakable".repeat(20);
  const reviewers = ["claude", "codex", "gemini"].map((id) => aReviewer({ id, name: `${id}${word}`, model: word }));
  const ids = ["C1", "I1", "I2", "S1", "S2", "S3", "S4", "S5", "S6"];
  return aReview({
    title: word,
    reviewers,
    runs: reviewers.map(({ id }) => aRun({ reviewer: id, text: word })),
    findings: ids.flatMap((id) => reviewers.map((one) => aFinding({ id: `${one.id}:${id}`, title: `${id}${word}` }))),
    clusters: ids.map((id) =>
      aCluster({
        id,
        members: reviewers.map((one) => `${one.id}:${id}`),
        statement: aStatement({
          title: word,
          body: `${word} \`${word}\``,
          locations: [{ path: `src/${word}/${word}.ts`, start: 1, end: 2 }],
          places: [word],
        }),
      }),
    ),
    statedVerdict: { phrase: word, rationale: word },
    sections: [{ key: "summary", title: word, text: word }],
    gaps: [word],
    scope: {
      repository: { name: `${word}/${word}` },
      branch: word,
      pullRequest: { number: 42, title: word, url: "https://code.example/x/y/pull/42" },
      commits: [],
      files: [{ path: `${word}.ts`, change: "added" }],
      hunks: [],
    },
  });
}

const sample = readFileSync(new URL("../fixtures/sample/20261102-091500-pr-42.md", import.meta.url), "utf8");
const PAGES: readonly (readonly [string, () => Review])[] = [
  ["the demo", () => imported(sample, "20261102-091500-pr-42")],
  ["a review by the built-in checks", aKeylessReview],
  ["every part", aFullReview],
  ["a third round", aThirdRound],
  ["words without a break", aReviewOfLongWords],
  ...[corpusIds[0], corpusIds[Math.floor(corpusIds.length / 2)], corpusIds.at(-1)].flatMap((id) =>
    id === undefined ? [] : [[`report ${id}`, () => imported(corpusReport(id), id)] as const],
  ),
];

/** Pieces of text that lie over each other or stick out of the page, in words. */
const FAULTS = `(() => {
  const pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const owner = node.parentElement;
    if (node.data.trim() === "" || owner.closest("script, style, svg, .visually-hidden, option, .skip, .scroll, pre, i")) continue;
    if (!owner.checkVisibility() || parseFloat(getComputedStyle(owner).fontSize) === 0) continue;
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const box = { left, right, top, bottom };
      // What an ancestor clips is not seen.
      for (let at = owner; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === "visible") continue;
        const clip = at.getBoundingClientRect();
        box.left = Math.max(box.left, clip.left);
        box.right = Math.min(box.right, clip.right);
        box.top = Math.max(box.top, clip.top);
        box.bottom = Math.min(box.bottom, clip.bottom);
      }
      if (box.right - box.left > 1 && box.bottom - box.top > 1) pieces.push({ ...box, node, text: node.data.trim().slice(0, 40) });
    }
  }
  const faults = new Set();
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.add("the page scrolls sideways: " + document.documentElement.scrollWidth);
  for (const part of document.querySelectorAll(".heading h1, .row h3, .where .file, .more-places")) {
    const clip = part.closest(".where")?.getBoundingClientRect();
    const box = part.getBoundingClientRect();
    const isCut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== "visible";
    if (isCut || (clip && (box.right > clip.right + 1 || box.bottom > clip.bottom + 1))) faults.add("cut: " + part.textContent.slice(0, 40));
  }
  for (const { right, text } of pieces) if (right > width + 1) faults.add("sticks out: " + text);
  pieces.sort((a, b) => a.top - b.top);
  for (const [i, one] of pieces.entries()) {
    for (let j = i + 1; j < pieces.length && pieces[j].top < one.bottom - 4; j++) {
      const other = pieces[j];
      // Text that ends in an ellipsis has two boxes.
      if (one.node !== other.node && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 && Math.min(one.bottom, other.bottom) - other.top > 4) {
        faults.add("overlap: " + one.text + " | " + other.text);
      }
    }
  }
  return Array.from(faults).slice(0, 10);
})()`;

describeInBrowser("the layout of the report page", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--headless", "--disable-gpu"] });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const faultsOf = async (page: Page, widths: readonly number[]): Promise<string[]> => {
    const faults: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      for (const fault of (await page.evaluate(FAULTS)) as string[]) faults.push(`${width}: ${fault}`);
    }
    return faults;
  };

  test.each(PAGES)("nothing overlaps and nothing scrolls sideways, closed and open: %s", async (_, review) => {
    const file = path.join(folder, "page.html");
    writeFileSync(file, renderHtml(buildReport(review())));
    const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
    await page.goto(pathToFileURL(file).href);
    expect(await faultsOf(page, WIDTHS)).toEqual([]);
    await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
    expect(await faultsOf(page, WIDTHS)).toEqual([]);
    await page.context().close();
  });

  test("the check sees text over text, a place that is cut, and a page that is too wide", async () => {
    const page = await (await browser.newContext()).newPage();
    await page.setContent(
      '<p>one line of text</p><p style="margin-top:-2em">another over it</p><div style="width:3000px">w</div>' +
        '<div class="where" style="width:20px;overflow:hidden;white-space:nowrap"><span class="file">long-name.ts:26</span></div>',
    );
    const faults = await faultsOf(page, [390]);
    expect(faults.some((fault) => fault.includes("overlap: one line of text | another over it"))).toBe(true);
    expect(faults.some((fault) => fault.includes("scrolls sideways"))).toBe(true);
    expect(faults).toContain("390: cut: long-name.ts:26");
    await page.context().close();
  });

  if (!corpusAvailable) test.skip(`imported reports (skipped: no corpus at ${corpusDirectory})`, () => undefined);

  test("the demo is short while everything is closed", async () => {
    const file = path.join(folder, "page.html");
    writeFileSync(file, renderHtml(buildReport(imported(sample, "20261102-091500-pr-42"))));
    const page = await (await browser.newContext()).newPage();
    const height = async (width: number): Promise<number> => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(pathToFileURL(file).href);
      return page.evaluate("document.documentElement.scrollHeight");
    };
    expect(await height(1280)).toBeLessThan(2500);
    expect(await height(390)).toBeLessThan(3500);
    await page.context().close();
  });
});
