import { reviewId } from "#model/ids.ts";
import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { decisionId } from "#model/history/decision-id.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { importedDecisions } from "#steps/history/collect/imported-decisions.ts";
import { collectProblems } from "#steps/history/collect/collect-problems.ts";
import { aCluster, aDecision, aFinding, aReview, aReviewer, aStatement } from "../../../helpers/builders.ts";

const RETRIES = {
  title: "Retries of `deliver` never stop for a subscriber that is gone",
  body: "A 410 answer is retried like any other, so `deliver` loops for ever.",
};
const RETRIES_AGAIN = {
  title: "`deliver` keeps retrying subscribers that are gone",
  body: "An answer of 410 is retried like any other and the loop of `deliver` never stops.",
};
const SECRET = {
  title: "The signing secret is written to the log",
  body: "`logRequest` prints all headers, `x-signature-secret` among them.",
  locations: [{ path: "src/log.ts", start: 12, end: 14 }],
};
const SERIES = { today: "2026-12-01", series: ["pr-42"] };
const OURS = { kind: "round", tool: "deep-review 0.1.0" } as const;
const FIRST = "20261102-091500-pr-42";
const SECOND = "20261103-091500-pr-42";

/** A round of our own that looked for earlier rounds. */
function ourRound(over: Parameters<typeof aReview>[0]): Review {
  return aReview({ origin: OURS, series: { entries: [], notes: [] }, ...over });
}

function aStandingDecision(over: Partial<StandingDecision> = {}): StandingDecision {
  const [imported] = importedDecisions(
    aReview({ findings: [aFinding(RETRIES)], decisions: [aDecision({ kind: "declined", reason: "never happens" })] }),
  );
  const made: StandingDecision = {
    ...imported!.decision,
    source: "person",
    scope: {},
    date: "2026-11-02T12:00:00.000Z",
    ...over,
  };
  return { ...made, id: decisionId(made) };
}

const round1 = ourRound({ id: FIRST, findings: [aFinding(RETRIES), aFinding({ id: "claude:S1", ...SECRET })] });

/** What is known after round 1, of the retries. */
function retriesAfter(decisions: readonly StandingDecision[], today = SERIES.today) {
  return collectProblems([round1], decisions, { ...SERIES, today })[0];
}

