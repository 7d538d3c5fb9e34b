import { describe, expect, test } from "vitest";
import { reviewerId } from "#model/ids.ts";
import type { Hunk, Scope } from "#model/change/scope.ts";
import type { Reading } from "#model/panel/receipt.ts";
import { gateOf, type AgentPass, takeReceipt } from "#steps/take-receipt/take-receipt.ts";

const hunk = (path: string, newStart = 1): Hunk => ({ path, oldStart: newStart, oldLines: 3, newStart, newLines: 4 });
const [a1, a9, b1, lock] = [hunk("a.ts"), hunk("a.ts", 9), hunk("b.ts"), hunk("package-lock.json")];
const scope: Scope = {
  commits: [],
  files: [
    { path: "a.ts", change: "modified" },
    { path: "b.ts", change: "modified" },
    { path: "package-lock.json", change: "modified", listed: "lock file" },
  ],
  hunks: [a1, a9, b1, lock],
};
const [claude, codex] = [reviewerId("claude"), reviewerId("codex")];

describe("gateOf", () => {
  test("names the hunks that nobody has read; files that are only listed do not count", () => {
    const readings = [{ reviewer: claude, hunk: a1 }];
    expect(gateOf(readings, scope, { readers: 1, agents: [claude, codex] })).toEqual({ readers: 1, unread: [a9, b1] });
  });

  test("may ask for two readers; who reads twice is one", () => {
    const readings = [
      { reviewer: claude, hunk: a1 },
      { reviewer: codex, hunk: a1 },
      { reviewer: claude, hunk: a9 },
      { reviewer: claude, hunk: a9 },
    ];
    expect(gateOf(readings, scope, { readers: 2, agents: [claude, codex] }).unread).toEqual([a9, b1]);
  });

  test("does not count who is not among the agents", () => {
    const readings = scope.hunks.map((own) => ({ reviewer: codex, hunk: own }));
    expect(gateOf(readings, scope, { readers: 1, agents: [claude] }).unread).toHaveLength(3);
  });
});

describe("takeReceipt", () => {
  const aPass = (over: Partial<Reading> = {}, isWhole = true): AgentPass => ({
    reviewer: claude,
    isWhole,
    reading: { isObservable: true, hunks: scope.hunks, opened: [], notGiven: [], ...over },
  });
  const take = (...passes: AgentPass[]) => takeReceipt(passes, scope, { readers: 1 });

  test("without agents there is none", () => {
    expect(take()).toBeUndefined();
  });

  test("an agent that failed before it could be watched leaves every hunk unread", () => {
    const receipt = take({ reviewer: claude, isWhole: false });
    expect(receipt).toMatchObject({ readings: [], opened: [] });
    expect(receipt?.gate?.unread).toHaveLength(3);
  });

  test("is met when one agent has read everything", () => {
    expect(take(aPass())?.gate).toEqual({ readers: 1, unread: [] });
  });

  test("what an agent read that failed is told and does not count", () => {
    const receipt = take(aPass({}, false));
    expect(receipt?.readings).toHaveLength(4);
    expect(receipt?.gate?.unread).toHaveLength(3);
  });

  test("an agent that cannot be watched has proven nothing", () => {
    const receipt = take(aPass({ isObservable: false }));
    expect(receipt).toMatchObject({ readings: [], unobserved: ["claude"] });
    expect(receipt?.gate?.unread).toHaveLength(3);
  });

  test("passes of one agent are added up, each hunk once", () => {
    const opened = [{ path: "a.ts", times: 2 }];
    const notGiven = [{ path: "b.ts", why: "too large" }];
    const receipt = take(
      aPass({ hunks: [a1, a9], opened, notGiven }),
      aPass({ hunks: [a1], opened, notGiven }),
      aPass({ hunks: [b1] }, false),
    );
    expect(receipt?.readings.map(({ hunk: own }) => own)).toEqual([a1, a9, b1]);
    expect(receipt?.opened).toEqual([{ reviewer: "claude", path: "a.ts", times: 4 }]);
    expect(receipt?.notGiven).toEqual([{ reviewer: "claude", path: "b.ts", why: "too large" }]);
    expect(receipt?.gate?.unread).toEqual([b1]);
  });

  test("a hunk that was cut is read when all passes together show it, and not before", () => {
    const piece = (from: number, to: number) => ({
      hunks: [a9, b1],
      partly: [{ hunk: a1, lines: 10, seen: [{ from, to }] }],
    });
    expect(take(aPass(piece(0, 6)), aPass(piece(7, 10)))?.gate?.unread).toEqual([a1]);
    expect(take(aPass(piece(5, 10)), aPass(piece(0, 6)))?.gate?.unread).toEqual([]);
    expect(take(aPass(piece(5, 10)), aPass(piece(0, 6), false))?.gate?.unread).toEqual([a1, a9, b1].slice(0, 1));
  });
});
