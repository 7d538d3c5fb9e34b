import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aDecidableReview, type DecidedArchive, makeDecidedArchive } from "../helpers/decided-archive.ts";
import { aPrevious, aThirdRound } from "../helpers/third-round.ts";
import type { Review } from "#model/review.ts";

let archive: DecidedArchive;
beforeEach(async () => {
  archive = makeDecidedArchive();
  await archive.store(aDecidableReview());
  const open = aPrevious(1, "I1", { title: "Retries never stop", status: "open", text: "Its code is unchanged." });
  const lost = aPrevious(2, "I7", { title: "The queue is never closed", status: "unknown", text: "Nobody knows." });
  await archive.store(aThirdRound({ previous: [open, lost] as unknown as Review["previous"] }));
});
afterEach(() => archive.remove());

describe("an earlier finding by its name", () => {
  test("is shown with what became of it and as its own round tells it", async () => {
    const { code, stdout } = await archive.run("show", "last", "r1.i1");
    expect(code).toBe(0);
    expect(stdout).toContain("R1.I1  Retries never stop");
    expect(stdout).toContain("now        open. Its code is unchanged.");
    expect(stdout).toContain("As review 20261102-091500-pr-42 says:\n\nI1  Retries never stop");
  });

  test("is shown as far as this review knows it where the record of its round is not at hand", async () => {
    const { code, stdout } = await archive.run("show", "last", "R2.I7");
    expect(code).toBe(0);
    expect(stdout).toContain("now        unknown. Nobody knows.");
    expect(stdout).not.toContain("As review");
  });

  test("is explained from its own round, and where that is missing the error says so", async () => {
    const { code, stdout } = await archive.run("explain", "R1.I1");
    expect(code).toBe(0);
    expect(stdout).toContain("R1.I1 now: open. Its code is unchanged.");
    expect(stdout).toContain("Ruling  kept as important");
    const missing = await archive.run("explain", "R2.I7");
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("not in the archive") });
  });

  test("that is also the name of a finding of this review means that one, as it does for decline", async () => {
    const imported = { ref: "I1", title: "Something older", status: "fixed", text: "Addressed." };
    const { id } = aThirdRound();
    await archive.store(aThirdRound({ previous: [imported] as unknown as Review["previous"] }));
    const { stdout } = await archive.run("show", id, "I1");
    expect(stdout).not.toContain("Something older");
    expect(await archive.run("explain", "I1", id)).toMatchObject({ code: 0 });
  });

  test("that no round has is an error that lists what there is", async () => {
    const { code, stderr } = await archive.run("show", "last", "R9.I9");
    expect(code).toBe(2);
    expect(stderr).toContain('has no finding "R9.I9"');
    expect(stderr).toContain("R1.I1, R2.I7");
  });
});
