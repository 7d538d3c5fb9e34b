import { z } from "zod";
import { type PullAddress, repositoryName } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { explainGitHubError, type GitHub, GitHubError } from "../client.ts";

const issueObject = z.object({ title: z.string(), pull_request: z.unknown().optional() });

/** Why a pull request could not be read, for the user. Issues have numbers of the same row: where it is one, that is said. */
export async function explainNoPull(github: GitHub, address: PullAddress, error: unknown): Promise<unknown> {
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
