import { describe, expect, test } from "vitest";
import { findingId, reviewerId } from "#model/ids.ts";
import { type Lineage, lineageSchema, type EarlierMatch } from "#model/history/lineage.ts";
import type { CodeState } from "#steps/history/trace/code-state.ts";
import { lastChangeOf, type LineageFacts, lineageOf, touchedProblem } from "#steps/history/lineage/lineage-of.ts";
import { aProblem, aRef, aState, aStandingDecision, aVerdict, fix, TODAY } from "../problems.ts";

const own = findingId(reviewerId("claude"), "I2");
const match: EarlierMatch = { of: aRef(), tier: "exact", confidence: 0.98, because: "the same code" };
const facts = (over: Partial<LineageFacts> = {}): LineageFacts => ({
  members: [own],
  locations: [{ path: "src/deliver.ts", start: 20, end: 22 }],
  change: { isAfter: false },
  earlier: [{ ref: aRef(), commits: [fix], locations: [{ path: "src/deliver.ts", start: 14, end: 15 }] }],
  verdicts: [],
  today: TODAY,
  ...over,
});
const as = (problem = aProblem(), code: CodeState = aState()): LineageFacts =>
  facts({ recognised: { match, problem, code } });
const lineage = (given: LineageFacts): Lineage => lineageSchema.parse(lineageOf(given));

describe("a problem that nobody raised before", () => {
  test("is latent when its lines are as in round 1", () => {
    expect(lineage(facts())).toEqual({ kind: "latent", because: "Its lines are as they were in round 1." });
  });

  test("is in new code when its lines came later, with the commit", () => {
    const commit = { id: "77aa88bb99cc", subject: "Add a queue" };
    expect(lineage(facts({ change: { isAfter: true, commit } }))).toMatchObject({ kind: "new-code", commit });
    expect(lineage(facts({ change: { isAfter: true } })).kind).toBe("new-code");
  });

  test("was introduced when the commit of its lines also changed an earlier problem's", () => {
    const found = lineage(facts({ change: { isAfter: true, commit: fix } }));
    expect(found).toMatchObject({ kind: "introduced", fixOf: [aRef()], commit: fix });
    expect(found.because).toContain("which also had to do with R1.I1");
  });

  test("is laid to the fixes in its own file when the commit touched many problems", () => {
    const other = (cluster: string) => ({ ref: aRef(cluster), commits: [fix], locations: [{ path: "src/other.ts" }] });
    const earlier = [other("I2"), ...facts().earlier, other("I3")];
    expect(lineage(facts({ change: { isAfter: true, commit: fix }, earlier })).fixOf).toEqual([aRef()]);
    const away = facts({ change: { isAfter: true, commit: fix }, earlier: [other("I2"), other("I3")] });
    expect(lineage(away).fixOf).toHaveLength(2);
  });

  test("was introduced when its reviewer says so of the fix", () => {
    const verdicts = [aVerdict({ introduces: [own] })];
    expect(lineage(facts({ verdicts }))).toMatchObject({ kind: "introduced", fixOf: [aRef()] });
    const others = [aVerdict({ introduces: [findingId(reviewerId("claude"), "I9")] }), aVerdict({ introduces: [] })];
    expect(lineage(facts({ verdicts: others })).kind).toBe("latent");
  });

  test("counts as latent where nothing is known of its lines, and says so", () => {
    const found = lineage(facts({ change: undefined }));
    expect(found.kind).toBe("latent");
    expect(found.because).toContain("not known");
  });

  test("contradicts an earlier one when that is found", () => {
    const contradicts = { match, because: "R1.I1 asked for less logging, this asks for more." };
    expect(lineage(facts({ contradicts }))).toMatchObject({ kind: "contradicts", recognised: match });
  });
});

describe("a problem that was raised before", () => {
  test("is carried over while it is open", () => {
    expect(lineage(as())).toMatchObject({
      kind: "carried-over",
      recognised: match,
      because: "It is R1.I1, which is still open.",
    });
  });

  test("has moved when its code stands elsewhere", () => {
    const code = aState({ kind: "moved", locations: [{ path: "src/send.ts", start: 4, end: 5 }] });
    const found = lineage(as(aProblem(), code));
    expect(found.kind).toBe("moved");
    expect(found.because).toContain("src/send.ts:4-5");
  });

  test.each(["declined", "accepted-risk"] as const)("is re-raised when it was %s, with the decision", (kind) => {
    const given = as(aProblem({ decision: aStandingDecision({ kind }) }));
    expect(lineage({ ...given, shownBecause: "Its code changed." })).toMatchObject({
      kind: "re-raised",
      decision: "D-0123456789",
      shownBecause: "Its code changed.",
    });
  });

  test("whose fix did not hold, or was undone, says so", () => {
    expect(lineage(as(aProblem({ settled: "fixed" })))).toMatchObject({ kind: "carried-over" });
    expect(lineage(as(aProblem({ settled: "fixed" }))).because).toContain("its fix did not hold");
    const back = lineage(as(aProblem({ settled: "fixed" }), aState({ restored: { commit: fix } })));
    expect(back.because).toContain("its fix was undone by 1a2b3c4 (Stop at 410)");
    const said = lineage(as(aProblem({ decision: aStandingDecision({ kind: "fixed" }) })));
    expect(said).toMatchObject({ kind: "carried-over", decision: "D-0123456789" });
  });
});

test("a fix beside the code or elsewhere counts as well as one of the code itself", () => {
  const beside = { id: "bbbbbbbbbbbb", subject: "Guard" };
  const away = { id: "cccccccccccc", subject: "Guard the caller" };
  const touched = touchedProblem(aProblem(), aState({ commits: [fix], nearby: [beside] }), [away]);
  for (const commit of [fix, beside, away]) {
    const found = lineage(facts({ change: { isAfter: true, commit }, earlier: [touched] }));
    expect(found).toMatchObject({ kind: "introduced", fixOf: [aRef()], commit });
  }
});

test("of several places the newest change counts", async () => {
  const later = { id: "ffff00001111", subject: "Later" };
  const changes = new Map([
    ["a.ts", { isAfter: false }],
    ["b.ts", { isAfter: true, commit: later }],
    ["c.ts", { isAfter: true, commit: fix }],
  ]);
  const since = { commits: [fix, later], lastChange: (path: string) => Promise.resolve(changes.get(path)) };
  const of = (...paths: string[]) =>
    lastChangeOf(
      paths.map((path) => ({ path })),
      since,
    );
  expect(await of("a.ts", "c.ts", "b.ts")).toEqual({ isAfter: true, commit: later });
  expect(await of("a.ts", "nowhere.ts")).toEqual({ isAfter: false });
  expect(await of("nowhere.ts")).toBeUndefined();
  expect(await lastChangeOf([{ path: "a.ts" }], undefined)).toBeUndefined();
});
