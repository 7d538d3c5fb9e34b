import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appendDecisions } from "#adapters/store/decisions.ts";
import type { Tree } from "#model/change/change.ts";
import { readDecisions } from "#pipeline/decisions/read-decisions.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-decisions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const own = aStandingDecision({ date: "2026-11-03T10:00:00.000Z" });
const committed = aStandingDecision({ id: "D-00000000aa" });

function base(text: string | undefined, path = ".deep-review/decisions.jsonl"): Tree {
  return { commit: "9f2c4e6a", files: [{ path, blob: "1" }], read: () => Promise.resolve(text) };
}
const lines = [committed, own].map((decision) => JSON.stringify(decision)).join("\n");
const idsOf = async (tree: Tree, isCi: boolean): Promise<string[]> =>
  (await readDecisions({ archive: { folder }, base: tree, isCi })).map(({ id }) => id);

describe("the decisions that a round goes by", () => {
  test("are those of the archive and of the base commit, each once, oldest first", async () => {
    await appendDecisions(folder, [own]);
    expect(await idsOf(base(lines), false)).toEqual([committed.id, own.id]);
    expect(await idsOf(base(JSON.stringify(committed)), false)).toEqual([committed.id, own.id]);
  });

  test("in CI are those of the base commit alone", async () => {
    await appendDecisions(folder, [own]);
    expect(await idsOf(base(JSON.stringify(committed)), true)).toEqual([committed.id]);
    expect(await idsOf(base(undefined, "README.md"), true)).toEqual([]);
  });

  test("a file of the base commit that cannot be read is an error, not an empty list", async () => {
    await expect(idsOf(base(undefined), true)).rejects.toThrow("at the base commit 9f2c4e6");
    await expect(idsOf(base(`${lines}\n<<<<<<< HEAD`), false)).rejects.toThrow("line 3 holds a conflict");
  });
});
