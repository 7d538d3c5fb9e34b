import { expect, test } from "vitest";
import type { ReviewerRun } from "#model/panel/reviewer.ts";
import { describeWork } from "#steps/build-report/describe-work.ts";
import { aReview, aReviewer, aRun, type Over } from "../../helpers/builders.ts";

const program = { name: "Claude Code" };

function factsOf(...runs: Over<ReviewerRun>[]): readonly string[] {
  const review = aReview({ reviewers: [aReviewer()], runs: runs.map(aRun), findings: [] });
  return describeWork(review, aReviewer()).facts;
}

test("names program, version, the model that answered, tokens, cost and isolation", () => {
  expect(
    factsOf({
      program: { name: "Claude Code", version: "2.1.325" },
      model: "claude-sonnet-4-5",
      usage: { inputTokens: 1400, cachedTokens: 200, outputTokens: 34, reasoningTokens: 8, costUsd: 0.0113 },
      isolation: { level: "process", note: "bubblewrap is not installed" },
    }),
  ).toEqual([
    "Claude Code 2.1.325",
    "answered by claude-sonnet-4-5",
    "1,400 tokens in (200 cached), 34 out (8 reasoning)",
    "$0.011",
    "no system sandbox (bubblewrap is not installed)",
  ]);
});

test("unknown is not zero, and zero is not unknown", () => {
  expect(factsOf({ program })).toEqual(["Claude Code", "tokens unknown", "cost unknown"]);
  expect(factsOf({ usage: { outputTokens: 7, costUsd: 0 } })).toEqual(["7 tokens out", "$0.00"]);
});

test("passes are added up; where one does not tell, it is at least so much", () => {
  expect(factsOf({ usage: { inputTokens: 10, costUsd: 1 } }, { pass: 2, usage: { inputTokens: 5 } })).toEqual([
    "15 tokens in",
    "at least $1.00",
  ]);
});

test("of an analyzer, and of a run that nobody watched, no cost is spoken of", () => {
  const analyzer = aReviewer({ kind: "analyzer" });
  expect(describeWork(aReview({ reviewers: [analyzer], findings: [] }), analyzer).facts).toEqual([]);
  expect(factsOf({})).toEqual([]);
});

test("the model that was asked for is not named again", () => {
  expect(factsOf({ model: "Opus 4.7", usage: { costUsd: 2 } })).toEqual(["tokens unknown", "$2.00"]);
});

test("what happened several times is said once, and a partial run never passes as whole", () => {
  const denied = { kind: "denied", text: "tried to write a.ts" } as const;
  const incidents = (runs: Over<ReviewerRun>) =>
    describeWork(aReview({ reviewers: [aReviewer()], runs: [aRun(runs)], findings: [] }), aReviewer()).incidents;
  expect(incidents({ incidents: [denied, denied] })).toEqual([{ ...denied, times: 2 }]);
  expect(incidents({ isPartial: true })).toMatchObject([{ kind: "stopped" }]);
  expect(incidents({ isPartial: true, incidents: [denied] })).toMatchObject([denied, { kind: "stopped" }]);
});

test("of who commented on a pull request, and was never asked, it is not said that they are optional", () => {
  const factsAs = (kind: "person" | "import" | "agent"): readonly string[] => {
    const reviewer = aReviewer({ kind, optional: true });
    return describeWork(aReview({ reviewers: [reviewer], runs: [aRun()], findings: [] }), reviewer).facts;
  };
  expect(factsAs("person")).toEqual([]);
  expect(factsAs("import")).toEqual([]);
  expect(factsAs("agent")).toContain("optional");
});
