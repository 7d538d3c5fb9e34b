import { describe, expect, test } from "vitest";
import { readClaims } from "#steps/ground-findings/claims/read-claims.ts";

const read = (title: string, body = "") => readClaims({ title, body }).map(({ claim, subject }) => [claim, subject]);

describe("a flat claim is read", () => {
  test.each([
    ["`retryLimit` is never called", "unused", "retryLimit"],
    ["`Relay.retryLimit()` is not used anywhere", "unused", "Relay.retryLimit()"],
    ["`retryLimit` is unused, remove it", "unused", "retryLimit"],
    ["`retryLimit` has no callers", "unused", "retryLimit"],
    ["Nothing calls `retryLimit`.", "unused", "retryLimit"],
    ["The `retryLimit` constant is defined but never used", "unused", "retryLimit"],
    ["Unused helper `retryLimit`", "unused", "retryLimit"],
    ["`retryLimit` is no longer used in the codebase", "unused", "retryLimit"],
    ["No test covers `retryLimit`", "untested", "retryLimit"],
    ["No unit tests for the new `retryLimit` function.", "untested", "retryLimit"],
    ["`retryLimit` is not covered by any test", "untested", "retryLimit"],
    ["`retryLimit` is untested", "untested", "retryLimit"],
    ["Missing tests for `retryLimit`", "untested", "retryLimit"],
    ["`--retry-limit` is not documented", "undocumented", "--retry-limit"],
    ["`RETRY_LIMIT` is missing from the docs", "undocumented", "RETRY_LIMIT"],
    ["There is no documentation for `RETRY_LIMIT`.", "undocumented", "RETRY_LIMIT"],
  ])("%s", (title, claim, subject) => expect(read(title)).toEqual([[claim, subject]]));

  test("of two things at once", () => {
    expect(read("No unit tests for `retryLimit` or `nextDelay`")).toEqual([
      ["untested", "retryLimit"],
      ["untested", "nextDelay"],
    ]);
  });

  test("in prose that is broken into lines, and once however often it is made", () => {
    const body = "It seems that `retryLimit` is\nnever called. Nothing calls `retryLimit`.\n";
    expect(read("", body)).toEqual([["unused", "retryLimit"]]);
  });
});

describe("another claim is left alone", () => {
  test.each([
    "`close()` is never called when the request fails",
    "`close` is not called on the error path",
    "`close` is never called with a timeout",
    "If `retryLimit` is not used, the default holds",
    "Ensure `retryLimit` is never called.",
    "The parameter `limit` is unused",
    "The return value of `deliver` is not used",
    "No test covers the case where `retryLimit` is zero",
    "No test for `retryLimit` being zero",
    "`retryLimit` is called twice",
    "retryLimit is never called",
    "`a b c` is never called",
    "`x` is never called",
  ])("%s", (title) => expect(read(title)).toEqual([]));

  test("in a code block", () => expect(read("", "```\n// `retryLimit` is never called.\n```\n")).toEqual([]));
});

// Quadratic work would not end here.
test.each(["`a", "`abc` is ", "no test for ", "`abc` is not ", "the new ", " ", "`a` and "])(
  "a megabyte of %j is read to its end",
  (part) => expect(() => read(part.repeat(3000), part.repeat(Math.ceil(1e6 / part.length)))).not.toThrow(),
);
