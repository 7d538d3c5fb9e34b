import { expect, test } from "vitest";
import { readJob, requireRunner } from "../../../../src/cli/commands/action/read-job.ts";

const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: "/runner", RUNNER_TEMP: "/temp" };

test("inputs that are empty are absent; the archive lies outside the checkout", () => {
  expect(readJob({ ...env, INPUT_REVIEWERS: "", INPUT_PUBLISH: "none" })).toMatchObject({
    mode: "review",
    archive: "/temp/deep-review/archive",
    pullRequest: undefined,
    reviewers: undefined,
    publish: undefined,
    withComments: false,
    allowRun: false,
  });
});

test("inputs are read as the workflow gives them", () => {
  const given = {
    INPUT_PULL_REQUEST: "#12",
    INPUT_ARCHIVE: "kept",
    INPUT_PUBLISH: "sarif",
    INPUT_WITH_COMMENTS: "true",
    INPUT_ALLOW_RUN: "true",
  };
  expect(readJob({ ...env, ...given })).toMatchObject({
    pullRequest: 12,
    archive: "/runner/kept",
    publish: "sarif",
    withComments: true,
    allowRun: true,
  });
});

test.each([
  ["with an unknown mode", { INPUT_MODE: "look" }, 'the input mode cannot be "look"'],
  ["with a number that is none", { INPUT_PULL_REQUEST: "1; id" }, "the input pull-request cannot be"],
  ["with a switch that is neither", { INPUT_WITH_COMMENTS: "yes" }, "the input with-comments cannot be"],
  ["with a head that is no commit", { DEEP_REVIEW_HEAD: "main" }, '"main" is not a commit'],
])("%s it says what is wrong", (_title, given, what) => {
  expect(() => readJob({ ...env, ...given })).toThrow(what);
});

test.each([{ GITHUB_ACTIONS: "false" }, { RUNNER_TEMP: "" }, { GITHUB_WORKSPACE: undefined }])(
  "without a runner there is no job: %j",
  (given) => {
    expect(() => requireRunner({ ...env, ...given })).toThrow("this command is for GitHub Actions");
    expect(() => requireRunner(env)).not.toThrow();
  },
);
