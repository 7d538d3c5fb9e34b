import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareRanks, numberProblems } from "#steps/judge/number-problems.ts";
import { rungs } from "#model/panel/evidence-ladder.ts";
import { SEVERITIES } from "#model/severity.ts";
import { aCluster, aFinding, aReviewer } from "../../helpers/builders.ts";

type ProblemRank = Parameters<typeof compareRanks>[0];

const usual: ProblemRank = {
  severity: "important",
  rung: "quoted",
  families: 1,
  place: { path: "b.ts", start: 10, end: 10 },
  title: "It breaks",
};

describe("the order of problems", () => {
  test.each<[string, Partial<ProblemRank>, Partial<ProblemRank>]>([
    ["severity before evidence", { severity: "critical", rung: "unsupported" }, { rung: "shown" }],
    ["evidence before agreement", { rung: "checked" }, { families: 3 }],
    ["agreement before place", { families: 2 }, { place: { path: "a.ts" } }],
    ["path before line", { place: { path: "a.ts", start: 90 } }, { place: { path: "b.ts", start: 1 } }],
    ["line before title", { place: { path: "b.ts", start: 9 }, title: "Z" }, { title: "A" }],
    ["a place before none", { title: "Z" }, { place: undefined, title: "A" }],
    ["title at last", { title: "A" }, { title: "Z" }],
  ])("%s", (_, first, second) => {
    const [one, other] = [
      { ...usual, ...first },
      { ...usual, ...second },
    ];
    expect(compareRanks(one, other)).toBeLessThan(0);
    expect(compareRanks(other, one)).toBeGreaterThan(0);
  });

  test("is the same whatever the order of the input", () => {
    const rank = fc.record({
      severity: fc.constantFrom(...SEVERITIES),
      rung: fc.constantFrom(...rungs),
      families: fc.integer({ min: 1, max: 3 }),
      place: fc.option(fc.record({ path: fc.constantFrom("a", "b"), start: fc.integer({ min: 1, max: 3 }) }), {
        nil: undefined,
      }),
      title: fc.constantFrom("A", "B"),
    });
    fc.assert(
      fc.property(fc.array(rank, { maxLength: 12 }), (ranks) => {
        expect(ranks.toReversed().sort(compareRanks)).toEqual(ranks.toSorted(compareRanks));
      }),
    );
  });
});

test("reviewers of one family count once, and every fate has its own numbers", () => {
  const findings = ["claude:I1", "opus:I1", "codex:I1", "gemini:I1", "gemini:I2"].map((id) => aFinding({ id }));
  const reviewers = [
    aReviewer({ id: "claude", family: "anthropic" }),
    aReviewer({ id: "opus", family: "anthropic" }),
    aReviewer({ id: "codex", family: "openai" }),
    aReviewer({ id: "gemini", family: "google" }),
  ];
  const credits = (...ids: string[]) => ({ credits: ids.map((reviewer) => ({ reviewer })) });
  const clusters = [
    aCluster({
      id: "X9",
      members: ["gemini:I2"],
      ruling: { kind: "drop", reason: "withdrawn", because: "taken back" },
    }),
    aCluster({ id: "I7", members: ["claude:I1", "opus:I1"], ...credits("claude", "opus") }),
    aCluster({ id: "I8", members: ["gemini:I1", "codex:I1"], ...credits("gemini", "codex") }),
  ];
  const problems = clusters.map((problem) => ({ ...problem, speaker: problem.members[0]!.finding }));
  const numbered = numberProblems(problems, { raised: findings.map((finding) => ({ finding })), reviewers });
  expect(numbered.map(({ id, members }) => [id, members[0]?.finding])).toEqual([
    ["I1", "gemini:I1"],
    ["I2", "claude:I1"],
    ["X1", "gemini:I2"],
  ]);
});