describe("rounds of our own", () => {
  test("a problem is followed by what the round recorded, whatever its words", () => {
    const round2 = ourRound({
      id: SECOND,
      findings: [aFinding({ title: "Endless loop", body: "See above.", locations: [{ path: "src/send.ts" }] })],
      clusters: [
        aCluster({
          lineage: {
            kind: "moved",
            because: "its code moved",
            recognised: {
              of: { review: FIRST, round: 1, cluster: "I1" },
              tier: "coarse",
              confidence: 0.9,
              because: "the same code",
            },
          },
        }),
      ],
    });
    const known = collectProblems([round1, round2], [], SERIES);
    expect(known.map(({ ref, sightings }) => [ref.cluster, ref.round, sightings.length])).toEqual([
      ["I1", 2, 2],
      ["S1", 1, 1],
    ]);
    expect(known[0]).toMatchObject({ title: "Endless loop", locations: [{ path: "src/send.ts" }] });
    expect(known[0]?.wordings.map(({ title }) => title)).toEqual([RETRIES.title, "Endless loop"]);
  });

  test("a commenter neither words nor rates what others raised before; what it raises itself is known as such", () => {
    const eve = aReviewer({ id: "eve", kind: "person", optional: true, commented: true });
    const said = (id: string, of?: string) =>
      aCluster({
        id,
        members: [`eve:${id}`],
        credits: [{ reviewer: "eve" }],
        ...(of !== undefined && {
          lineage: {
            kind: "carried-over",
            because: "the same code",
            recognised: { of: { review: FIRST, round: 1, cluster: of }, tier: "exact", confidence: 1, because: "code" },
          },
        }),
      });
    const entries = [{ review: reviewId(FIRST), round: 1, kept: 2 }];
    const round2 = ourRound({
      id: SECOND,
      reviewers: [aReviewer(), eve],
      findings: [
        aFinding({ id: "eve:C1", title: "All is lost" }),
        aFinding({ id: "eve:C2", ...SECRET, title: "Another one" }),
      ],
      clusters: [said("C1", "I1"), said("C2")],
      series: { entries, notes: [] },
    });
    const known = collectProblems([round1, round2], [], SERIES);
    expect(known.map(({ title, severity, byCommenters }) => [title, severity, byCommenters])).toEqual([
      [RETRIES.title, "important", undefined],
      [SECRET.title, "suggestion", undefined],
      ["Another one", "critical", true],
    ]);
  });

  test("a problem that a round called new is new, however alike", () => {
    const entries = [{ review: reviewId(FIRST), round: 1, kept: 2 }];
    const round2 = ourRound({ id: SECOND, findings: [aFinding(RETRIES)], series: { entries, notes: [] } });
    expect(collectProblems([round1, round2], [], SERIES)).toHaveLength(3);
  });

  test("one that did not have the round before it at hand is linked by what it says", () => {
    const round2 = ourRound({ id: SECOND, findings: [aFinding(RETRIES)] });
    expect(collectProblems([round1, round2], [], SERIES)).toHaveLength(2);
  });

  test("a finding that contradicts an earlier one is another problem", () => {
    const round2 = ourRound({
      id: SECOND,
      findings: [aFinding({ title: "Retries stop too early" })],
      clusters: [
        aCluster({
          lineage: {
            kind: "contradicts",
            because: "asks for the reverse",
            recognised: {
              of: { review: FIRST, round: 1, cluster: "I1" },
              tier: "meaning",
              confidence: 0.9,
              because: "words",
            },
          },
        }),
      ],
    });
    expect(collectProblems([round1, round2], [], SERIES)).toHaveLength(3);
  });

  test("what a round found fixed is settled until it is met again", () => {
    const of = { review: FIRST, round: 1, cluster: "I1" };
    const fixed = ourRound({
      id: SECOND,
      findings: [],
      previous: [{ ref: "R1.I1", title: RETRIES.title, status: "fixed", text: "its lines changed", of }],
    });
    expect(collectProblems([round1, fixed], [], SERIES)[0]).toMatchObject({ settled: "fixed" });
    const broken: Review = { ...fixed, verdict: { kind: "incomplete", because: "none ended", decidedBy: [] } };
    expect(collectProblems([round1, broken], [], SERIES)[0]?.settled).toBeUndefined();
    const back = ourRound({
      id: "20261104-091500-pr-42",
      findings: [aFinding(RETRIES_AGAIN)],
      clusters: [
        aCluster({
          lineage: {
            kind: "carried-over",
            because: "the fix was reverted",
            recognised: { of, tier: "coarse", confidence: 0.9, because: "topic" },
          },
        }),
      ],
    });
    expect(collectProblems([round1, fixed, back], [], SERIES)[0]?.settled).toBeUndefined();
  });

  test("a re-raise that was dropped adds its words and not its place", () => {
    const recognised = {
      of: { review: FIRST, round: 1, cluster: "I1" },
      tier: "meaning",
      confidence: 0.95,
      because: "words",
    } as const;
    const round2 = ourRound({
      id: SECOND,
      findings: [aFinding({ ...RETRIES_AGAIN, locations: [{ path: "src/other.ts" }] })],
      clusters: [
        aCluster({
          id: "X1",
          lineage: { kind: "re-raised", because: "was declined", recognised },
          ruling: { kind: "drop", reason: "declined-earlier", because: "D-0000000000: never happens" },
        }),
      ],
    });
    const [known] = collectProblems([round1, round2], [aStandingDecision()], SERIES);
    expect(known?.ref).toEqual({ review: FIRST, round: 1, cluster: "I1" });
    expect(known?.wordings.map(({ title }) => title)).toEqual([RETRIES.title, RETRIES_AGAIN.title]);
  });
});

