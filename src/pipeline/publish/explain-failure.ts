import { explainGitHubError, GitHubError } from "#adapters/github/client.ts";
import { LostWrite } from "#adapters/github/write/attempt.ts";
import { type PullAddress, repositoryName } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import { hasPosted, type Posted, describePosted } from "./posted.ts";

/** Nobody can post without an account. */
export function withoutToken(address: PullAddress): UserError {
  return new UserError({
    what: `cannot post to ${repositoryName(address)}#${address.number}`,
    why: `there is no token for ${address.host}`,
    fix: "set GITHUB_TOKEN, or run `gh auth login`; --dry-run shows what would be sent without one",
  });
}

/** Whatever ended it, the user is told what is posted, and that the same command goes on from there. */
export function explainFailure(error: unknown, { address, posted }: { address: PullAddress; posted: Posted }): unknown {
  const what = `cannot publish to ${repositoryName(address)}#${address.number}`;
  const lost = error instanceof LostWrite;
  const explained = withToken(
    explainGitHubError(what, lost && error.cause instanceof GitHubError ? error.cause : error),
  );
  if (!(explained instanceof UserError)) return lost ? lostForGood(what, error, posted) : explained;
  if (!hasPosted(posted) && !lost) return explained;
  return new UserError({
    what: explained.what,
    why: `${explained.why}; posted before that: ${describePosted(posted)}`,
    fix: `${explained.fix}; what is there is not posted twice`,
    cause: error,
  });
}

/** What can be read without a token cannot be written without one. */
function withToken(error: unknown): unknown {
  if (!(error instanceof UserError) || !(error.cause instanceof GitHubError) || error.cause.kind !== "bad-token")
    return error;
  const { what, why, cause } = error;
  const from = error.cause.facts.tokenFrom ?? "GITHUB_TOKEN";
  const fix = `renew the token from ${from}: nothing can be posted without one; --dry-run without a token shows what would be sent`;
  return new UserError({ what, why, fix, cause });
}

function lostForGood(what: string, error: Error, posted: Posted): UserError {
  return new UserError({
    what,
    why: `${error.message}; posted before that: ${describePosted(posted)}`,
    fix: "run the same command again; what is there is not posted twice",
    cause: error,
  });
}
