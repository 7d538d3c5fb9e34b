import { expect, test } from "vitest";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Tree } from "#model/change/change.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { dropDecisionsOfChange } from "#pipeline/decisions/decisions-in-change.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";

const PLACE = ".deep-review/decisions.jsonl";
const tree = (text: string | undefined, path = PLACE): Tree => ({
  commit: "9f2c4e6a",
  files: text === undefined ? [] : [{ path, blob: text }],
  read: () => Promise.resolve(text),
});
const [local, committed, shared] = ["D-00000000aa", "D-00000000bb", "D-00000000cc"].map((id) =>
  aStandingDecision({ id }),
);
const PULL = { change: { scope: { pullRequest: { number: 7 } } } } as Pick<OpenedChange, "change">;
const LOCAL = { change: { scope: {} } } as Pick<OpenedChange, "change">;
const sides = (trusted: Tree, head: Tree) => ({ ...PULL, trusted, head, tip: head });
const lines = (...decisions: (typeof local)[]): string => decisions.map((one) => JSON.stringify(one)).join("\n");

test("a decision that comes with a pull request does not count, wherever reviews are kept; one of the archive alone does", async () => {
  const trusted = tree(undefined);
  const all = [local!, committed!];
  for (const path of [PLACE, "notes/decisions.jsonl"]) {
    expect(await dropDecisionsOfChange(all, sides(trusted, tree(lines(committed), path)))).toEqual({
      decisions: [local],
      notes: ["1 decision comes with the pull request itself and does not count: D-00000000bb"],
    });
  }
  expect(await dropDecisionsOfChange(all, sides(trusted, tree(undefined)))).toEqual({ decisions: all, notes: [] });
});

test("a decision that the pull request changes counts as the base branch has it", async () => {
  const changed = { ...shared!, reason: "because I say so" };
  const { decisions, notes } = await dropDecisionsOfChange([changed], sides(tree(lines(shared)), tree(lines(changed))));
  expect(decisions).toEqual([shared]);
  expect(notes).toEqual([]);
});

test("a decision that the platform vouches for counts also where the pull request holds it", async () => {
  const head = tree(lines(committed));
  const { decisions } = await dropDecisionsOfChange([committed!], sides(tree(undefined), head), {
    fromThreads: [committed!],
  });
  expect(decisions).toEqual([committed]);
});

test("a file of the pull request that cannot be read may hold any decision", async () => {
  const head: Tree = { ...tree("large"), read: () => Promise.resolve(undefined) };
  expect((await dropDecisionsOfChange([local!], sides(tree(undefined), head))).decisions).toEqual([]);
});

test("letters of an id can be written in several ways", async () => {
  const head = tree(lines(committed).replace('"D-', String.raw`"\u0044-`));
  expect((await dropDecisionsOfChange([committed!], sides(tree(undefined), head))).decisions).toEqual([]);
});

test("outside of a pull request what this user decided counts, and what somebody else commits does not", async () => {
  const own = { note: () => Promise.resolve(), knows: async ({ id }: StandingDecision) => id === local!.id };
  const tip = tree(lines(local, committed));
  const change = { ...LOCAL, trusted: tree(undefined), tip, head: tree(undefined) };
  expect(await dropDecisionsOfChange([local!, committed!], change, { own })).toEqual({
    decisions: [local],
    notes: [
      "1 decision comes with the change itself: D-00000000aa",
      "1 decision comes with the change itself and does not count: D-00000000bb",
    ],
  });
  // Not committed: it is the work of whoever sits here.
  const uncommitted = { ...change, tip: tree(undefined), head: tip };
  expect((await dropDecisionsOfChange([committed!], uncommitted)).decisions).toEqual([committed]);
});