describe("records that recorded nothing", () => {
  test("are linked by what they say", () => {
    const later = aReview({ id: SECOND, findings: [aFinding({ id: "codex:I1", ...RETRIES_AGAIN })] });
    const known = collectProblems([aReview({ findings: [aFinding(RETRIES)] }), later], [], SERIES);
    expect(known).toHaveLength(1);
    expect(known[0]?.sightings.map(({ round }) => round)).toEqual([1, 2]);
  });

  test("are linked by the report's own words where the raw reviews are missing", () => {
    const alone = (id: string, words: object) =>
      aReview({
        id,
        findings: [],
        clusters: [aCluster({ members: [], credits: [], statement: aStatement(words) })],
      });
    const known = collectProblems([alone(FIRST, RETRIES), alone(SECOND, RETRIES_AGAIN)], [], SERIES);
    expect(known.map(({ sightings }) => sightings.length)).toEqual([2]);
  });

  test("one earlier problem is not given to two findings of a report", () => {
    const later = aReview({
      id: SECOND,
      findings: [aFinding(RETRIES), aFinding({ id: "claude:I2", ...RETRIES_AGAIN })],
    });
    const known = collectProblems([aReview({ findings: [aFinding(RETRIES)] }), later], [], SERIES);
    expect(known.map(({ sightings }) => sightings.length)).toEqual([2, 1]);
  });
});

describe("decisions", () => {
  test("the newest about a problem holds, in whatever order the lines stand", () => {
    const declined = aStandingDecision();
    const accepted = aStandingDecision({ kind: "accepted-risk", date: "2026-11-05T00:00:00.000Z" });
    expect(retriesAfter([accepted, declined])?.decision?.id).toBe(accepted.id);
    expect(retriesAfter([declined, accepted, declined])?.decision?.id).toBe(accepted.id);
  });

  test("a decision holds on its last day and not after it, and an older one does not come back", () => {
    const ends = aStandingDecision({ until: "2026-11-30", date: "2026-11-05T00:00:00.000Z" });
    expect(retriesAfter([aStandingDecision(), ends], "2026-11-30")?.decision?.id).toBe(ends.id);
    expect(retriesAfter([aStandingDecision(), ends], "2026-12-01")?.decision).toBeUndefined();
  });

  test("reopening ends a decline", () => {
    const reopened = aStandingDecision({ kind: "reopened", date: "2026-11-06T00:00:00.000Z" });
    expect(retriesAfter([aStandingDecision(), reopened])?.decision).toBeUndefined();
    const again = aStandingDecision({ date: "2026-11-07T00:00:00.000Z" });
    expect(retriesAfter([aStandingDecision(), reopened, again])?.decision?.id).toBe(again.id);
  });

  test("a decision that is limited to another pull request does not count", () => {
    expect(retriesAfter([aStandingDecision({ scope: { series: "pr-7" } })])?.decision).toBeUndefined();
    expect(retriesAfter([aStandingDecision({ scope: { series: "pr-42" } })])?.decision).toBeDefined();
  });

  test("fixed by a person's word does not hold when a later round shows the problem again", () => {
    const fixed = aStandingDecision({ kind: "fixed" });
    expect(retriesAfter([fixed])?.decision?.kind).toBe("fixed");
    const later = aReview({ id: SECOND, findings: [aFinding({ id: "codex:I1", ...RETRIES_AGAIN })] });
    expect(collectProblems([round1, later], [fixed], SERIES)[0]?.decision).toBeUndefined();
  });

  test("a problem whose review is gone is known from its decision, under the name of its review", () => {
    const [known, ...others] = collectProblems([], [aStandingDecision()], SERIES);
    expect(others).toEqual([]);
    expect(known).toMatchObject({
      ref: { review: FIRST, round: 0, cluster: "I1" },
      title: RETRIES.title,
      decision: { kind: "declined" },
    });
  });

  test("what only a decision knows and no decision holds any more is not known", () => {
    expect(collectProblems([], [aStandingDecision({ until: "2026-11-03" })], SERIES)).toEqual([]);
  });

  test("a decision of another review is about the problem of this series that says the same", () => {
    const elsewhere = aStandingDecision({ of: { ...aStandingDecision().of, review: "20261001-080000-pr-7" as never } });
    const known = collectProblems([round1], [elsewhere], SERIES);
    expect(known.map(({ ref, decision }) => [ref.cluster, decision?.kind])).toEqual([
      ["I1", "declined"],
      ["S1", undefined],
    ]);
  });

  test("a decision about a dropped finding makes it known", () => {
    const review = ourRound({
      findings: [aFinding(RETRIES)],
      clusters: [aCluster({ id: "X1" })],
    });
    const decision = aStandingDecision({ of: { review: review.id, cluster: "X1" as never } });
    expect(collectProblems([review], [], SERIES)).toEqual([]);
    expect(collectProblems([review], [decision], SERIES)[0]?.decision?.id).toBe(decision.id);
  });
});

