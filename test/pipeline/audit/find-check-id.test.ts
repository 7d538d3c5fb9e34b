import { expect, test } from "vitest";
import { findCheckId } from "#pipeline/audit/find-check-id.ts";

const known = { ids: ["one", "one/same", "one/other", "two", "two/same"], removed: ["two/other", "two/gone"] };

test("a name that two reviewers use lists both checks", () => {
  expect(() => findCheckId("same", known)).toThrow(/more than one check "same": one\/same and two\/same/);
  expect(findCheckId("two/same", known)).toBe("two/same");
});

test("a check that exists comes before a removed one of the same name", () => {
  expect(findCheckId("other", known)).toBe("one/other");
  expect(() => findCheckId("gone", known)).toThrow(/two\/gone was removed/);
});
