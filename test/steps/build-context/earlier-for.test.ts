import { describe, expect, test } from "vitest";
import { clusterId, reviewId } from "#model/ids.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type PreviousFinding } from "#model/history/lineage.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { earlierFor } from "#steps/build-context/earlier-for.ts";
import { aFinding } from "../../helpers/builders.ts";

const of = { review: reviewId("20261102-091500-pr-42"), round: 2, cluster: clusterId("I3") };
const commit = { id: "9f2c4e6a8b0d", subject: "Count the tries" };

const aPrevious = (over: Partial<PreviousFinding> = {}): PreviousFinding => ({
  ref: earlierName(of),
  of,
  title: "Retries never stop",
  status: "open",
  text: "its code is as it was",
  severity: "important",
  locations: [{ path: "src/mail.ts", start: 10, end: 14 }],
  ...over,
});

const aDecision = (over: Partial<StandingDecision> = {}): StandingDecision => ({
  version: 1,
  id: "D-0123456789",
  kind: "declined",
  problem: {
    identity: { version: 1 },
    title: "Retries never stop",
    text: "",
    severity: "important",
    rung: "quoted",
    locations: [],
    symbols: [],
    quotes: [],
    code: [],
  },
  scope: {},
  reason: "one server only",
  date: "2026-11-02T09:15:00.000Z",
  of: { review: of.review, cluster: of.cluster },
  source: "person",
  ...over,
});

const aProblem = (over: Partial<EarlierProblem> = {}): EarlierProblem => ({
  ref: of,
  sightings: [of],
  printed: [of],
  title: "Retries never stop",
  severity: "important",
  rung: "quoted",
  locations: [],
  symbols: [],
  head: undefined,
  identities: [],
  wordings: [],
  reviewers: [],
  ...over,
});

const only = (previous: PreviousFinding, problem?: EarlierProblem) =>
  earlierFor([previous], problem === undefined ? [] : [problem])[0];

describe("what reviewers are told, by what the code says became of a finding", () => {
  test.each([
    ["fixed", "changed", true],
    ["partly-fixed", "changed", true],
    ["gone", "changed", true],
    ["open", "open", false],
    ["unknown", "open", undefined],
    ["declined", "declined", false],
    ["accepted-risk", "accepted-risk", false],
  ] as const)("%s is listed as %s", (status, state, codeChanged) => {
    expect(only(aPrevious({ status }))).toMatchObject({ id: "R2.I3", state });
    expect(only(aPrevious({ status }))?.codeChanged).toBe(codeChanged);
  });

  test("a declined finding has its decision and reason, and says whether its code changed", () => {
    const previous = aPrevious({ status: "declined", decision: "D-0123456789", commits: [commit] });
    expect(only(previous, aProblem({ decision: aDecision() }))).toMatchObject({
      decision: "D-0123456789",
      reason: "one server only",
      commits: [commit],
      codeChanged: true,
    });
  });

  test("the reason of another decision is not given", () => {
    const previous = aPrevious({ status: "declined", decision: "D-9999999999" });
    const told = only(previous, aProblem({ decision: aDecision() }));
    expect(told?.decision).toBe("D-9999999999");
    expect(told?.reason).toBeUndefined();
  });

  test("a person's word that it is fixed does not say that its code changed", () => {
    const told = only(aPrevious({ status: "fixed" }), aProblem({ decision: aDecision({ kind: "fixed" }) }));
    expect(told).toMatchObject({ state: "changed", decision: "D-0123456789", codeChanged: false });
  });

  test("a decision that was overtaken by the code is not named", () => {
    const told = only(aPrevious({ status: "gone" }), aProblem({ decision: aDecision() }));
    expect(told).toMatchObject({ state: "changed", isGone: true });
    expect(told).not.toHaveProperty("decision");
  });

  test("what an earlier round found fixed is judged again only when the code speaks against that", () => {
    const settled = aProblem({ settled: "fixed" });
    expect(only(aPrevious({ status: "fixed", commits: [commit] }), settled)?.state).toBe("settled");
    expect(only(aPrevious({ status: "partly-fixed", commits: [commit] }), settled)?.state).toBe("changed");
    expect(only(aPrevious({ status: "open" }), settled)?.state).toBe("open");
  });

  test("commits that touched only the layout of declined code do not say that it changed", () => {
    const previous = aPrevious({ status: "declined", commits: [commit] });
    expect(earlierFor([previous])[0]?.codeChanged).toBe(true);
    expect(earlierFor([previous], [], (name) => name !== "R2.I3")[0]?.codeChanged).toBe(false);
  });
});

describe("the words of an earlier finding", () => {
  const wording = aFinding({
    body: "A 503 is tried again for ever.",
    fix: { text: "Count the tries.", diffs: ["-again()\n+if (tries < 5) again()"] },
    quotes: [{ code: "while (true) again();" }],
  });
  const said = (status: PreviousFinding["status"], over: Partial<EarlierProblem> = {}) =>
    only(aPrevious({ status }), aProblem({ wordings: [wording], ...over }))?.said;

  test("are told of what is open or to be judged, with advice and code, and of nothing else", () => {
    const words = {
      text: "A 503 is tried again for ever.",
      advice: "Count the tries.\n-again()\n+if (tries < 5) again()",
      code: "while (true) again();",
    };
    expect(said("open")).toEqual(words);
    expect(said("fixed")).toEqual(words);
    expect(said("declined")).toBeUndefined();
    expect(said("open", { wordings: [] })).toBeUndefined();
  });

  test("are the newest, and say nothing twice", () => {
    const body = "Still so.\n\n```ts\nwhile (true)  again();\n```\n\nFix: Count the tries.";
    const newer = aFinding({ body, fix: { text: "Count the tries.", diffs: [] }, quotes: wording.quotes });
    expect(said("open", { wordings: [wording, newer] })).toEqual({ text: body });
  });

  test("are completed by the code that the record kept where nothing was quoted", () => {
    const { fix: _fix, ...plain } = wording;
    const code = [{ path: "src/mail.ts", lines: ["for (;;) {", "  again();"] }];
    expect(said("open", { wordings: [{ ...plain, quotes: [] }], code })?.code).toBe("for (;;) {\n  again();");
  });
});
