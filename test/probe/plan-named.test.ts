import { describe, expect, test } from "vitest";
import { findingId, reviewerId } from "#model/ids.ts";
import { dedupeBreaks, groupSurvivors, planMutations, planNamed, type ReviewerText } from "#probe/plan-breaks.ts";
import { applyWithGit, openFile } from "../helpers/probe-files.ts";

const HEAD = "export function drain(a, b) {\n  if (a > b) return;\n  run(a);\n  stop(b);\n}\n";
const BLOCK = "```diff mutation\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -3,2 +3,1 @@\n-  run(a);\n   stop(b);\n```";

const said = (text: string, reviewer = "ada", label?: string): ReviewerText => ({
  by: {
    reviewer: reviewerId(reviewer),
    finding: label === undefined ? undefined : findingId(reviewerId(reviewer), label),
  },
  text,
});

async function named(...texts: ReviewerText[]) {
  return planNamed([await openFile("src/a.ts", HEAD)], texts);
}

describe("breaks in blocks", () => {
  test("a patch of the head is made", async () => {
    const { planned, unmade } = await named(said(`It must run.\n\n${BLOCK}`, "ada", "I1"));
    expect(unmade).toEqual([]);
    expect(planned).toMatchObject([
      {
        contents: HEAD.replace("  run(a);\n", ""),
        break: {
          kind: "named",
          symbol: "drain",
          line: 3,
          text: "`run(a);` removed",
          namedBy: [{ reviewer: "ada", finding: "ada:I1" }],
        },
      },
    ]);
    expect(planned.map((each) => applyWithGit(each, HEAD))).toEqual([HEAD.replace("  run(a);\n", "")]);
  });

  test("in a list, without headers, with wrong lines: the code says where it belongs", async () => {
    const indented = BLOCK.replace("-3,2 +3,1", "-90,2 +90,1").replaceAll(/^/gm, "   ");
    expect((await named(said(`1. It must run.\n\n${indented}`))).planned).toHaveLength(1);
    const bare = { ...said("```mutation\n-  run(a);\n+  run(b);\n```"), locations: [{ path: "src/a.ts" }] };
    expect((await named(bare)).planned[0]?.contents).toBe(HEAD.replace("run(a)", "run(b)"));
  });

  test("equal breaks are made once, and have all authors", async () => {
    const { planned } = await named(said(BLOCK, "ada"), said(BLOCK, "bob"), said(BLOCK, "ada"));
    expect(planned.map(({ break: { namedBy } }) => namedBy)).toEqual([[{ reviewer: "ada" }, { reviewer: "bob" }]]);
  });

  test.each([
    ["the patch does not apply to the head", BLOCK.replace("run(a)", "run(c)")],
    ["the file is no changed source", BLOCK.replaceAll("src/a.ts", "src/b.ts")],
    ["the patch names no file", "```mutation\n-  run(a);\n```"],
    [
      "the patch changes several files",
      BLOCK.replace("```\n", "```\n").replace(/```$/, "--- a/src/b.ts\n+++ b/src/b.ts\n@@ -1 +1 @@\n-a\n+b\n```"),
    ],
    ["the block holds no patch", "```mutation\nremove the loop\n```"],
    ["the file does not parse with it, or stays the same", BLOCK.replace("-  run(a);", "-  run(a);\n+  run(a;")],
  ])("%s: that is said", async (why, text) => {
    const { planned, unmade } = await named(said(text));
    expect(planned).toEqual([]);
    expect(unmade.map((each) => each.why)).toEqual([why]);
  });

  test("no other block is a break", async () => {
    expect(await named(said("```diff\n-  run(a);\n+  run(b);\n```\n\n```ts\nrun(a);\n```"))).toEqual({
      planned: [],
      unmade: [],
    });
  });
});

describe("breaks in sentences", () => {
  test("the mutations of the place that it names", async () => {
    const { planned } = await named(
      said("1. Nothing is stopped (`src/a.ts:4`). Breaking it on purpose would not be noticed."),
    );
    expect(planned.map(({ break: { kind, operator, line } }) => [kind, operator, line])).toEqual([
      ["named", "call-removed", 4],
    ]);
  });

  test.each([
    "Removing the guard would go unnoticed.",
    "No test would fail if the call were removed.",
    "The suite stays green when `run` is removed.",
    "Inverting the condition survives.",
    "Breaking the loop on purpose would not be noticed.",
  ])("without a place it is counted as not made: %s", async (text) => {
    expect((await named(said(text))).unmade).toEqual([
      { by: { reviewer: "ada" }, text, path: undefined, line: undefined, why: "the sentence names no place" },
    ]);
  });

  test.each([
    "The tests pass.",
    "Remove the guard.",
    "The change removes the limit, and the tests were changed.",
    "No test covers it.",
  ])("is none: %s", async (text) => {
    expect(await named(said(text))).toEqual({ planned: [], unmade: [] });
  });
});

test("equal results of all kinds are one break", async () => {
  const file = await openFile("src/a.ts", HEAD);
  const own = planMutations([file]);
  const { planned } = planNamed([file], [said(BLOCK)]);
  const all = dedupeBreaks([...own, ...planned]);
  expect(all).toHaveLength(own.length);
  expect(all.filter(({ break: { namedBy } }) => namedBy !== undefined).map(({ break: { kind } }) => kind)).toEqual([
    "mutation",
  ]);
});

test("survivors of one function are one group; at most five groups, the rest is counted", () => {
  const survivor = (symbol: string | undefined, rank: number) => ({
    rank,
    break: {
      kind: "mutation" as const,
      path: "a.ts",
      line: 1,
      endLine: 1,
      text: "",
      diff: "",
      ...(symbol !== undefined && { symbol }),
    },
  });
  const { groups, further } = groupSurvivors([
    survivor("a", 9),
    survivor("b", 2),
    survivor("a", 1),
    survivor(undefined, 3),
    survivor("d", 5),
    survivor("e", 6),
    survivor("f", 7),
    survivor("f", 8),
  ]);
  expect(groups.map(({ symbol, survivors }) => [symbol, survivors.map(({ rank }) => rank)])).toEqual([
    ["a", [1, 9]],
    ["b", [2]],
    [undefined, [3]],
    ["d", [5]],
    ["e", [6]],
  ]);
  expect(further).toEqual({ groups: 1, survivors: 2 });
});
