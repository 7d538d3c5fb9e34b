import { expect, test } from "vitest";
import { isCommentedCode } from "#reviewers/analyzer/loose-ends/text/commented-code.ts";

test.each([
  "  // return {unwrap(value), order_tag()};",
  "// const limit = retryLimit",
  "# limit = retry_limit(3)",
  "# retry_limit()",
  "// if (retryLimit > 3) {",
  "// public async Task retry_limit()",
])("%j was code", (line) => {
  expect(isCommentedCode(line, "typescript")).toBe(true);
});

test.each([
  "// Calls retryLimit() first.",
  "// retryLimit is read once; orderLimit is not",
  "// if retryLimit is reached, the order is lost",
  "/// let x = retry_limit();",
  " * const x = retryLimit();",
  "Set `retryLimit = 3`;",
])("%j is text for people", (line) => {
  expect(isCommentedCode(line, "typescript")).toBe(false);
});

test("markup that was switched off is code too", () => {
  expect(isCommentedCode('<div [class]="retryLimit">', "html")).toBe(true);
  expect(isCommentedCode("     'order': a === b && retryLimit,", "html")).toBe(true);
  expect(isCommentedCode("<!-- The retryLimit is shown below. -->", "html")).toBe(false);
});
