import { z } from "zod";
import { type PullAddress, repositoryName } from "#model/pull/pull-request.ts";
import { explainGitHubError, type GitHub } from "./client.ts";
import { readEach } from "./read/read-each.ts";
import { pullObject } from "./read/rest/rest-objects.ts";

/** A branch of a repository, or of a fork of it. */
interface BranchOfPull {
  readonly owner: string;
  readonly repository: string;
  readonly branch: string;
  /** The owner of the fork, if the branch is in a fork. */
  readonly headOwner?: string;
}

/** Finds the open pull requests of a branch. There may be one for each base branch. */
export async function findPullOfBranch(
  github: GitHub,
  { owner, repository, branch, headOwner = owner }: BranchOfPull,
): Promise<readonly PullAddress[]> {
  const parameters = { owner, repo: repository, state: "open", head: `${headOwner}:${branch}`, per_page: 20 };
  try {
    const { data } = await github.request("GET /repos/{owner}/{repo}/pulls", parameters);
    const { read } = readEach(z.array(z.unknown()).catch([]).parse(data), pullObject);
    // GitHub ignores a filter that it does not understand.
    const own = read.filter(({ head }) => head.ref === branch && isOf(headOwner, head.repo?.full_name));
    return own.map(({ number }) => ({ host: github.host, owner, repository, number }));
  } catch (error) {
    throw explainGitHubError(`cannot look for pull requests of ${repositoryName({ owner, repository })}`, error);
  }
}

function isOf(owner: string, repository: string | undefined): boolean {
  return repository === undefined || repository.toLowerCase().startsWith(`${owner.toLowerCase()}/`);
}
