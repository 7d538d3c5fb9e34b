import { expect, test } from "vitest";
import type { RuledCluster } from "#model/cluster.ts";
import { type PreviousFacts, tellPrevious } from "#pipeline/rounds/tell-previous.ts";
import { aCluster, aFailedRun, aReviewer, aRun } from "../../helpers/builders.ts";
import { aProblem, changedBy, fix, TODAY } from "../../steps/trace-rounds/problems.ts";

const problem = aProblem();
const recognition = { of: problem.ref, tier: "exact" as const, confidence: 1, because: "said" };
const tell = (over: Partial<PreviousFacts> = {}) =>
  tellPrevious({
    story: { problems: [problem], codeOf: () => changedBy(fix), codeSinceDecision: () => changedBy(fix) },
    judged: { meet: () => ({ recognition, problem }) },
    clusters: [],
    verdicts: [],
    elsewhere: new Map(),
    panel: [aReviewer()],
    runs: [aRun()],
    switchedOff: [],
    files: ["src/deliver.ts"],
    listed: [],
    readings: [],
    today: TODAY,
    ...over,
  })[0];

test("changed code is fixed when a reader ended and said nothing, and unknown when all failed", () => {
  expect(tell()?.status).toBe("fixed");
  expect(tell({ runs: [aFailedRun()] })?.status).toBe("unknown");
});

test("what was met again and went to another section is not called silent", () => {
  const routed: RuledCluster = { ...aCluster({ id: "X1" }), ruling: { kind: "route", to: "testing", because: "said" } };
  const found = tell({ clusters: [routed] });
  expect(found).toMatchObject({ status: "partly-fixed" });
  expect(found?.text).toContain("X1 (under «testing»)");
  expect(found).not.toHaveProperty("raisedAgain");
});
