import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aDecision, aReview } from "../../helpers/builders.ts";
import { type DecidedArchive, makeDecidedArchive } from "../../helpers/decided-archive.ts";
import { importDecisions } from "#pipeline/decisions/import-decisions.ts";

const sample = new URL("../../fixtures/sample/20261102-091500-pr-42.md", import.meta.url).pathname;
let archive: DecidedArchive;
beforeEach(() => {
  archive = makeDecidedArchive();
});
afterEach(() => archive.remove());

describe("decisions of published reports", () => {
  test("are imported when a report is imported into an archive, once", async () => {
    const folder = join(archive.root, ".deep-review");
    const first = await archive.run("import", sample, "--archive", folder);
    expect(first.code).toBe(0);
    const found = archive.decisions();
    const declined = found.filter(({ kind }) => kind === "declined");
    expect(first.stdout).toContain(`${found.length} decisions imported from the reports\n`);
    expect(found.find(({ of }) => of.cluster === "C1")).toMatchObject({ kind: "fixed", source: "import" });
    expect(declined.length).toBeGreaterThan(0);
    const before = readFileSync(archive.file, "utf8");
    const second = await archive.run("import", sample, "--archive", folder);
    expect(second.stdout).toContain(`0 decisions imported from the reports, ${found.length} already there`);
    expect(readFileSync(archive.file, "utf8")).toBe(before);
    expect((await archive.run("reopen", "C1")).stdout).toContain("C1 is reopened");
  });

  test("remember how far the evidence went, and that a report which decided nothing added nothing", async () => {
    const folder = join(archive.root, ".deep-review");
    expect(await importDecisions(folder, aReview())).toEqual({ found: 0, added: 0 });
    const review = aReview({ decisions: [aDecision(), aDecision()], round: { date: "2026-11-02 09:15" } });
    // Two rows that say the same are one decision.
    expect(await importDecisions(folder, review)).toEqual({ found: 1, added: 1 });
    expect(archive.decisions()[0]?.problem.rung).toBe("asserted");
  });

  test("without an archive nothing is written", async () => {
    const { stdout } = await archive.run("import", sample);
    expect(stdout).not.toContain("imported from");
    expect(archive.decisions()).toEqual([]);
  });
});
