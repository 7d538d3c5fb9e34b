import { describe, expect, test } from "vitest";
import type { Grounding } from "#model/grounding.ts";
import type { DiffHunk } from "#model/change/change.ts";
import { placeFinding } from "#steps/plan-publication/place-finding.ts";
import { aRound, groundedAs, type Problem, SCOPE } from "./publishable.ts";

function placed(problem: Omit<Problem, "id">, grounding?: Grounding, hunks?: readonly DiffHunk[]): string {
  const groundings = grounding === undefined ? undefined : [groundedAs("I1", grounding)];
  const report = aRound([{ id: "I1", ...problem }], { groundings });
  const [finding] = report.kept;
  if (finding === undefined) return "no finding";
  const placement = placeFinding({ report, ...(hunks && { hunks }) }, finding);
  if ("why" in placement) return placement.why;
  const { path, start, end, side } = placement.at;
  return `${path}:${start}-${end} ${side}`;
}

describe("a comment stands at lines that the diff shows", () => {
  test.each([
    ["inside a hunk", { start: 41, end: 48 }, "src/deliver.ts:41-48 RIGHT"],
    ["at its first line of context", { start: 35 }, "src/deliver.ts:35-35 RIGHT"],
    ["at its last line of context", { start: 60 }, "src/deliver.ts:60-60 RIGHT"],
    ["one line before", { start: 34 }, "its lines are not in the diff"],
    ["one line behind", { start: 61 }, "its lines are not in the diff"],
    ["a range that begins before is cut", { start: 20, end: 40 }, "src/deliver.ts:35-40 RIGHT"],
    ["a range that ends behind has no line to stand at", { start: 50, end: 70 }, "its lines are not in the diff"],
    ["a range over two hunks stands in the one it ends in", { start: 50, end: 110 }, "src/deliver.ts:106-110 RIGHT"],
    ["a file that is gone", { path: "src/old.ts", start: 3, end: 5 }, "src/old.ts:3-5 LEFT"],
    ["a file that did not change", { path: "src/other.ts" }, "its lines are not in the diff"],
    ["the old name of a renamed file", { path: "src/was.ts", start: 12 }, "src/now.ts:12-12 LEFT"],
    ["the new name of a renamed file", { path: "src/now.ts", start: 14 }, "src/now.ts:14-14 RIGHT"],
    ["a shortened path", { path: "deliver.ts", start: 41 }, "src/deliver.ts:41-41 RIGHT"],
  ])("%s", (_, problem, expected) => {
    expect(placed(problem)).toBe(expected);
  });

  test("where the quoted code was found, not where it was cited", () => {
    const at = { path: "src/deliver.ts", start: 44, end: 45 };
    expect(placed({ start: 200 }, { status: "grounded", at, why: "-" })).toBe("src/deliver.ts:44-45 RIGHT");
    expect(placed({ start: 200 }, { status: "moved", to: { start: 50, end: 50 }, why: "-" })).toBe(
      "src/deliver.ts:50-50 RIGHT",
    );
  });
  test("a second place, where the first is not in the diff", () => {
    const locations = [
      { path: "src/other.ts", start: 1, end: 1 },
      { path: "src/deliver.ts", start: 50, end: 50 },
    ];
    expect(placed({ finding: { locations } })).toBe("src/deliver.ts:50-50 RIGHT");
  });
  test("a finding without lines, or without a file, says so", () => {
    expect(placed({ finding: { locations: [{ path: "src/deliver.ts" }] } })).toBe("it names no line");
    expect(placed({ finding: { locations: [] } })).toBe("it names no file");
  });
});

describe("code that the change removed", () => {
  const removed: Grounding = { status: "grounded", why: "the change removed the quoted code" };
  const quotes = [{ code: "  if (gone)\n\n    return;" }];
  const hunks: DiffHunk[] = [
    {
      ...SCOPE.hunks[0]!,
      lines: [
        { kind: "context", text: "start();", old: 39, new: 39 },
        { kind: "removed", text: "if (gone)", old: 40 },
        { kind: "removed", text: "", old: 41 },
        { kind: "removed", text: "  return;", old: 42 },
        { kind: "added", text: "retry();", new: 40 },
      ],
    },
  ];
  test("is pointed at on the side before the change, where the lines are known", () => {
    expect(placed({ start: 41, finding: { quotes } }, removed, hunks)).toBe("src/deliver.ts:40-42 LEFT");
  });
  test("is pointed at where the record says that it stood, in any folder", () => {
    const at = { path: "src/deliver.ts", start: 40, end: 42 };
    expect(placed({ start: 44, finding: { quotes } }, { ...removed, removed: at })).toBe("src/deliver.ts:40-42 LEFT");
    const renamed = { path: "src/now.ts", start: 11, end: 12 };
    expect(placed({ start: 44, finding: { quotes } }, { ...removed, removed: renamed })).toBe("src/now.ts:11-12 LEFT");
  });
  test("is not pointed at among other code, where its lines are not known", () => {
    expect(placed({ start: 41, finding: { quotes } }, removed)).toBe("the removed lines are not known here");
    const outside = { path: "src/deliver.ts", start: 70, end: 70 };
    expect(placed({ start: 41, finding: { quotes } }, { ...removed, removed: outside })).toBe(
      "the removed lines are not known here",
    );
  });
  test("of a file that is gone or had another name is pointed at where it was cited", () => {
    expect(placed({ path: "src/old.ts", start: 3, finding: { quotes } }, removed)).toBe("src/old.ts:3-3 LEFT");
    expect(placed({ path: "src/was.ts", start: 12, finding: { quotes } }, removed)).toBe("src/now.ts:12-12 LEFT");
  });
});
