import { expect, test } from "vitest";
import { jobBranch } from "#pipeline/round/job-branch.ts";

test("the branch of a CI job is the one that is to be merged, or that was pushed; a tag is none", () => {
  const pull = { GITHUB_HEAD_REF: "retry", GITHUB_REF_NAME: "7/merge", GITHUB_REF_TYPE: "branch" };
  expect(jobBranch(pull)).toBe("retry");
  expect(jobBranch({ GITHUB_HEAD_REF: "", GITHUB_REF_NAME: "main", GITHUB_REF_TYPE: "branch" })).toBe("main");
  expect(jobBranch({ GITHUB_REF_NAME: "v1.0.0", GITHUB_REF_TYPE: "tag" })).toBeUndefined();
  expect(jobBranch({ CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "retry" })).toBe("retry");
  expect(jobBranch({ CI_COMMIT_BRANCH: "main" })).toBe("main");
  expect(jobBranch({})).toBeUndefined();
});
