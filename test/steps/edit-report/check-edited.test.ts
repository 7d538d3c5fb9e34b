import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEdited } from "#steps/edit-report/use-edited.ts";
import { readEdited } from "#steps/edit-report/read-edited.ts";
import { editedReport } from "./edited-review.ts";

const report = editedReport();

const SUMMARY = [
  "The change adds retries for failed deliveries in `src/deliver.ts` and `src/queue.ts`.",
  "The verdict is Rework: C1 is critical and stands.",
  "The reviewers raised 11 findings; 1 of them was merged, 1 moved and 3 dropped.",
  "After merging 6 findings stand: 1 critical, 2 important and 3 suggestions.",
  "C1 says that a 410 answer is retried for ever (`src/deliver.ts:40`).",
  "3 of 3 reviewers completed, and 15 files were changed.",
].join(" ");

const RETRO = [
  "**Claude Opus 4.7** raised 7 findings, of which 5 stand. It alone saw C1 and I2. 2 of its findings were dropped.",
  "**Codex GPT 5.5** raised 4 findings. I1 was raised by Claude and Codex. One finding was moved to the design.",
  "The panel agreed on I1, and no finding is contested.",
].join("\n\n");

const textOf = (summary: string, retro: string): string =>
  `## Executive Summary\n\n${summary}\n\n## Agent Performance Retro\n\n${retro}\n`;

function check(summary: string, retro = ""): string[] {
  const read = readEdited(textOf(summary, retro), report.review.reviewers);
  return read.ok ? checkEdited(read.edited, report) : [read.why];
}

test("a text that keeps to the record holds", () => {
  expect(check(SUMMARY, RETRO)).toEqual([]);
});

test("every sentence that the program itself writes on a reviewer holds, and only for that reviewer", () => {
  for (const { reviewer, said } of report.retro) {
    expect(check("C1 stands.", `**${reviewer.name}** ${said}`)).toEqual([]);
  }
  const [claude] = report.retro;
  expect(check("C1 stands.", `**Codex** ${claude?.said}`)).not.toEqual([]);
  expect(check(`The panel ${claude?.said}`)).not.toEqual([]);
});

test("the pull request, the round and what its titles say may be named", () => {
  expect(check("PR 42 is in round 1. A 410 answer is retried.")).toEqual([]);
  expect(check("PR 43 is in round 2.")).toHaveLength(2);
});

describe("a text does not hold", () => {
  test.each([
    ["it names I9, which does not exist", "I9 stands."],
    ["it names claude:S9, which does not exist", "It began with claude:S9."],
    ["it names E4, which does not exist", "See E4."],
    ["raised 12 findings", "The reviewers raised 12 findings."],
    ["twelve findings", "The reviewers raised twelve findings."],
    ["3 important findings", "3 important findings stand."],
    ["no important findings", "There are no important findings."],
    ["one important finding", "Only one important finding stands."],
    ["40% of the", "40% of the findings stand."],
    ["2 of 3 reviewers", "2 of 3 reviewers completed."],
    ["4 reviewers", "3 of 4 reviewers completed."],
    ["16 files", "The change touches 16 files."],
    ["a 411 answer", "A 411 answer is retried for ever."],
    ["it calls I1 critical, which is important", "The critical I1 decides."],
    ["it calls C1 important, which is critical", "C1 is important and stands."],
    ["it names src/other.ts, which the record does not", "The problem is in `src/other.ts`."],
    ["it names src/deliver.ts:99, which the record does not", "It is at `src/deliver.ts:99`."],
    ["it puts C1 at src/queue.ts:48, which is not its place", "C1 is at `src/queue.ts:48`."],
    ["it puts C1 at src/queue.ts, which is not its place", "C1 is in src/queue.ts."],
    ["it says that Codex raised C1, which it did not", "Codex found C1."],
    ["it says that Codex raised I2, which it did not", "I2 was raised by Claude and Codex."],
    ["it names Copilot, who is not on the panel", "Copilot agreed."],
    ['it calls the verdict "merge with fixes", which is "Rework"', "The verdict is merge with fixes."],
  ])("when %s", (fault, summary) => {
    expect(check(summary).join("; ")).toContain(fault);
  });

  test("when a reviewer's paragraph gives another reviewer's figure", () => {
    expect(check("C1 stands.", "**Codex** raised 7 findings.").join()).toContain("raised 7 findings");
    expect(check("C1 stands.", "**Codex** raised 4 findings.")).toEqual([]);
  });
});

describe("any change to a text that holds is seen", () => {
  const whole = textOf(SUMMARY, RETRO);
  const checkWhole = (text: string): string[] => {
    const read = readEdited(text, report.review.reviewers);
    return read.ok ? checkEdited(read.edited, report) : [read.why];
  };
  const spots = (pattern: RegExp) => [...whole.matchAll(pattern)].map((match) => ({ at: match.index, text: match[0] }));
  const put = (at: number, old: string, text: string): string =>
    whole.slice(0, at) + text + whole.slice(at + old.length);

  // Not the versions in the reviewers' names.
  const numbers = spots(/(?<![\w.:`-])\d+(?![\w.:`-])/g);

  test.each(numbers)("of the number $text at $at", ({ at, text }) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), (other) => {
        // What the record gives for the same thing is right, too: 7 raw findings in 6 problems are kept.
        fc.pre(String(other) !== text && ![1, 2, 3, 4, 5, 6, 7, 11].includes(other));
        expect(checkWhole(put(at, text, String(other)))).not.toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  test.each(numbers)(
    "by one more or less of the number $text at $at, but for what the record gives too",
    ({ at, text }) => {
      const wrong = [-1, 1].filter((step) => checkWhole(put(at, text, String(Number(text) + step))).length > 0);
      expect(wrong.length).toBeGreaterThan(0);
    },
  );

  test.each(spots(/\b[CI]\d\b/g))("of the id $text at $at", ({ at, text }) => {
    fc.assert(
      fc.property(fc.constantFrom("C", "I", "S", "R", "X", "E"), fc.integer({ min: 4, max: 99 }), (letter, number) => {
        expect(checkWhole(put(at, text, `${letter}${number}`))).not.toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  test.each(spots(/src\/\w+\.ts/g))("of the path $text at $at", ({ at, text }) => {
    expect(checkWhole(put(at, text, "src/elsewhere.ts"))).not.toEqual([]);
  });
});

test("any text is checked, none throws", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "## Executive Summary\n",
      "## Retro\n",
      "**Claude**",
      "C1",
      "raised",
      "7",
      "`src/a.ts:1`",
      "\u0001",
      "\n\n",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(Array.isArray(check(pieces.join(" ")))).toBe(true);
    }),
  );
});
