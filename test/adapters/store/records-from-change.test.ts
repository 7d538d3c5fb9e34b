import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Tree, TreeFile } from "#model/change/change.ts";
import { findRecordsFromChange } from "#adapters/store/records-from-change.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "deep-review-brought-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const RECORD = ".deep-review/reviews/one/review.json";
const tree = (...files: TreeFile[]): Tree => ({ commit: "c", files, read: () => Promise.resolve(undefined) });
const isBrought = async (base: Tree, tip: Tree, more: { changed?: string; folder?: string } = {}): Promise<boolean> => {
  const files = more.changed === undefined ? [] : [{ path: more.changed }];
  const folder = more.folder ?? join(root, ".deep-review");
  return (await findRecordsFromChange({ trusted: base, tip, change: { scope: { files } } }, { folder, root }))("one");
};

describe("a record comes with the change", () => {
  test("when its commits hold it and the base does not hold the same", async () => {
    const own = tree({ path: RECORD, blob: "a" });
    expect(await isBrought(tree(), own)).toBe(true);
    expect(await isBrought(tree({ path: RECORD, blob: "b" }), own)).toBe(true);
    expect(await isBrought(own, own)).toBe(false);
    expect(await isBrought(tree(), tree())).toBe(false);
  });

  test("also in other letters, which some file systems take for the same", async () => {
    expect(await isBrought(tree(), tree({ path: ".Deep-Review/Reviews/ONE/review.json", blob: "a" }))).toBe(true);
  });

  test("also where a link leads to it", async () => {
    mkdirSync(join(root, "notes/reviews"), { recursive: true });
    symlinkSync("notes", join(root, ".deep-review"));
    expect(await isBrought(tree(), tree({ path: "notes/reviews/one/review.json", blob: "a" }))).toBe(true);
  });

  test("when a submodule or a link of the change stands where the archive is", async () => {
    expect(await isBrought(tree(), tree(), { changed: ".deep-review" })).toBe(true);
    expect(await isBrought(tree(), tree(), { changed: ".deep" })).toBe(false);
  });

  test("never when the archive lies outside the repository", async () => {
    const folder = join(root, "..", "elsewhere");
    expect(await isBrought(tree(), tree({ path: RECORD, blob: "a" }), { folder })).toBe(false);
  });
});
