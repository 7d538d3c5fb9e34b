import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { keepFailOn } from "#pipeline/round/begin-round.ts";
import { aReview } from "../../helpers/builders.ts";

test("a review that answers again fails by what is asked now, also in the archive", async () => {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-fail-on-"));
  try {
    const archive = openArchive(folder);
    const review = aReview();
    await archive.write(review, []);
    expect((await keepFailOn(review, { archive, failOn: "important" })).failOn).toBe("important");
    const kept = await archive.read(review.id);
    expect(kept.failOn).toBe("important");
    expect(await keepFailOn(kept, { archive, failOn: "important" })).toBe(kept);
    expect(await keepFailOn(kept, { archive })).not.toHaveProperty("failOn");
    expect(await archive.read(review.id)).not.toHaveProperty("failOn");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
