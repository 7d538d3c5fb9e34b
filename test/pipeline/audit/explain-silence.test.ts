import { expect, test } from "vitest";
import { explainPlace, findPlace, mayBePath } from "#pipeline/audit/explain-silence.ts";
import { aReview, aScope } from "../../helpers/builders.ts";
import { aPrevious } from "../../helpers/third-round.ts";

const review = aReview({
  scope: aScope({ files: [{ path: "src/queue.ts", change: "modified" }] }),
  previous: [
    aPrevious(1, "C1", {
      title: "`drain` posts `undefined`",
      status: "open",
      text: "Its code is unchanged.",
      locations: [{ path: "src/queue.ts", start: 8, end: 9 }],
    }),
    aPrevious(1, "I1", {
      title: "Old",
      status: "unknown",
      text: "Nobody looked.",
      locations: [{ path: "src/old.ts" }],
    }),
  ] as never,
});

test("an earlier finding is named where it stands, and only there", () => {
  const at = (line: number): string => explainPlace(review, { path: "src/queue.ts", line }).join("\n");
  expect(at(8)).toContain("R1.C1  `drain` posts `undefined`  src/queue.ts:8-9  open: Its code is unchanged.");
  expect(at(8)).not.toContain("anything to consider");
  expect(at(20)).toContain("No check or reviewer had anything to consider here.");
});

test("a file that only an earlier finding is about is not called read", () => {
  const place = findPlace(review, "src/old.ts:3");
  expect(place).toEqual({ path: "src/old.ts", line: 3 });
  expect(explainPlace(review, place!).join("\n")).toMatch(/Not part of the reviewed change\.[^]*R1\.I1/);
});

test.each([
  ["nope.ts:3", true],
  ["src/nope", true],
  ["nope.ts", true],
  ["I9", false],
  ["r1.c1", false],
  ["R2.I7", false],
  ["claude:I1", false],
  ["20261102-091500-pr-42.I3", false],
])("%s looks like a path: %s", (asked, isPath) => expect(mayBePath(asked)).toBe(isPath));
