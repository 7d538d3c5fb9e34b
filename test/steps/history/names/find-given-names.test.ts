import { describe, expect, test } from "vitest";
import type { GroundedFinding } from "#model/finding.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { clusterId, reviewId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { makeIdentity } from "#steps/history/match/identity/make-identity.ts";
import { findGivenNames, type NamedRound } from "#steps/history/names/find-given-names.ts";
import { numberProblems } from "#steps/judge/number-problems.ts";
import { aCluster, aFinding, aReview } from "../../../helpers/builders.ts";
import { aProblem, aRef, aStandingDecision } from "../problems.ts";

const QUOTES = [{ code: "while (true) await retry(job);", language: "ts" }] as never;
const finding = aFinding({ id: "claude:I1", title: "`retry` never stops", quotes: QUOTES });
const other = aFinding({ id: "claude:I2", title: "The queue is never closed", locations: [{ path: "src/queue.ts" }] });

/** The names that these findings get, each a problem of its own. */
function named(
  over: Partial<NamedRound> & { readonly is?: ReadonlyMap<string, EarlierProblem> },
  ...problems: readonly Parameters<typeof aCluster>[0][]
): readonly string[] {
  const grounded: readonly GroundedFinding[] = [finding, other].map((each) => ({ finding: each }));
  const { is = new Map() } = over;
  const names = findGivenNames({
    reviews: [],
    problems: [...new Set(is.values())],
    matches: {
      match({ members }) {
        const problem = is.get(members[0]?.finding ?? "");
        return problem && { problem, match: { of: problem.ref, tier: "exact", confidence: 0.99, because: "same" } };
      },
    },
    grounded,
    symbols: new Map(),
    ...over,
  });
  const unnamed = problems.map((each) => {
    const { id: _, ...cluster } = aCluster(each);
    return { ...cluster, speaker: cluster.members[0]!.finding };
  });
  return numberProblems(unnamed, { raised: grounded, names }).map(
    ({ id, members }) => `${members[0]?.finding} is ${id}`,
  );
}

const FIRST = { id: "I1", members: ["claude:I1"] };
const SECOND = { id: "I1", members: ["claude:I2"] };

const aRound = (number: number, over: Parameters<typeof aReview>[0]): Review =>
  aReview({ id: `20261101-0900${number}0-pr-7`, origin: { kind: "round", tool: "deep-review" }, ...over });

describe("the name of a problem", () => {
  test("is never one that a later report lists for a problem of a round that is not here", () => {
    const of = { review: reviewId("20261101-090000-pr-7"), round: 1, cluster: clusterId("I1") };
    const previous = [{ ref: "R1.I1", title: "Gone", status: "open" as const, text: "its code is unchanged", of }];
    const review = aRound(2, { findings: [], clusters: [], previous });
    expect(named({ reviews: [review] }, FIRST)).toEqual(["claude:I1 is I2"]);
  });

  test("is the one it has, and the next free one is never one that was printed", () => {
    const review = aRound(1, {
      findings: [finding, other],
      clusters: [aCluster(FIRST), aCluster({ ...SECOND, id: "I2" })] as never,
    });
    const problem = aProblem({ ref: aRef("I2"), printed: [aRef("I2")] });
    expect(named({ reviews: [review], is: new Map([["claude:I1", problem]]) }, FIRST, SECOND)).toEqual([
      "claude:I1 is I2",
      "claude:I2 is I3",
    ]);
  });

  test("goes to the kept one of two problems that are the same earlier one", () => {
    const problem = aProblem({ ref: aRef("I1"), printed: [aRef("I1")] });
    const is = new Map([finding, other].map(({ id }) => [id as string, problem]));
    const dropped = { ...FIRST, ruling: { kind: "drop", reason: "refuted", because: "it is not so" } } as const;
    expect(named({ is }, dropped, SECOND)).toEqual(["claude:I2 is I1", "claude:I1 is X1"]);
  });

  test("goes to the one of two with the fingerprint that the earlier finding of that name had", () => {
    const problem = aProblem({ ref: aRef("I1"), printed: [aRef("I1"), aRef("I2")] });
    const identity = makeIdentity({ problem: finding });
    const clusters = [
      aCluster({ ...FIRST, identity: makeIdentity({ problem: other }) }),
      aCluster({ ...FIRST, id: "I2", members: ["claude:I2"], identity }),
    ];
    const reviews = [aRound(1, { findings: [finding, other], clusters: clusters as never })];
    const is = new Map([finding, other].map(({ id }) => [id as string, problem]));
    expect(named({ reviews, is }, FIRST, SECOND)).toEqual(["claude:I1 is I2", "claude:I2 is I1"]);
  });

  test("is a new one where older reports gave the old one to another problem, too", () => {
    const problem = aProblem({ ref: aRef("I1"), printed: [aRef("I1")] });
    const another = aProblem({ ref: aRef("I1", 2), printed: [aRef("I1", 2)] });
    const is = new Map([
      ["claude:I1", problem],
      ["claude:I2", another],
    ]);
    expect(named({ is }, FIRST, SECOND)).toEqual(["claude:I1 is I2", "claude:I2 is I3"]);
  });

  test("of a comment of ours whose record is missing stays, and is given to no other problem", () => {
    const { exact } = makeIdentity({ problem: finding });
    const posted = [
      { review: reviewId("20261001-090000-pr-7"), cluster: clusterId("I4"), key: exact },
      { review: reviewId("20261001-090000-pr-7"), cluster: clusterId("I1"), key: "0123456789abcdef" },
    ];
    expect(named({ posted }, FIRST, SECOND)).toEqual(["claude:I1 is I4", "claude:I2 is I2"]);
  });

  test("that only a decision for this series remembers stays; one for the whole repository gives none", () => {
    const ref = { ...aRef("I5"), round: 0 };
    const here = aStandingDecision({ scope: { series: "pr-7" } });
    const problem = aProblem({ ref, printed: [], decision: here });
    expect(named({ is: new Map([["claude:I1", problem]]) }, FIRST)).toEqual(["claude:I1 is I5"]);
    const elsewhere = { ...problem, decision: aStandingDecision() };
    expect(named({ is: new Map([["claude:I1", elsewhere]]) }, FIRST)).toEqual(["claude:I1 is I1"]);
  });

  test("is not given again where the earlier rounds could not be followed, nor where a record retired it", () => {
    const series = { entries: [], notes: [], retired: ["I2"] };
    const reviews = [aRound(1, { findings: [finding], clusters: [aCluster(FIRST)] as never, series })];
    expect(named({ reviews, isLost: true }, FIRST)).toEqual(["claude:I1 is I3"]);
  });

  test("in the record of the round itself stays when it is resumed, for the findings that it was given to", () => {
    const former = aRound(1, {
      findings: [finding, { ...other, title: "Something else" }],
      clusters: [aCluster({ ...FIRST, id: "I7" }), aCluster({ ...SECOND, id: "I1" })] as never,
    });
    expect(named({ former }, FIRST, SECOND)).toEqual(["claude:I1 is I7", "claude:I2 is I2"]);
  });
});
