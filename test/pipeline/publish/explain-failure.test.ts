import { expect, test } from "vitest";
import { explainGitHubError, GitHubError } from "#adapters/github/client.ts";
import { explainFailure } from "#pipeline/publish/explain-failure.ts";
import { nothingPosted } from "#pipeline/publish/posted.ts";

const address = { host: "github.com", owner: "ada", repository: "kettle", number: 1 };
const wrong = new GitHubError({
  kind: "bad-token",
  host: "github.com",
  status: 401,
  said: "Bad credentials",
  tokenFrom: "GH_TOKEN",
  maybeDone: false,
});

test.each([wrong, explainGitHubError("cannot read it", wrong)])(
  "who publishes with a wrong token is told to renew it, not to go without",
  (error) => {
    expect(explainFailure(error, { address, posted: nothingPosted() })).toMatchObject({
      why: expect.stringContaining("Bad credentials"),
      fix: expect.stringMatching(/^renew the token from GH_TOKEN: nothing can be posted without one/),
    });
  },
);