describe("decisions of published reports", () => {
  const declined = aDecision({ kind: "declined", action: "Skipped", reason: "never happens" });
  const published = aReview({ findings: [aFinding(RETRIES)], decisions: [declined] });

  test("count where nobody decided here", () => {
    const [known] = collectProblems([published], [], SERIES);
    expect(known?.decision).toMatchObject({ kind: "declined", source: "import", reason: "never happens" });
  });

  test("give way to a person's own", () => {
    const own = aStandingDecision({ kind: "accepted-risk", date: "2026-01-01T00:00:00.000Z" });
    expect(collectProblems([published], [own], SERIES)[0]?.decision?.id).toBe(own.id);
  });

  test("have the same ids every time, and are limited to their pull request", () => {
    const once = importedDecisions(published).map(({ decision }) => decision);
    expect(importedDecisions(published).map(({ decision }) => decision)).toEqual(once);
    expect(once).toMatchObject([{ scope: { series: "pr-42" }, of: { review: FIRST, cluster: "I1" } }]);
    expect(collectProblems([published], once, SERIES)).toHaveLength(1);
  });

  test("what was declined in earlier rounds is known though no finding of the report stands for it", () => {
    const earlier = aDecision({
      kind: "declined",
      action: "declined Round 1",
      about: { kind: "finding", text: "The health check of `relay` answers before it listens" },
      reason: "the load balancer waits",
      source: "earlier-rounds",
    });
    const known = collectProblems([aReview({ findings: [aFinding(RETRIES)], decisions: [earlier] })], [], SERIES);
    expect(known.map(({ title, decision }) => [title, decision?.kind])).toEqual([
      [RETRIES.title, undefined],
      ["The health check of `relay` answers before it listens", "declined"],
    ]);
  });

  test("a finding that the report names by its round is the one that was declined", () => {
    const earlier = aDecision({
      kind: "declined",
      action: "declined Round 1 (R1 S1)",
      about: { kind: "finding", text: "Headers in logs" },
      reason: "internal network",
      source: "earlier-rounds",
    });
    const later = aReview({ id: SECOND, round: { number: 2 }, findings: [aFinding(RETRIES)], decisions: [earlier] });
    const known = collectProblems([round1, later], [], SERIES);
    expect(known.find(({ ref }) => ref.cluster === "S1")?.decision?.reason).toBe("internal network");
  });

  test("a row without a finding gets a name that the report has not given, also where its names have gaps", () => {
    const row = aDecision({
      kind: "declined",
      action: "declined Round 1",
      about: { kind: "finding", text: "Headers in logs" },
      reason: "internal network",
      source: "earlier-rounds",
    });
    const clusters = [aCluster({ id: "X2", members: ["claude:I1"] })];
    const published = aReview({ findings: [aFinding()], clusters, decisions: [row] });
    expect(importedDecisions(published).map(({ decision }) => decision.of.cluster)).toEqual(["X3"]);
  });

  test("a re-raise that the report dropped is the problem it was dropped for", () => {
    const earlier = aDecision({
      kind: "declined",
      action: "declined Round 1",
      about: { kind: "finding", text: RETRIES.title },
      reason: "never happens",
      source: "earlier-rounds",
    });
    const later = aReview({
      id: SECOND,
      findings: [aFinding({ id: "codex:I1", ...RETRIES_AGAIN })],
      clusters: [
        aCluster({
          id: "X1",
          members: ["codex:I1"],
          ruling: { kind: "drop", reason: "declined-earlier", because: "declined Round 1" },
        }),
      ],
      decisions: [earlier],
    });
    const [known, ...others] = collectProblems([later], [], SERIES);
    expect(others).toEqual([]);
    expect(known).toMatchObject({ ref: { round: 1, cluster: "X1" }, decision: { reason: "never happens" } });
  });
});
