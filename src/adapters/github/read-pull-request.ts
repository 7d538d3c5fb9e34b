import { type PullAddress, type PullRequest, repositoryName } from "#model/pull/pull-request.ts";
import { explainGitHubError, type GitHub, GitHubError } from "./client.ts";
import { readByGraph } from "./read/graph/read-by-graph.ts";
import { readByRest } from "./read/rest/read-by-rest.ts";
import { readPullObject } from "./read/rest/read-pull-lists.ts";
import { z } from "zod";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";

/**
 * Reads a pull request with its talk and its checks. A part that is refused, or too long to be read whole, is told in
 * `limits`; without the pull request itself a `UserError` says why and what to do.
 *
 * The budget: with a token one GraphQL query, which costs one of the 5,000 points of an hour, for up to a hundred threads
 * of twenty comments, a hundred comments, reviews and checks; one query more for each further hundred, at most fifty, and
 * three for long threads. So 300 pull requests with 50 threads each are 300 calls and 300 points. Without a token five to seven REST calls of
 * the 60 an hour. `npm run bench:github` counts them.
 */
export async function readPullRequest(github: GitHub, address: PullAddress): Promise<PullRequest> {
  try {
    return github.hasToken ? await readWithToken(github, address) : await readByRest(github, address);
  } catch (error) {
    throw await explainNoPull(github, address, error);
  }
}

/** The commit that a pull request's head is at now: one call. */
export async function readHead(github: GitHub, address: PullAddress): Promise<string> {
  try {
    return (await readPullObject(github, address)).head.sha;
  } catch (error) {
    throw explainGitHubError(`cannot look at pull request ${repositoryName(address)}#${address.number}`, error);
  }
}

/** A server may have GraphQL closed; then REST has to do. */
async function readWithToken(github: GitHub, address: PullAddress): Promise<PullRequest> {
  try {
    return await readByGraph(github, address);
  } catch (error) {
    const isClosed = error instanceof GitHubError && (error.status === 404 || error.kind === "not-github");
    if (!isClosed) throw error;
    return readByRest(github, address);
  }
}

const issueObject = z.object({ title: z.string(), pull_request: z.unknown().optional() });

/** Why a pull request could not be read, for the user. Issues have numbers of the same row: where it is one, that is said. */
async function explainNoPull(github: GitHub, address: PullAddress, error: unknown): Promise<unknown> {
  const name = `${repositoryName(address)}#${address.number}`;
  const title = isMissing(error) ? await readIssueTitle(github, address) : undefined;
  if (title === undefined) return explainGitHubError(`cannot read pull request ${name}`, error);
  return new UserError({
    what: `${name} is an issue, not a pull request`,
    why: `it is called "${printable(title.slice(0, 100))}"`,
    fix: "name the number of a pull request",
    cause: error,
  });
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof GitHubError)) return false;
  return error.status === 404 || error.facts.types?.includes("NOT_FOUND") === true;
}

async function readIssueTitle(github: GitHub, { owner, repository, number }: PullAddress): Promise<string | undefined> {
  try {
    const place = { owner, repo: repository, issue_number: number };
    const { data } = await github.request("GET /repos/{owner}/{repo}/issues/{issue_number}", place);
    const issue = issueObject.safeParse(data).data;
    return issue?.pull_request === undefined || issue.pull_request === null ? issue?.title : undefined;
  } catch {
    // The first reason is the one to be told.
    return undefined;
  }
}
