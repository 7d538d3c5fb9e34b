import { expect, test } from "vitest";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import { reviewerId } from "#model/ids.ts";
import { buildBundles } from "#steps/build-context/build-bundles.ts";
import { indexHunks } from "#steps/take-receipt/hunk-index.ts";
import { createReadingTracker } from "#steps/take-receipt/reading-tracker.ts";
import { type AgentPass, takeReceipt } from "#steps/take-receipt/take-receipt.ts";
import { makeChange } from "../../helpers/change.ts";
import { aCall, DESK } from "./tracking.ts";

const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, at) => `${word}(${at}, "${at % 7 === 0 ? "x".repeat(300) : ""}");\n`).join("");
const change = makeChange({
  base: { "gone.ts": lines(90, "gone"), "small.ts": "let a = 1;\n" },
  head: { "new.ts": lines(700, "added"), "small.ts": `let a = 2;\n// ${"long ".repeat(1000)}\nlet b = 3;` },
});
const { bundles, notGiven } = buildBundles({
  change,
  roleOf: () => "source",
  instructions: "# Review\n",
  settings: { budget: 16_000, maxBundles: 9 },
});

/** One pass for each bundle: every patch of it is read, as `show` tells it. */
function passes(show: (text: string) => Partial<ToolEvent>): AgentPass[] {
  return bundles.map(({ files, places }) => {
    const tracker = createReadingTracker(indexHunks(change), reviewerId("claude"));
    const see = tracker.watch({ folders: [DESK], places });
    for (const { path, text } of files) see(aCall({ paths: [`${DESK}/${path}`], ...show(text) }));
    const hunks = tracker.readings().map(({ hunk }) => hunk);
    const reading = { isObservable: true, hunks, opened: [], notGiven: [], partly: tracker.partly() };
    return { reviewer: reviewerId("claude"), isWhole: true, reading };
  });
}

const unreadAfter = (own: readonly AgentPass[]) =>
  takeReceipt(own, change.scope, { readers: 1 })?.gate?.unread.map(({ path }) => path);

test("the invented change needs several bundles and all of it is given", () => {
  expect(bundles.length).toBeGreaterThan(2);
  expect(notGiven).toEqual([]);
});

test.each([
  ["as they are", (text: string) => ({ output: text })],
  ["with numbers", (text: string) => ({ output: text.replaceAll(/^/gm, () => `${++number}\t`) })],
  ["by their paths only", () => ({})],
])("who reads all patches of all bundles has read all hunks; told %s", (_, show) => {
  number = 0;
  expect(unreadAfter(passes(show))).toEqual([]);
});

test("a bundle that was not read leaves the hunk that it cut unread", () => {
  const own = passes((text) => ({ output: text }));
  const cut = own.findIndex(({ reading }) => reading?.partly?.some(({ hunk }) => hunk.path === "new.ts"));
  expect(cut).toBeGreaterThanOrEqual(0);
  expect(unreadAfter(own.filter((_, at) => at !== cut))).toContain("new.ts");
});

let number = 0;
