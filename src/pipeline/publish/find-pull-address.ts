import { parsePullAddress, parseRemoteUrl, type RepositoryAddress } from "#adapters/github/pull-address.ts";
import type { Environment } from "#adapters/github/api-urls.ts";
import type { PullAddress } from "#model/pull/pull-request.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";

/** Which pull request a review is published to: the one that is named, else the one that it is of. */
export function findPullAddress(review: Review, named: string | undefined, env: Environment): PullAddress {
  const own = parsePullAddress(review.scope.pullRequest?.url ?? "");
  if (named === undefined) return own ?? nameIt(review);
  const number = /^#?([1-9]\d{0,8})$/.exec(named.trim())?.[1];
  if (number !== undefined) return { ...(own ?? repositoryOf(review, env)), number: Number(number) };
  return parsePullAddress(named) ?? notOne(named);
}

function repositoryOf({ scope }: Review, env: Environment): RepositoryAddress {
  const ofRecord = parseRemoteUrl(scope.repository?.url ?? "");
  const ofJob = parseRemoteUrl(`${env["GITHUB_SERVER_URL"] ?? ""}/${env["GITHUB_REPOSITORY"] ?? ""}`);
  const found = ofRecord ?? ofJob;
  if (found !== undefined) return found;
  throw new UserError({
    what: "a number alone does not say which pull request it is",
    why: "the review does not tell the address of its repository",
    fix: "give the pull request's address: --pr https://github.com/OWNER/REPOSITORY/pull/NUMBER",
  });
}

function nameIt({ id, scope }: Review): never {
  throw new UserError({
    what: `review ${id} is not of a pull request`,
    why: scope.covers === undefined ? "its record names none" : `it is of ${scope.covers}`,
    fix: "name the pull request whose head it reviewed: --pr NUMBER, or --pr with its address",
  });
}

function notOne(named: string): never {
  throw new UserError({
    what: `"${named}" is not a pull request`,
    why: "--pr takes a number, OWNER/REPOSITORY#NUMBER, or an address",
    fix: "for example: --pr 355, --pr https://github.com/OWNER/REPOSITORY/pull/355",
  });
}
