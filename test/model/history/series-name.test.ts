import { expect, test } from "vitest";
import { seriesName, seriesNames } from "#model/history/series-name.ts";

const pullRequest = { number: 42 };

test("a series is called by its pull request before its branch", () => {
  expect(seriesName({ pullRequest, branch: "x" })).toBe("pr-42");
  expect(seriesName({ branch: "refs/heads/x" })).toBe("branch-x");
  expect(seriesName({})).toBeUndefined();
});

test("a decision on the branch is known by that name when the pull request is known, too", () => {
  expect(seriesNames({ pullRequest, branch: "x" })).toEqual(["pr-42", "branch-x"]);
  expect(seriesNames({ branch: "x" })).toEqual(["branch-x"]);
  expect(seriesNames({})).toEqual([]);
});
