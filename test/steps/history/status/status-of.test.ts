import { describe, expect, test } from "vitest";
import type { RuledCluster } from "#model/cluster.ts";
import { clusterId } from "#model/ids.ts";
import { previousFindingSchema } from "#model/history/lineage.ts";
import { type StatusFacts, statusOf } from "#steps/history/status/status-of.ts";
import { aCluster, aReviewer } from "../../../helpers/builders.ts";
import { aProblem, aRef, aState, aStandingDecision, aVerdict, changedBy, fix, TODAY } from "../problems.ts";

const facts = (over: Partial<StatusFacts> = {}): StatusFacts => ({
  code: aState(),
  raisedAgain: [],
  verdicts: [],
  today: TODAY,
  ...over,
});
const again = [clusterId("I2")];
const grounded = { isGrounded: true, quotes: ["if (answer.status === 410) return;"] };

describe("the code alone", () => {
  test("that is unchanged leaves a problem open, whether it was raised again or not", () => {
    const silent = statusOf(aProblem(), facts());
    expect(silent).toMatchObject({ ref: "R1.I1", status: "open", of: aRef(), rounds: [1], severity: "important" });
    expect(silent.text).toBe("Its code is unchanged; nobody raised it again.");
    const raised = statusOf(aProblem(), facts({ raisedAgain: again }));
    expect(raised).toMatchObject({
      status: "open",
      raisedAgain: ["I2"],
      text: "Its code is unchanged; raised again as I2.",
    });
    expect(previousFindingSchema.safeParse(raised).success).toBe(true);
  });

  test("that changed fixes it, by the commits that did it", () => {
    const found = statusOf(aProblem(), facts({ code: changedBy(fix) }));
    expect(found).toMatchObject({ status: "fixed", commits: [fix] });
    expect(found.text).toBe("Its code was changed by 1a2b3c4 (Stop at 410); nobody raised it again.");
  });

  test("that changed fixes only a part when it is raised again", () => {
    const found = statusOf(aProblem(), facts({ code: changedBy(fix), raisedAgain: again }));
    expect(found.status).toBe("partly-fixed");
    expect(found.text).toContain("raised again as I2");
  });

  test("that changed at some places only fixes a part, and the others are named", () => {
    const unchanged = [{ path: "src/queue.ts", start: 4, end: 4 }];
    const found = statusOf(aProblem(), facts({ code: { ...changedBy(fix), kind: "partly", unchanged } }));
    expect(found.status).toBe("partly-fixed");
    expect(found.text).toContain("src/queue.ts:4 is as before");
  });

  test("that was removed takes it along", () => {
    const code = aState({ kind: "gone", isMaterial: true, commits: [fix] });
    expect(statusOf(aProblem(), facts({ code }))).toMatchObject({
      status: "gone",
      text: "Its code was removed by 1a2b3c4 (Stop at 410).",
    });
    expect(statusOf(aProblem(), facts({ code, raisedAgain: again })).status).toBe("open");
  });

  test.each(["moved", "around", "layout"] as const)("that is only %s leaves it open", (kind) => {
    expect(statusOf(aProblem(), facts({ code: aState({ kind }) })).status).toBe("open");
  });

  test("that cannot be found leaves the status unknown, not open and not fixed", () => {
    const code = aState({ kind: "unknown", locations: [] });
    expect(statusOf(aProblem(), facts({ code })).status).toBe("unknown");
    expect(statusOf(aProblem({ settled: "fixed" }), facts({ code })).status).toBe("fixed");
    expect(statusOf(aProblem(), facts({ code, raisedAgain: again })).status).toBe("open");
  });
});

describe("a problem that was found fixed", () => {
  test("stays fixed while nothing speaks against it", () => {
    expect(statusOf(aProblem({ settled: "fixed" }), facts({ code: changedBy(fix) })).status).toBe("fixed");
    expect(statusOf(aProblem({ settled: "fixed" }), facts()).status).toBe("fixed");
  });

  test("is open again when its code is brought back, and the commit is named", () => {
    const commit = { id: "9f8e7d6c5b4a", subject: 'Revert "Stop at 410"' };
    const found = statusOf(aProblem({ settled: "fixed" }), facts({ code: aState({ restored: { commit } }) }));
    expect(found.status).toBe("open");
    expect(found.text).toBe('It was fixed; its code is again as it was, restored by 9f8e7d6 (Revert "Stop at 410").');
  });

  test("is told not to have held when it is raised again", () => {
    const found = statusOf(aProblem({ settled: "fixed" }), facts({ code: changedBy(fix), raisedAgain: again }));
    expect(found).toMatchObject({ status: "partly-fixed" });
    expect(found.text).toContain("the fix did not hold");
  });
});

