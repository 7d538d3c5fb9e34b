import { describe, expect, test } from "vitest";
import { clusterId } from "#model/ids.ts";
import { previousFindingSchema } from "#model/rounds/lineage.ts";
import { type StatusFacts, statusOf } from "#steps/trace-rounds/status-of.ts";
import { aReviewer } from "../../helpers/builders.ts";
import { aProblem, aRef, aState, aStandingDecision, aVerdict, changedBy, fix, TODAY } from "./problems.ts";

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
    const found = statusOf(aProblem({ settled: "fixed" }), facts({ code: aState({ broughtBack: { commit } }) }));
    expect(found.status).toBe("open");
    expect(found.text).toBe(
      'It was fixed; its code stands again as it was, brought back by 9f8e7d6 (Revert "Stop at 410").',
    );
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
    expect(over).not.toHaveProperty("decision");
    expect(over.text).toContain("has run out");
  });

  test("that it is fixed is believed unless it is raised again or its code comes back", () => {
    const problem = aProblem({ decision: aStandingDecision({ kind: "fixed" }) });
    expect(statusOf(problem, facts()).status).toBe("fixed");
    expect(statusOf(problem, facts({ raisedAgain: again })).status).toBe("open");
    expect(statusOf(problem, facts({ raisedAgain: again, code: changedBy(fix) })).status).toBe("partly-fixed");
    expect(statusOf(problem, facts({ code: aState({ broughtBack: { commit: fix } }) })).status).toBe("open");
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

  test("changes nothing without evidence that stands, and is told", () => {
    expect(of(aState(), aVerdict()).status).toBe("open");
    expect(of(aState(), aVerdict({ isGrounded: false })).text).toContain("does not count");
    expect(of(changedBy(fix), aVerdict({ closes: "no" })).status).toBe("fixed");
    expect(of(changedBy(fix), aVerdict({ ...grounded, closes: "cannot-tell" })).status).toBe("fixed");
  });

  test("beats changed code when it says no with evidence", () => {
    expect(of(changedBy(fix), aVerdict({ ...grounded, closes: "no" })).status).toBe("open");
    expect(of(changedBy(fix), aVerdict({ ...grounded, closes: "partly" })).status).toBe("partly-fixed");
    const gone = aState({ kind: "gone", isMaterial: true });
    expect(of(gone, aVerdict({ ...grounded, closes: "no" })).status).toBe("open");
  });

  test("counts where one has evidence and the other has none", () => {
    const loose = aVerdict({ reviewer: "codex", closes: "no" });
    expect(of(aState(), aVerdict(grounded), loose).status).toBe("fixed");
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
