import * as fc from "fast-check";
import { expect, test } from "vitest";
import { splitAssessment } from "#steps/merge-observations/split-assessment.ts";

const check = (text: string, points: readonly string[]): void =>
  expect(splitAssessment(text).map((point) => point.text)).toEqual(points);

test("paragraphs are points", () => check("One\nline.\n\nTwo.", ["One\nline.", "Two."]));
test("items of the outer list are points, with what stands below them", () =>
  check("- One\n  - deeper\n\n  more\n- Two", ["One\n  - deeper\n\n  more", "Two"]));
test("text at the margin behind a list is a point of its own", () =>
  check("1. One\n2. Two\n\nAll.", ["One", "Two", "All."]));
test("a heading and a line that leads to a list are none", () => check("### Unit\n\nMissing:\n- One", ["One"]));
test("words with a colon and no list are a point", () =>
  check("To be said:\n\nall of it.", ["To be said:", "all of it."]));
test("a list in a fence is code", () => check("One:\n```\n- a\n- b\n```", ["One:\n```\n- a\n- b\n```"]));
test("an open fence is closed", () => check("- One\n  ```\n  code", ["One\n  ```\n  code\n  ```"]));
test("nothing to say is no point", () => check("None.\n\n---\n\n*(none)*", []));
test("the lead is told", () =>
  expect(splitAssessment("Not covered:\n\n- One\n\nAll.").map(({ lead }) => lead)).toEqual(["Not covered:", ""]));

test("every word outside of headings, leads and rules is in a point, in order", () => {
  const line = fc.tuple(fc.constantFrom("", "- ", "  - ", "2. ", "    "), fc.stringMatching(/^[a-m]{1,8}$/));
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.constant(["", ""])), { maxLength: 12 }), (lines) => {
      const words = lines.map(([, word]) => word).filter((word) => word !== "");
      const text = lines.map((parts) => parts.join("")).join("\n");
      const told = splitAssessment(text).flatMap((point) => point.text.match(/[a-m]+/g) ?? []);
      expect(told).toEqual(words);
    }),
  );
});
