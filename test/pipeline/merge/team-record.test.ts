import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { readTeamRecord } from "#pipeline/merge/team-record.ts";
import { DEFAULT_RECORD } from "#steps/judge/severity/severity-record.ts";
import { aReview, aReviewer } from "../../helpers/builders.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-rated-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a report that comes with the change does not say how reviewers are rated", async () => {
  const archive = openArchive(folder);
  const review = aReview();
  await archive.write(review, []);
  const panel = [aReviewer()];
  expect(await readTeamRecord(archive, panel)).not.toEqual(DEFAULT_RECORD);
  expect(await readTeamRecord(archive, panel, (id) => id === review.id)).toBe(DEFAULT_RECORD);
});
