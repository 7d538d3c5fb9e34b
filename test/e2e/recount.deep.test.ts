import * as fc from "fast-check";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";
import { corpusReviews } from "../helpers/corpus-reviews.ts";
import { corpusDirectory } from "../helpers/corpus.ts";
import { records } from "../helpers/random-records.ts";
import { recountArchive } from "../helpers/recount/recount-archive.ts";
import { addRecounts, type Recount } from "../helpers/recount/rules.ts";

const RECORDS = 200;
/** So many reviews are in one archive. */
const ARCHIVE = 20;

let browser: Browser;

function report(what: string, { pages, numbers, contradictions }: Recount): void {
  console.log(`${what}: ${pages} pages read, ${numbers} numbers recomputed, ${contradictions.length} contradictions`);
}

describeInBrowser("every number of every page is what the records say", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--headless", "--disable-gpu"] });
  });
  afterAll(async () => browser.close());

  test(`of ${RECORDS} random records`, async () => {
    const reviews = fc.sample(records(), RECORDS);
    const results: Recount[] = [];
    for (let at = 0; at < RECORDS; at += ARCHIVE)
      results.push(await recountArchive(browser, reviews.slice(at, at + ARCHIVE)));
    const all = addRecounts(results);
    report(`${RECORDS} random records`, all);
    expect(all.contradictions).toEqual([]);
  });

  // A number of each page, changed: the first that the pattern finds.
  test.each([
    ["index", /(?<=<p class="muted small" data-part="account">)\d+/],
    ["index", /(?<=class="severity [a-z]+">)\d+/],
    ["index", /(?<=class="round-states muted">)\d+/],
    ["index", /(?<=\()\d+(?=\)<\/option>)/],
    ["reviewers", /\d+(?= of \d+ raised)/],
    ["reviewers", /(?<=<td class="num">)\d+/],
    ["reviewers", /\d+(?= % \()/],
    ["terminal", /\d+(?= kept \()/],
    ["terminal", /\d+(?= of \d+ reviewers completed)/],
    ["github", /\d+(?= of \d+ reviewers completed)/],
    ["markdown", /(?<=\| Raised and kept \| )\d+/],
    ["html", /(?<=data-count="kept">)\d+/],
    ["html", /(?<=data-count="dropped">)\d+/],
    ["html", /\d+(?= merged)/],
    ["html", /(?<=<th scope="row">Raised and kept<\/th><td>)\d+/],
  ])("and a changed number is noticed, in the %s: %s", async (kind, pattern) => {
    let changed = 0;
    const spoil = (of: string, text: string): string => {
      if (of !== kind || changed > 0 || !pattern.test(text)) return text;
      changed += 1;
      return text.replace(pattern, (number) => String(Number(number) + 7));
    };
    const { contradictions } = await recountArchive(browser, fc.sample(records(), { numRuns: 4, seed: 15 }), spoil);
    expect(changed).toBe(1);
    expect(contradictions).not.toEqual([]);
  });

  if (corpusReviews === undefined)
    test.skip(`of the reports of the corpus (skipped: no corpus at ${corpusDirectory}; set DEEP_REVIEW_CORPUS)`, () => {});
  else
    test("of the reports of the corpus", async () => {
      const reviews = corpusReviews?.() ?? [];
      const all = await recountArchive(browser, reviews);
      report(`${reviews.length} reports of the corpus`, all);
      expect(all.contradictions).toEqual([]);
    });
});
