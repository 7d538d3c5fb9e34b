import { describe, expect, test } from "vitest";
import { groundQuote } from "#steps/ground-findings/quote/ground-quote.ts";

const file = [
  "package relay",
  "",
  "func deliver() {",
  "\tfor {",
  "\t\tretry()",
  "\t}",
  "}",
  "",
  "func stop() {",
  "\tretry()",
  "}",
];

function check(cited: [number, number] | undefined, code: string | undefined, expected: string) {
  const location = { path: "relay.go", ...(cited && { start: cited[0], end: cited[1] }) };
  const grounding = groundQuote(file, location, code === undefined ? undefined : { code });
  const to = grounding.status === "moved" ? ` to ${grounding.to.start}-${grounding.to.end}` : "";
  expect(`${grounding.status}${to}`).toBe(expected);
}

describe("a quote", () => {
  test("at the cited lines is grounded", () => check([3, 6], "func deliver() {\n\tfor {\n\t\tretry()", "grounded"));
  test("with other white space is grounded", () =>
    check([3, 5], "func deliver(){\n    for {\n    retry()", "grounded"));
  test("that leaves lines out is grounded", () => check([3, 7], "func deliver() {\n\t...\n\t}\n}", "grounded"));
  test("that is a part of a line is grounded", () => check([3, 4], "func deliver()", "grounded"));
  test("that is a part of a word is not", () => check([3, 4], "unc deliver() {", "unsupported"));
  test("two lines off is still grounded", () => check([5, 6], "func deliver() {", "grounded"));
  test("elsewhere has moved", () => check([9, 11], "func deliver() {\n\tfor {", "moved to 3-4"));
  test("that stands twice, and not where cited, is ambiguous", () => check([1, 1], "\tretry()", "ambiguous"));
  test("that is invented is unsupported", () => check([3, 6], "func destroy() {", "unsupported"));
  test("without cited lines is looked up in the whole file", () => check(undefined, "func stop() {", "grounded"));
});

test("lines beyond the end of the file are unsupported", () => check([40, 41], undefined, "unsupported"));
test("lines that exist without a quote are unchecked", () => check([3, 6], undefined, "unchecked"));
test("a quote of nothing but an ellipsis is unchecked", () => check([3, 6], "// ...", "unchecked"));
