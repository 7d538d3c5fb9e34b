import * as fc from "fast-check";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { describeInBrowser, executablePath } from "../helpers/browser.ts";
import { records } from "../helpers/random-records.ts";
import { recountArchive } from "../helpers/recount/recount-archive.ts";

/** Always the same records, so that a difference can be looked at again. */
const RECORDS: readonly Review[] = fc.sample(records(), { numRuns: 8, seed: 15 });

let browser: Browser;

describeInBrowser("every number of every page", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--headless", "--disable-gpu"] });
  });
  afterAll(async () => browser.close());

  test("is what the records say", async () => {
    const { pages, numbers, contradictions } = await recountArchive(browser, RECORDS);
    expect(contradictions).toEqual([]);
    expect(pages).toBe(8 * 4 + 2);
    expect(numbers).toBeGreaterThan(500);
  });

  test.each([
    ["index", /(?<=class="severity [a-z]+">)\d+/],
    ["html", /(?<=data-count="kept">)\d+/],
  ])("is noticed when it is another one, in the %s", async (kind, pattern) => {
    const spoil = (of: string, text: string): string =>
      of === kind ? text.replace(pattern, (number) => String(Number(number) + 7)) : text;
    const { contradictions } = await recountArchive(browser, RECORDS.slice(0, 2), spoil);
    expect(contradictions).not.toEqual([]);
  });

  test("times of gates are the sum of their runs", async () => {
    const run = { side: "head" as const, exitCode: 1, ended: "exit code 1", output: "", seconds: 21 };
    const gate = { name: "test", command: "npm test", state: "red-before" as const, why: "it fails (exit code 1)" };
    const gated = RECORDS.slice(0, 1).map((review) => ({
      ...review,
      gates: [
        { ...gate, runs: [run, run, { ...run, side: "base" as const }] },
        { ...gate, name: "lint", state: "not-allowed" as const, runs: [] },
      ],
    }));
    expect((await recountArchive(browser, gated)).contradictions).toEqual([]);
    const spoil = (kind: string, text: string): string =>
      kind === "html" ? text.replace(/(red before<\/td><td class="num">)1 min/, "$14 min") : text;
    expect((await recountArchive(browser, gated, spoil)).contradictions).not.toEqual([]);
  });

  test("counts and times of a probe are those of its breaks", async () => {
    const made = {
      kind: "mutation" as const,
      path: "src/a.ts",
      line: 3,
      endLine: 4,
      text: "the guard removed",
      diff: "",
    };
    const survived = { break: made, outcome: "survived" as const, why: "the tests stay green", seconds: 21 };
    const noticed = { ...survived, break: { ...made, line: 5, endLine: 5 }, outcome: "noticed" as const };
    const probed = RECORDS.slice(0, 1).map((review) => ({
      ...review,
      probe: {
        state: "done" as const,
        why: "3 breaks run",
        command: "npm test",
        breaks: [survived, noticed, noticed],
        coverage: {
          by: "NODE_V8_COVERAGE",
          files: [{ path: "src/a.ts", lines: 9, uncovered: [{ start: 7, end: 8 }] }],
          gaps: [],
        },
        left: [],
        seconds: 63,
        budgetSeconds: 540,
      },
    }));
    expect((await recountArchive(browser, probed)).contradictions).toEqual([]);
    const spoil = (kind: string, text: string): string =>
      kind === "html" ? text.replace(/(mutations<\/th><td class="num">)3/, "$14") : text;
    expect((await recountArchive(browser, probed, spoil)).contradictions).not.toEqual([]);
  });

  test("runs of repros and gates with a patch add none that has no rule", async () => {
    const run = { side: "head" as const, commit: "1".repeat(40), exitCode: 1, output: "3 failed", seconds: 21 };
    const tried = RECORDS.slice(0, 1).map((review) => {
      const finding = review.findings[0]!.id;
      const gate = { exitCode: 0, ended: "exit code 0", output: "", seconds: 7 };
      return {
        ...review,
        demonstrations: [
          {
            finding,
            script: "npm test",
            command: ["bash", "../repro.sh"],
            runs: [run, { ...run, side: "patched" as const, exitCode: 0 }],
            versions: [{ program: "bash", version: "5.2" }],
            outcome: "shown" as const,
            why: "it ends with 1 after the change",
          },
        ],
        patches: [
          {
            finding,
            patch: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
            paths: ["x"],
            commit: run.commit,
            state: "tested" as const,
            why: "with it the repro no longer shows the problem",
            gates: [{ name: "test", command: "npm test", run: gate }],
          },
        ],
      };
    });
    expect((await recountArchive(browser, tried)).contradictions).toEqual([]);
  });

  test("is noticed when nobody has said how to recount it", async () => {
    const spoil = (kind: string, text: string): string =>
      kind === "html" ? text.replace("</h2>", "</h2><p>3 riddles</p>") : text;
    const { contradictions } = await recountArchive(browser, RECORDS.slice(0, 1), spoil);
    expect(contradictions.join()).toContain('no rule for "3 riddles"');
  });
});
