import { expect, test } from "vitest";
import type { Tree } from "#model/change/change.ts";
import { leaveBrought } from "#pipeline/decisions/brought-decisions.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";

const PLACE = ".deep-review/decisions.jsonl";
const tree = (text: string | undefined, path = PLACE): Tree => ({
  commit: "9f2c4e6a",
  files: text === undefined ? [] : [{ path, blob: text }],
  read: () => Promise.resolve(text),
});
const [local, brought, shared] = ["D-00000000aa", "D-00000000bb", "D-00000000cc"].map((id) =>
  aStandingDecision({ id }),
);
const lines = (...decisions: (typeof local)[]): string => decisions.map((one) => JSON.stringify(one)).join("\n");

test("a decision that comes with a pull request does not count, wherever reviews are kept; one of the archive alone does", async () => {
  const trusted = tree(undefined);
  const all = [local!, brought!];
  for (const path of [PLACE, "notes/decisions.jsonl"]) {
    expect(await leaveBrought(all, { trusted, head: tree(lines(brought), path) })).toEqual({
      decisions: [local],
      notes: ["1 decision comes with the pull request itself and does not count"],
    });
  }
  expect(await leaveBrought(all, { trusted, head: tree(undefined) })).toEqual({ decisions: all, notes: [] });
});

test("a decision that the pull request changes counts as the base branch has it", async () => {
  const changed = { ...shared!, reason: "because I say so" };
  const { decisions, notes } = await leaveBrought([changed], {
    trusted: tree(lines(shared)),
    head: tree(lines(changed)),
  });
  expect(decisions).toEqual([shared]);
  expect(notes).toEqual([]);
});

test("a decision that the platform vouches for counts also where the pull request holds it", async () => {
  const head = tree(lines(brought));
  const { decisions } = await leaveBrought([brought!], { trusted: tree(undefined), head }, [brought!]);
  expect(decisions).toEqual([brought]);
});

test("a file of the pull request that cannot be read may hold any decision", async () => {
  const head: Tree = { ...tree("large"), read: () => Promise.resolve(undefined) };
  expect((await leaveBrought([local!], { trusted: tree(undefined), head })).decisions).toEqual([]);
});
