import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Archive, openArchive } from "#adapters/store/archive.ts";
import type { Scope } from "#model/change/scope.ts";
import { findEarlier, type Wanted } from "#pipeline/rounds/find-earlier.ts";
import { aReview } from "../../helpers/builders.ts";

let folder = "";
let archive: Archive;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-series-"));
  archive = openArchive(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const scopeOf = (scope: Partial<Scope>): Scope => ({
  commits: [{ id: "c1", subject: "c" }],
  files: [],
  hunks: [],
  ...scope,
});
const keep = async (id: string, scope: Partial<Scope>, continues?: string): Promise<void> => {
  const review = aReview({ id, scope: scopeOf(scope) });
  await archive.write(
    continues === undefined ? review : { ...review, series: { entries: [], continues, notes: [] } },
    [],
  );
};
const find = async (scope: Partial<Scope>, wanted: Partial<Wanted> = {}): Promise<readonly string[]> => {
  const { reviews } = await findEarlier(archive, {
    scope: scopeOf(scope),
    isAncestor: () => Promise.resolve(false),
    ...wanted,
  });
  return reviews.map(({ id }) => id);
};

describe("the earlier rounds of a change", () => {
  test("are those of the same pull request, oldest first, and no others", async () => {
    await keep("20260102-000000-pr-7", { pullRequest: { number: 7 } });
    await keep("20260101-000000-pr-7", { pullRequest: { number: 7 } });
    await keep("20260103-000000-pr-8", { pullRequest: { number: 8 } });
    expect(await find({ pullRequest: { number: 7 } })).toEqual(["20260101-000000-pr-7", "20260102-000000-pr-7"]);
  });

  test("a branch and its pull request are one series, from either side, also from a fork", async () => {
    await keep("20260101-000000-retry", { branch: "retry" });
    await keep("20260102-000000-pr-7", { pullRequest: { number: 7 }, branch: "rosa:retry" });
    const both = ["20260101-000000-retry", "20260102-000000-pr-7"];
    expect(await find({ pullRequest: { number: 7 }, branch: "retry" })).toEqual(both);
    expect(await find({ pullRequest: { number: 7 } })).toEqual(both);
    expect(await find({ branch: "retry" })).toEqual(both);
  });

  test("a branch that two pull requests name belongs to neither", async () => {
    await keep("20260101-000000-pr-7", { pullRequest: { number: 7 }, branch: "retry" });
    await keep("20260102-000000-pr-8", { pullRequest: { number: 8 }, branch: "retry" });
    await keep("20260103-000000-retry", { branch: "retry" });
    expect(await find({ branch: "retry" })).toEqual(["20260103-000000-retry"]);
  });

  test("a change that its base already holds is another story", async () => {
    await keep("20260101-000000-retry", { branch: "retry", base: "b0", head: "old" });
    const merged = (commit: string, of: string): Promise<boolean> => Promise.resolve(commit === "old" && of === "b1");
    expect(await find({ branch: "retry", base: "b1" }, { isAncestor: merged })).toEqual([]);
    expect(await find({ branch: "retry", base: "b0" }, { isAncestor: merged })).toEqual(["20260101-000000-retry"]);
  });

  test("uncommitted work belongs to what stands on the same commit", async () => {
    await keep("20260101-000000-main", { branch: "main", base: "b0", head: "snapshot", commits: [] });
    expect(await find({ branch: "main", base: "b0" })).toEqual(["20260101-000000-main"]);
    expect(await find({ branch: "main", base: "b1" })).toEqual([]);
  });

  test("a range without a branch has only reviews of the very same commits", async () => {
    await keep("20260101-000000-aaaa", { base: "b0", head: "h0" });
    await keep("20260102-000000-bbbb", { base: "b0", head: "h1" });
    expect(await find({ base: "b0", head: "h1" })).toEqual(["20260102-000000-bbbb"]);
  });

  test("what it replaces comes first, by number, branch or id, and later rounds need not be told", async () => {
    await keep("20260101-000000-pr-7", { pullRequest: { number: 7 } });
    await keep("20260102-000000-again", { branch: "again" }, "7");
    const both = ["20260101-000000-pr-7", "20260102-000000-again"];
    expect(await find({ branch: "again" })).toEqual(both);
    await keep("20260103-000000-third", { branch: "third" });
    for (const name of ["pr-7", "#7", "20260101-000000-pr-7"]) {
      expect(await find({ branch: "third" }, { continues: name })).toEqual([
        "20260101-000000-pr-7",
        "20260103-000000-third",
      ]);
    }
    expect(await find({ branch: "third" }, { continues: "again" })).toEqual([...both, "20260103-000000-third"]);
  });

  test("two that name each other as replaced end", async () => {
    await keep("20260101-000000-one", { branch: "one" }, "two");
    await keep("20260102-000000-two", { branch: "two" }, "one");
    expect(await find({ branch: "two" })).toEqual(["20260101-000000-one", "20260102-000000-two"]);
  });

  test("a target that nobody reviewed is refused, with what there is", async () => {
    await keep("20260101-000000-pr-7", { pullRequest: { number: 7 } });
    await expect(find({ branch: "again" }, { continues: "9" })).rejects.toThrow("there is no earlier review of «9»");
  });

  test("reports of other repositories in the same archive do not count", async () => {
    await keep("20260101-000000-pr-7", { pullRequest: { number: 7 }, repository: { name: "acme/relay" } });
    expect(await find({ pullRequest: { number: 7 }, repository: { name: "relay" } })).toHaveLength(1);
    expect(await find({ pullRequest: { number: 7 }, repository: { name: "queue" } })).toEqual([]);
  });

  test("a record that cannot be read is named, and a changed one is read anew", async () => {
    await keep("20260101-000000-pr-7", { pullRequest: { number: 7 } });
    expect(await find({ pullRequest: { number: 7 } })).toHaveLength(1);
    writeFileSync(join(folder, "reviews/20260101-000000-pr-7/review.json"), "{ broken");
    const { reviews, notes } = await findEarlier(archive, {
      scope: scopeOf({ pullRequest: { number: 7 } }),
      isAncestor: () => Promise.resolve(false),
    });
    expect(reviews).toEqual([]);
    expect(notes).toEqual([expect.stringContaining("20260101-000000-pr-7")]);
  });

  test("an archive that is not there yet has none", async () => {
    expect(await find({ branch: "retry" })).toEqual([]);
  });
});