describe("a person's decision", () => {
  test.each(["declined", "accepted-risk"] as const)(
    "that it is %s comes before all else, with who, when and why",
    (kind) => {
      const decision = aStandingDecision({ kind });
      const found = statusOf(aProblem({ decision }), facts({ code: changedBy(fix), raisedAgain: again }));
      expect(found).toMatchObject({ status: kind, decision: decision.id });
      for (const part of ["Ann", "2026-11-02", decision.id, "Subscribers come back."])
        expect(found.text).toContain(part);
    },
  );

  test("holds through its last day and no longer", () => {
    const until = (day: string) => aProblem({ decision: aStandingDecision({ until: day }) });
    expect(statusOf(until(TODAY), facts()).status).toBe("declined");
    const over = statusOf(until("2026-11-15"), facts());
    expect(over.status).toBe("open");
    expect(over.decision).toBeUndefined();
    expect(over.text).toContain("has run out");
  });

  test("that it is fixed is believed unless it is raised again or its code comes back", () => {
    const problem = aProblem({ decision: aStandingDecision({ kind: "fixed" }) });
    expect(statusOf(problem, facts()).status).toBe("fixed");
    expect(statusOf(problem, facts({ raisedAgain: again })).status).toBe("open");
    expect(statusOf(problem, facts({ raisedAgain: again, code: changedBy(fix) })).status).toBe("partly-fixed");
    expect(statusOf(problem, facts({ code: aState({ restored: { commit: fix } }) })).status).toBe("open");
  });

  test("to reopen it undoes what a round found", () => {
    const decision = aStandingDecision({ kind: "reopened", reason: "Still happens." });
    const found = statusOf(aProblem({ decision, settled: "fixed" }), facts());
    expect(found.status).toBe("open");
    expect(found.text).toContain("Still happens.");
  });
});

test("a problem that only a decision knows was raised in no round", () => {
  const ref = aRef("I1", 0);
  const found = statusOf(aProblem({ ref, sightings: [ref], decision: aStandingDecision() }), facts());
  expect(previousFindingSchema.safeParse(found).success).toBe(true);
  expect(found).not.toHaveProperty("rounds");
});

describe("what reviewers say of a fix", () => {
  const of = (code: StatusFacts["code"], ...verdicts: StatusFacts["verdicts"]) =>
    statusOf(aProblem(), facts({ code, verdicts }));

  test("closes a problem elsewhere when their evidence stands", () => {
    expect(of(aState(), aVerdict(grounded))).toMatchObject({ status: "fixed", verdicts: [{ reviewer: "claude" }] });
    expect(of(aState(), aVerdict(grounded)).text).toContain("fixed elsewhere");
    const by = statusOf(aProblem(), facts({ verdicts: [aVerdict(grounded)], elsewhere: [fix] }));
    expect(by).toMatchObject({ status: "fixed", commits: [fix] });
    expect(by.text).toContain("fixed elsewhere, by 1a2b3c4 (Stop at 410)");
  });

  test("closes nothing without evidence that stands, and is told", () => {
    expect(of(aState(), aVerdict()).status).toBe("open");
    expect(of(aState(), aVerdict({ isGrounded: false })).text).toContain("does not count");
    expect(of(changedBy(fix), aVerdict({ ...grounded, closes: "cannot-tell" })).status).toBe("fixed");
  });

  test("beats changed code when it says no with evidence", () => {
    expect(of(changedBy(fix), aVerdict({ ...grounded, closes: "no" })).status).toBe("open");
    expect(of(changedBy(fix), aVerdict({ ...grounded, closes: "partly" })).status).toBe("partly-fixed");
    const gone = aState({ kind: "gone", isMaterial: true });
    expect(of(gone, aVerdict({ ...grounded, closes: "no" })).status).toBe("open");
  });

  test("keeps a problem from being fixed when somebody doubts it, also without evidence, and names the doubt", () => {
    for (const closes of ["no", "partly"] as const) {
      const doubt = aVerdict({ reviewer: "codex", closes });
      const found = of(changedBy(fix), doubt);
      expect(found.status).toBe("partly-fixed");
      expect(found.text).toMatch(/codex says (?:not closed|closed in part), without quoted code that was found/);
      expect(of(aState(), aVerdict(grounded), doubt).status).toBe("partly-fixed");
      expect(of(aState({ kind: "gone", isMaterial: true }), doubt).status).toBe("partly-fixed");
      expect(of(aState({ kind: "unknown" }), doubt).status).toBe("open");
    }
    const silence = [aReviewer({ id: "loose-ends", kind: "analyzer", model: undefined })];
    const verdicts = [aVerdict({ closes: "no" })];
    expect(statusOf(aProblem({ settled: "fixed" }), facts({ silence, verdicts })).status).toBe("open");
  });

  test("closes it in part when both have evidence and disagree, and both are named", () => {
    const found = of(changedBy(fix), aVerdict(grounded), aVerdict({ reviewer: "codex", closes: "no", ...grounded }));
    expect(found.status).toBe("partly-fixed");
    expect(found.text).toContain("claude says that it is closed");
    expect(found.text).toContain("codex says that it is not closed");
  });

  test("lifts a partly changed problem to fixed", () => {
    const code = { ...changedBy(fix), kind: "partly" as const, unchanged: [{ path: "src/queue.ts" }] };
    expect(of(code, aVerdict(grounded)).status).toBe("fixed");
  });
});

