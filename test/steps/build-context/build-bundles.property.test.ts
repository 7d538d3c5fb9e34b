import fc from "fast-check";
import { expect, test } from "vitest";
import type { BundleSet } from "#model/agent/bundle.ts";
import type { FileRole } from "#model/change/change-index.ts";
import type { Change } from "#model/change/change.ts";
import { buildBundles } from "#steps/build-context/build-bundles.ts";
import { MAX_LINE_LENGTH, unfoldText } from "#steps/build-context/patch/fold.ts";
import { bodyLines } from "#steps/build-context/patch/patch-lines.ts";
import { arbitraryChange } from "./arbitrary-change.ts";

const ROLES: Readonly<Record<string, FileRole>> = { src: "source", test: "test", docs: "doc", config: "config" };
const roleOf = (path: string): FileRole => ROLES[path.split("/")[0] ?? ""] ?? "data";

const settings = fc.record({
  budget: fc.constantFrom(300, 1500, 6000, 50_000, 400_000),
  maxBundles: fc.integer({ min: 1, max: 5 }),
});

function build(change: Change, settings: { budget: number; maxBundles: number }): BundleSet {
  return buildBundles({ change, roleOf, settings, instructions: "# Review\n" });
}

/** The lines of each hunk as the bundles show them, with the pieces of cut hunks put together. */
function linesShown({ bundles }: BundleSet): Map<number, string[]> {
  const shown = new Map<number, { at: number; text: string[] }[]>();
  for (const { files, places } of bundles) {
    const texts = new Map(files.map(({ path, text }) => [path, text.split("\n")]));
    for (const { path, start, end, hunk } of places) {
      const [head = "", ...lines] = texts.get(path)?.slice(start - 1, end) ?? [];
      expect(head).toMatch(/^@@ -\d+,\d+ \+\d+,\d+ @@(?: pieces \d+ to \d+ of \d+ of one line)?$/);
      const at = Number(/-(\d+)/.exec(head)?.[1]) + Number(/\+(\d+)/.exec(head)?.[1]);
      const piece = Number(/pieces (\d+)/.exec(head)?.[1] ?? 0) / 1000;
      shown.set(hunk, [...(shown.get(hunk) ?? []), { at: at + piece, text: lines }]);
    }
  }
  return new Map(
    [...shown].map(([hunk, pieces]) => [hunk, pieces.sort((a, b) => a.at - b.at).flatMap(({ text }) => text)]),
  );
}

test("every hunk stands whole in the bundles, or is said not to be given", () => {
  fc.assert(
    fc.property(arbitraryChange, settings, (change, settings) => {
      const set = build(change, settings);
      const shown = linesShown(set);
      const withheld = new Set(set.notGiven.flatMap(({ hunks }) => hunks));
      for (const [index, hunk] of change.diffs.flatMap(({ hunks }) => hunks).entries()) {
        const expected = unfoldText(["", ...hunk.lines.flatMap(bodyLines)].join("\n"));
        const found = unfoldText(["", ...(shown.get(index) ?? [])].join("\n"));
        if (withheld.has(index)) expect(found.length).toBeLessThan(expected.length);
        else expect(found).toBe(expected);
      }
    }),
  );
});

test("a hunk that fits a bundle stands in one bundle only", () => {
  fc.assert(
    fc.property(arbitraryChange, fc.integer({ min: 1, max: 5 }), (change, maxBundles) => {
      const { bundles, notGiven } = build(change, { budget: 50_000, maxBundles });
      const homes = new Map<number, Set<number>>();
      for (const { part, places } of bundles) {
        for (const { hunk } of places) homes.set(hunk, (homes.get(hunk) ?? new Set()).add(part));
      }
      const withheld = new Set(notGiven.flatMap(({ hunks }) => hunks));
      for (const [index, hunk] of change.diffs.flatMap(({ hunks }) => hunks).entries()) {
        const size = hunk.lines.flatMap(bodyLines).join("\n").length;
        if (size < 12_000) expect((homes.get(index)?.size ?? 0) + (withheld.has(index) ? 1 : 0)).toBe(1);
      }
    }),
  );
});

test("no bundle holds more than its budget, but for one line and the names of its file", () => {
  fc.assert(
    fc.property(arbitraryChange, settings, (change, settings) => {
      const { bundles } = build(change, settings);
      expect(bundles.length).toBeLessThanOrEqual(settings.maxBundles);
      for (const { characters, files } of bundles) {
        const patches = files.filter(({ path }) => path.startsWith("review/patches/"));
        expect(patches.reduce((sum, { text }) => sum + text.length, 0)).toBe(characters);
        expect(characters).toBeLessThanOrEqual(Math.max(settings.budget, MAX_LINE_LENGTH + 300));
      }
    }),
  );
});

test("a read tool shows every file whole", () => {
  fc.assert(
    fc.property(arbitraryChange, settings, (change, settings) => {
      for (const { files } of build(change, settings).bundles) {
        for (const { path, text } of files.filter(({ path }) => path !== "review/manifest.json")) {
          const lines = text.split("\n");
          expect(lines.length, path).toBeLessThanOrEqual(1001);
          expect(Buffer.byteLength(text), path).toBeLessThanOrEqual(40_000);
          for (const line of lines) expect(line.length, path).toBeLessThanOrEqual(MAX_LINE_LENGTH);
        }
      }
    }),
  );
});

test("the order in which files are given makes no difference", () => {
  const shuffled = arbitraryChange.chain((change) =>
    fc.tuple(fc.constant(change), fc.shuffledSubarray([...change.diffs], { minLength: change.diffs.length })),
  );
  fc.assert(
    fc.property(shuffled, settings, ([change, diffs], settings) => {
      const files = change.scope.files;
      expect(build({ ...change, diffs, scope: { ...change.scope, files } }, settings)).toEqual(build(change, settings));
    }),
  );
});
