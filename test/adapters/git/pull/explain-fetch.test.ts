import { expect, test } from "vitest";
import { explainFetch } from "#adapters/git/pull/explain-fetch.ts";
import type { PullFetch } from "#adapters/git/pull/fetch-pull.ts";

const request: PullFetch = {
  folder: ".",
  url: "https://github.com/ada/kettle.git",
  env: {},
  pull: {
    address: { host: "github.com", owner: "ada", repository: "kettle", number: 7 },
    base: { branch: "main", commit: "a".repeat(40) },
    head: { branch: "patch", commit: "b".repeat(40) },
    state: "open",
  },
};

test.each([
  [
    "error: file write error: No space left on device\nfatal: fetch-pack: invalid index-pack output\n",
    /^free some space/,
  ],
  ["fatal: write error: Disk quota exceeded\n", /^free some space/],
  ["fatal: could not read Username for 'https://github.com'\n", /^set GITHUB_TOKEN/],
  ["fatal: something else\n", /^try `git fetch`/],
])("what git says decides what to do: %j", (complaint, fix) => {
  expect(explainFetch(request, complaint)).toMatchObject({ fix: expect.stringMatching(fix) });
});
