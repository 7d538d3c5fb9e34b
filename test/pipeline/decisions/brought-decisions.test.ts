import { expect, test } from "vitest";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Tree } from "#model/change/change.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
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
const PULL = { change: { scope: { pullRequest: { number: 7 } } } } as Pick<OpenedChange, "change">;
const LOCAL = { change: { scope: {} } } as Pick<OpenedChange, "change">;
const sides = (trusted: Tree, head: Tree) => ({ ...PULL, trusted, head, tip: head });
const lines = (...decisions: (typeof local)[]): string => decisions.map((one) => JSON.stringify(one)).join("\n");

test("a decision that comes with a pull request does not count, wherever reviews are kept; one of the archive alone does", async () => {
  const trusted = tree(undefined);
  const all = [local!, brought!];
  for (const path of [PLACE, "notes/decisions.jsonl"]) {
    expect(await leaveBrought(all, sides(trusted, tree(lines(brought), path)))).toEqual({
      decisions: [local],
      notes: ["1 decision comes with the pull request itself and does not count: D-00000000bb"],
    });
  }
  expect(await leaveBrought(all, sides(trusted, tree(undefined)))).toEqual({ decisions: all, notes: [] });
});

test("a decision that the pull request changes counts as the base branch has it", async () => {
  const changed = { ...shared!, reason: "because I say so" };
  const { decisions, notes } = await leaveBrought([changed], sides(tree(lines(shared)), tree(lines(changed))));
  expect(decisions).toEqual([shared]);
  expect(notes).toEqual([]);
});

test("a decision that the platform vouches for counts also where the pull request holds it", async () => {
  const head = tree(lines(brought));
  const { decisions } = await leaveBrought([brought!], sides(tree(undefined), head), { fromThreads: [brought!] });
  expect(decisions).toEqual([brought]);
});

test("a file of the pull request that cannot be read may hold any decision", async () => {
  const head: Tree = { ...tree("large"), read: () => Promise.resolve(undefined) };
  expect((await leaveBrought([local!], sides(tree(undefined), head))).decisions).toEqual([]);
});

test("letters of an id can be written in several ways", async () => {
  const head = tree(lines(brought).replace('"D-', String.raw`"\u0044-`));
  expect((await leaveBrought([brought!], sides(tree(undefined), head))).decisions).toEqual([]);
});

test("outside of a pull request what this user decided counts, and what somebody else commits does not", async () => {
  const own = { note: () => Promise.resolve(), knows: async ({ id }: StandingDecision) => id === local!.id };
  const tip = tree(lines(local, brought));
  const change = { ...LOCAL, trusted: tree(undefined), tip, head: tree(undefined) };
  expect(await leaveBrought([local!, brought!], change, { own })).toEqual({
    decisions: [local],
    notes: [
      "1 decision comes with the change itself: D-00000000aa",
      "1 decision comes with the change itself and does not count: D-00000000bb",
    ],
  });
  // Not committed: it is the work of whoever sits here.
  const uncommitted = { ...change, tip: tree(undefined), head: tip };
  expect((await leaveBrought([brought!], uncommitted)).decisions).toEqual([brought]);
});