test("the silence of the analyzer that raised a problem says that it was fixed elsewhere", () => {
  const silence = [aReviewer({ id: "loose-ends", name: "Loose Ends", kind: "analyzer", model: undefined })];
  const found = statusOf(aProblem({ reviewers: ["loose-ends"] }), facts({ silence }));
  expect(found.status).toBe("fixed");
  expect(found.text).toBe(
    "Its code is unchanged, so it was fixed elsewhere: Loose Ends raised it, looked again and no longer does.",
  );
});

describe("changed code that nobody who could judge it looked at", () => {
  const code = changedBy(fix);

  test("leaves the status unknown, and says so", () => {
    const found = statusOf(aProblem(), facts({ code, isUnseen: true }));
    expect(found.status).toBe("unknown");
    expect(found.text).toBe("Its code was changed by 1a2b3c4 (Stop at 410); nobody who could judge it looked.");
  });

  test("is fixed all the same by a verdict with evidence, by the analyzer that raised it, or by an earlier round", () => {
    const silence = [aReviewer({ id: "loose-ends", name: "Loose Ends", kind: "analyzer", model: undefined })];
    expect(statusOf(aProblem(), facts({ code, isUnseen: true, verdicts: [aVerdict(grounded)] })).status).toBe("fixed");
    const silent = statusOf(aProblem(), facts({ code, isUnseen: true, silence }));
    expect(silent.status).toBe("fixed");
    expect(silent.text).toContain("Loose Ends raised it, looked again and no longer does");
    expect(statusOf(aProblem({ settled: "fixed" }), facts({ code, isUnseen: true })).status).toBe("fixed");
  });
});

describe("a problem that is met again and not kept", () => {
  const met = (ruling: object) => ({ matchedElsewhere: [{ ...aCluster({ id: "X1" }), ruling } as RuledCluster] });

  test("was raised where it went to another section or is not for this change", () => {
    for (const ruling of [
      { kind: "route", to: "design", because: "said" },
      { kind: "drop", reason: "out-of-scope", because: "said" },
    ]) {
      const changed = statusOf(aProblem(), facts({ code: changedBy(fix), ...met(ruling) }));
      expect(changed.status).toBe("partly-fixed");
      expect(changed.text).toMatch(/raised again as X1 \((?:under "design"|dropped: out-of-scope)\)/);
      expect(statusOf(aProblem(), facts(met(ruling))).status).toBe("open");
    }
  });

  test("is told to have been raised where what was said was refuted", () => {
    const found = statusOf(
      aProblem(),
      facts({ code: changedBy(fix), ...met({ kind: "drop", reason: "refuted", because: "said" }) }),
    );
    expect(found.status).toBe("fixed");
    expect(found.text).toContain("it was raised again as X1 (dropped: refuted)");
    expect(found.text).not.toContain("nobody raised it again");
  });
});

test("a declined problem whose code changed since the decision stays declined, and the change is told", () => {
  const problem = aProblem({ decision: aStandingDecision() });
  const found = statusOf(problem, facts({ codeSinceDecision: changedBy(fix) }));
  expect(found.status).toBe("declined");
  expect(found.text).toContain("its code changed since the decision, by 1a2b3c4 (Stop at 410)");
  expect(statusOf(problem, facts({ code: changedBy(fix), codeSinceDecision: aState() })).text).not.toContain("changed");
});
