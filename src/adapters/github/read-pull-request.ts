import { type PullAddress, type PullRequest, repositoryName } from "#model/pull/pull-request.ts";
import { explainGitHubError, type GitHub, GitHubError } from "./client.ts";
import { readByGraph } from "./read/graph/read-by-graph.ts";
import { readByRest } from "./read/rest/read-by-rest.ts";
import { readPullObject } from "./read/rest/read-pull-lists.ts";
import { z } from "zod";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";

/**
 * Reads a pull request with its conversation and its checks. `limits` names parts that were refused or are too long.
 * Throws a `UserError` if the pull request itself cannot be read.
 *
 * Cost with a token: one GraphQL query (one of 5,000 points per hour) for up to a hundred threads of twenty comments, a
 * hundred comments, reviews and checks; one more query for each further hundred, at most fifty, and three for long threads.
 * Without a token: five to seven of the 60 REST calls per hour. `npm run bench:github` counts them.
 */
export async function readPullRequest(github: GitHub, address: PullAddress): Promise<PullRequest> {
  try {
    return github.hasToken ? await readWithToken(github, address) : await readByRest(github, address);
  } catch (error) {
    throw await explainNoPull(github, address, error);
  }
}

/** Reads the current head commit of a pull request in one call. */
export async function readHead(github: GitHub, address: PullAddress): Promise<string> {
  try {
    return (await readPullObject(github, address)).head.sha;
  } catch (error) {
    throw explainGitHubError(`cannot look at pull request ${repositoryName(address)}#${address.number}`, error);
  }
}

/** Falls back to REST if the server has GraphQL disabled. */
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

/** A readable error for a pull request that cannot be read. Reports if the number is that of an issue. */
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
    // The first error is the one to report.
    return undefined;
  }
}
