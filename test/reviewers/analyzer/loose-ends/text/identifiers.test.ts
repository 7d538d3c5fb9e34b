import { expect, test } from "vitest";
import { isCompound, namesIt, identifierWords, spellings } from "#reviewers/analyzer/loose-ends/text/identifiers.ts";

test.each(["retryLimit", "retry_limit", "RetryLimit", "ORDER_LIMIT", "HTTPServer"])("%s cannot be prose", (name) => {
  expect(isCompound(name)).toBe(true);
});

test.each(["retry", "Retry", "RETRY", "_retry", "id_x", "README"])("%s could be prose", (name) => {
  expect(isCompound(name)).toBe(false);
});

test("a name falls into its words, abbreviations too", () => {
  expect(identifierWords("maxHTTPRetries_total")).toEqual(["max", "http", "retries", "total"]);
});

test("a dashed name is known by what code calls it", () => {
  expect(spellings("dry-run")).toEqual(["dryRun", "DryRun", "dry_run", "DRY_RUN"]);
});

test.each([
  ["call `retryLimit` first", true],
  ["client.retryLimit()", true],
  ["see docs/retryLimit.md", false],
  ["https://example.org/retryLimit", false],
  ["maxRetryLimit and retryLimits", false],
  ["retryLimit-old, then retryLimit", true],
])("%s", (line, expected) => {
  expect(namesIt(line, "retryLimit")).toBe(expected);
});
