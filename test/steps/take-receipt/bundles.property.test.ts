import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "#model/change/change.ts";
import { reviewerId } from "#model/ids.ts";
import { buildBundles } from "#steps/build-context/build-bundles.ts";
import { indexHunks } from "#steps/take-receipt/hunk-index.ts";
import { createReadingTracker } from "#steps/take-receipt/reading-tracker.ts";
import { arbitraryChange } from "../build-context/arbitrary-change.ts";
import { aCall, DESK } from "./tracking.ts";

/** The hunks that are proven read when every patch of every bundle was opened whole, by their index. */
function readFromBundles(change: Change, budget: number): { read: Set<number>; withheld: Set<number> } {
  const { bundles, notGiven } = buildBundles({
    change,
    roleOf: () => "source",
    instructions: "",
    settings: { budget, maxBundles: 1000 },
  });
  const index = indexHunks(change);
  const tracker = createReadingTracker(index, reviewerId("claude"));
  for (const [at, { files, places }] of bundles.entries()) {
    const folder = `${DESK}-${at}`;
    const see = tracker.watch({ folders: [folder], places });
    for (const { path } of files) see(aCall({ id: path, paths: [`${folder}/${path}`] }));
  }
  const read = tracker.readings().map(({ hunk }) => index.hunks.indexOf(hunk));
  return { read: new Set(read), withheld: new Set(notGiven.flatMap(({ hunks }) => hunks)) };
}

test("who opens every patch of all bundles has read every hunk, however it was cut and folded", () => {
  fc.assert(
    fc.property(arbitraryChange, fc.constantFrom(500, 5000, 400_000), (change, budget) => {
      const { read, withheld } = readFromBundles(change, budget);
      expect(withheld.size).toBe(0);
      for (const [index, hunk] of change.diffs.flatMap(({ hunks }) => hunks).entries()) {
        const isChange = hunk.lines.some(({ kind }) => kind !== "context");
        if (isChange) expect(read.has(index), `hunk ${index}`).toBe(true);
      }
    }),
  );
});
