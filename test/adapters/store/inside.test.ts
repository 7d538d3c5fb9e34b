import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isInside, realPlace, requireInside } from "#adapters/store/inside.ts";

let top = "";
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "deep-review-inside-")));
  mkdirSync(join(top, "archive/reviews"), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

test("a path leads where its links lead, also to what is not there yet", async () => {
  symlinkSync("../elsewhere", join(top, "archive/site"));
  symlinkSync("loop", join(top, "archive/loop"));
  symlinkSync("archive", join(top, "named"));
  expect(await realPlace(join(top, "archive/site/reviews"))).toBe(join(top, "elsewhere/reviews"));
  expect(await isInside(join(top, "archive"), join(top, "archive/new/deep"))).toBe(true);
  expect(await isInside(join(top, "named"), join(top, "archive/reviews"))).toBe(true);
  expect(await isInside("/", join(top, "archive"))).toBe(true);
  expect(await isInside(join(top, "archive"), join(top, "archive/..odd"))).toBe(true);
  expect(await isInside(join(top, "archive"), join(top, "archive"))).toBe(true);
  expect(await isInside(join(top, "archive"), join(top, "archive-2"))).toBe(false);
  expect(await isInside(join(top, "archive"), join(top, "archive/loop"))).toBe(true);
  await expect(requireInside(join(top, "archive"), join(top, "archive/site/reviews"))).rejects.toThrow(
    "leads out of the archive",
  );
});
