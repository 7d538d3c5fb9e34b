import { describe, expect, test } from "vitest";
import type { RuledCluster } from "#model/cluster.ts";
import { clusterId } from "#model/ids.ts";
import { describePrevious, type PreviousFacts } from "#steps/history/status/describe-previous.ts";
import type { RoundPanel } from "#steps/history/status/who-looked.ts";
import { aCluster, aFailedRun, aReviewer, aRun } from "../../../helpers/builders.ts";
import { aProblem, aState, changedBy, fix, TODAY } from "../problems.ts";

const problem = aProblem();
const match = { of: problem.ref, tier: "exact" as const, confidence: 1, because: "said" };
const panel: RoundPanel = {
  reviewers: [aReviewer()],
  runs: [aRun()],
  checks: [],
  switchedOff: [],
  files: ["src/deliver.ts"],
  listed: [],
  readings: [],
};
const previous = (over: Partial<PreviousFacts> = {}) =>
  describePrevious({
    history: { problems: [problem], codeOf: () => changedBy(fix), codeSinceDecision: () => changedBy(fix) },
    matches: { match: () => ({ match, problem }) },
    clusters: [],
    verdicts: [],
    elsewhere: new Map(),
    panel,
    today: TODAY,
    ...over,
  })[0];

test("changed code is fixed when a reader ended and said nothing, and unknown when all failed", () => {
  expect(previous()?.status).toBe("fixed");
  expect(previous({ panel: { ...panel, runs: [aFailedRun()] } })?.status).toBe("unknown");
});

test("what was met again and went to another section is not called silent", () => {
  const routed: RuledCluster = { ...aCluster({ id: "X1" }), ruling: { kind: "route", to: "testing", because: "said" } };
  const found = previous({ clusters: [routed] });
  expect(found).toMatchObject({ status: "partly-fixed" });
  expect(found?.text).toContain('X1 (under "testing")');
  expect(found).not.toHaveProperty("raisedAgain");
});

describe("what was said of a problem and joined with another", () => {
  const own = { ...problem, reviewers: ["lint"] };
  const other = { ...aProblem(), ref: { ...problem.ref, cluster: clusterId("I9") } };
  // The cluster is the other problem; its second finding, by itself, is this one.
  const matches: PreviousFacts["matches"] = {
    match: ({ members }) => {
      const found = members.length === 1 && members[0]?.finding === "lint:I2" ? own : other;
      return { match: { ...match, of: found.ref }, problem: found };
    },
  };
  const analyzer = aReviewer({ id: "lint", name: "Hazard Lint", kind: "analyzer" });
  const joined = (ruling: RuledCluster["ruling"]) =>
    previous({
      history: { problems: [own], codeOf: () => aState(), codeSinceDecision: () => aState() },
      matches,
      panel: { ...panel, reviewers: [analyzer], runs: [aRun({ reviewer: "lint" })] },
      clusters: [{ ...aCluster({ id: "X1", members: ["lint:I1", "lint:I2"] }), ruling }],
    });

  test("is not fixed where the other was dropped, for whatever reason", () => {
    for (const reason of ["declined-earlier", "refuted", "out-of-scope"] as const) {
      const found = joined({ kind: "drop", reason, because: "said" });
      expect(found?.status).toBe("open");
      expect(found?.text).toContain(`raised again as a part of X1 (another problem; dropped: ${reason})`);
      expect(found).not.toHaveProperty("raisedAgain");
    }
  });

  test("is not fixed where the other is kept, and is not called the same", () => {
    const found = joined({ kind: "keep", severity: "important", because: "said" });
    expect(found?.status).toBe("open");
    expect(found?.text).toContain("raised again as a part of X1 (another problem)");
    expect(found).not.toHaveProperty("raisedAgain");
  });
});
