import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Archive, openArchive } from "#adapters/store/archive.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Scope } from "#model/change/scope.ts";
import { reviewId } from "#model/ids.ts";
import { findEarlierRounds, type HistoryRound, openHistory, type WantedRounds } from "#pipeline/history.ts";
import { aReview } from "../helpers/builders.ts";
import { makeIndex } from "../helpers/change.ts";

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
const find = async (scope: Partial<Scope>, wanted: Partial<WantedRounds> = {}): Promise<readonly string[]> => {
  const { reviews } = await findEarlierRounds(archive, {
    scope: scopeOf(scope),
    isAncestor: () => Promise.resolve(false),
    ...wanted,
  });
  return reviews.map(({ id }) => id);
};

/** A line of commits, oldest first; each is part of those behind it. */
const historyOf =
  (...line: readonly string[]): WantedRounds["isAncestor"] =>
  (commit, of) =>
    Promise.resolve(line.includes(commit) && line.indexOf(commit) <= line.indexOf(of));

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

  test("a change that its base already holds begins another series", async () => {
    await keep("20260101-000000-retry", { branch: "retry", base: "b0", head: "old" });
    const merged = (commit: string, of: string): Promise<boolean> => Promise.resolve(commit === "old" && of === "b1");
    expect(await find({ branch: "retry", base: "b1" }, { isAncestor: merged })).toEqual([]);
    expect(await find({ branch: "retry", base: "b0" }, { isAncestor: merged })).toEqual(["20260101-000000-retry"]);
  });

  test("ranges of one branch that do not overlap are different changes, in whatever order they are reviewed", async () => {
    const line = ["c0", "c2", "c4", "c6"];
    const isAncestor = historyOf(...line);
    await keep("20260101-000000-main", { branch: "main", base: "c2", head: "c4" });
    expect(await find({ branch: "main", base: "c4", head: "c6" }, { isAncestor })).toEqual([]);
    expect(await find({ branch: "main", base: "c0", head: "c2" }, { isAncestor })).toEqual([]);
    expect(await find({ branch: "main", base: "c2", head: "c6" }, { isAncestor })).toEqual(["20260101-000000-main"]);
  });

  test("uncommitted work belongs to what stands on the same commit", async () => {
    await keep("20260101-000000-main", { branch: "main", base: "b0", head: "snapshot", commits: [] });
    expect(await find({ branch: "main", base: "b0" })).toEqual(["20260101-000000-main"]);
    expect(await find({ branch: "main", base: "b1" })).toEqual([]);
  });

  test("uncommitted work stays in the series of its branch once it is committed, until the base is beyond it", async () => {
    await keep("20260101-000000-retry", { branch: "retry", base: "c2", head: "snapshot", commits: [] });
    const isAncestor = historyOf("c1", "c2", "c3", "c4");
    const found = (base: string, head: string) => find({ branch: "retry", base, head }, { isAncestor });
    expect(await found("c1", "c3")).toHaveLength(1);
    expect(await found("c1", "c2")).toHaveLength(1);
    expect(await found("c2", "c3")).toHaveLength(1);
    expect(await found("c3", "c4")).toEqual([]);
    expect(await found("c1", "rewritten")).toEqual([]);
  });

  test("a name that is used again after a squash begins anew, unless the same files are touched", async () => {
    const files = (path: string, oldPath?: string): Scope["files"] => [{ path, change: "modified", oldPath }];
    await keep("20260101-000000-retry", { branch: "retry", base: "c1", head: "x1", files: files("src/a.ts") });
    const found = (scope: Partial<Scope>, line: readonly string[]) =>
      find({ branch: "retry", base: "c2", ...scope }, { isAncestor: historyOf(...line) });
    expect(await found({ head: "c3", files: files("src/b.ts") }, ["c1", "c2", "c3"])).toEqual([]);
    expect(await found({ head: "c3", files: files("src/a.ts") }, ["c1", "c2", "c3"])).toHaveLength(1);
    expect(await found({ head: "c3", files: files("src/b.ts", "src/a.ts") }, ["c1", "c2", "c3"])).toHaveLength(1);
    expect(await found({ head: "x2", files: files("src/b.ts") }, ["c1", "x1", "x2"])).toHaveLength(1);
  });

  test("a head without a name goes on with the branch that led to it, the one reviewed last", async () => {
    const commits = [{ id: "c2", subject: "c" }];
    await keep("20260101-000000-retry", { branch: "retry", base: "c1", head: "c2", commits });
    await keep("20260102-000000-other", { branch: "other", base: "c1", head: "c2", commits });
    await keep("20260103-000000-retry", { branch: "retry", base: "c1", head: "c3", commits });
    await keep("20260104-000000-else", { branch: "else", base: "c1", head: "y1" });
    const isAncestor = historyOf("c1", "c2", "c3", "c4");
    const both = ["20260101-000000-retry", "20260103-000000-retry"];
    expect(await find({ base: "c1", head: "c4" }, { isAncestor })).toEqual(both);
    expect(await find({ base: "c1", head: "c3" }, { isAncestor })).toEqual(both);
    // One commit of it alone is another matter, and so is what comes after it was merged.
    expect(await find({ base: "c2", head: "c3" }, { isAncestor })).toEqual([]);
    expect(await find({ base: "c3", head: "c4" }, { isAncestor })).toEqual([]);
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
    await expect(find({ branch: "again" }, { continues: "9" })).rejects.toThrow('there is no earlier review of "9"');
  });

  test("what was once said to be replaced may be gone since: that is said, and no fault", async () => {
    await keep("20260101-000000-again", { branch: "again" }, "9");
    const scope = scopeOf({ branch: "again" });
    const isAncestor = () => Promise.resolve(false);
    for (const more of [{}, { continues: "9", isAsked: false }]) {
      const { reviews, notes } = await findEarlierRounds(archive, { scope, isAncestor, ...more });
      expect(reviews).toHaveLength(1);
      expect(notes).toEqual(['this change was said to continue "9", and the archive has no review of that any more']);
    }
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
    const { reviews, notes } = await findEarlierRounds(archive, {
      scope: scopeOf({ pullRequest: { number: 7 } }),
      isAncestor: () => Promise.resolve(false),
    });
    expect(reviews).toEqual([]);
    expect(notes).toEqual([expect.stringContaining("20260101-000000-pr-7")]);
  });

  describe("a record that is lost", () => {
    const [one, two] = ["20260101-000000-retry", "20260102-000000-retry"];
    const look = () =>
      findEarlierRounds(archive, { scope: scopeOf({ branch: "retry" }), isAncestor: () => Promise.resolve(false) });
    const keepSecond = async (...entries: readonly string[]): Promise<void> => {
      const listed = entries.map((review, at) => ({ review: reviewId(review), round: at + 1, head: "h1", kept: 3 }));
      const review = aReview({ id: two, scope: scopeOf({ branch: "retry" }), series: { entries: listed, notes: [] } });
      await archive.write(review, []);
    };

    test("keeps its place in the series if a later one lists it", async () => {
      await keepSecond(one);
      const { reviews, lost, unread, notes } = await look();
      expect(reviews.map(({ id, clusters }) => [id, clusters.length])).toEqual([
        [one, 0],
        [two, 2],
      ]);
      expect([lost?.map(({ review, kept }) => [review, kept]), unread]).toEqual([[[one, 3]], []]);
      expect(notes).toEqual(["the record of round 1 is missing; its findings are known only as round 2 lists them"]);
    });

    test("and cannot be read leaves the round incomplete, unless a later one lists it", async () => {
      await keep(one, { branch: "retry" });
      writeFileSync(join(folder, `reviews/${one}/review.json`), "{ broken");
      await keepSecond();
      expect((await look()).unread).toEqual([
        `the record of ${one} cannot be read, and what it left open is not known`,
      ]);
      await keepSecond(one);
      const { unread, notes } = await look();
      expect(unread).toEqual([]);
      expect(notes).toEqual([expect.stringContaining("the record of round 1 cannot be read; its findings")]);
    });

    test("of another branch is only noted", async () => {
      await keep("20260101-000000-other", { branch: "other" });
      writeFileSync(join(folder, "reviews/20260101-000000-other/review.json"), "{ broken");
      const { unread, notes } = await look();
      expect([unread, notes]).toEqual([[], [expect.stringContaining("it may be an earlier round")]]);
    });

    test("is not restored if it is there and of another series", async () => {
      await keep(one, { branch: "other" });
      await keepSecond(one);
      expect((await look()).reviews.map(({ id }) => id)).toEqual([two]);
    });
  });

  test("an archive that is not there yet has none", async () => {
    expect(await find({ branch: "retry" })).toEqual([]);
  });
});

test("a history that cannot be traced costs the review nothing, and is noted", async () => {
  const index = await makeIndex({ base: { "a.ts": "one\n" }, head: { "a.ts": "two\n" } });
  const opened = {
    change: index.change,
    code: { commit: "h", readLines: () => Promise.resolve(undefined), find: () => Promise.resolve([]) },
    codeSince: () => Promise.reject(new Error("git is gone")),
  } as unknown as OpenedChange;
  const round = { opened, index, source: undefined, panel: [], today: "2026-11-16" };
  const reviews = [aReview({ scope: { head: "abc1234", commits: [], files: [], hunks: [] } })];
  const history = openHistory(
    { reviews, decisions: [], notes: [], isBrought: () => false },
    round as unknown as HistoryRound,
  );
  expect(await history.earlier()).toEqual([]);
  const matched = await history.match([], []);
  const described = await matched.trace([]);
  expect(described.number).toBe(2);
  expect(described.series.notes).toEqual([expect.stringContaining("git is gone")]);
  expect(described.previous).toEqual([]);
  // What was open there is not known any more, so that nobody may call the change fine.
  expect(matched.isLost).toBe(true);
});
