import type { PullAddress } from "#model/pull/pull-request.ts";
import { explainGitHubError, type GitHub, GitHubError } from "./client.ts";
import { permissionObject } from "./read/rest/rest-objects.ts";
import { z } from "zod";
import { parseRemoteUrl, type RepositoryAddress } from "./pull-address.ts";

/**
 * Whether a user may write to a repository. Unknown if GitHub does not answer, which it does only for those who may write
 * themselves. Only for people: the login of an app may also be that of a person.
 */
export async function readPermission(
  github: GitHub,
  { owner, repository: repo }: Pick<PullAddress, "owner" | "repository">,
  login: string,
): Promise<"write" | "none" | "unknown"> {
  if (!github.hasToken || !/^[A-Za-z0-9_-]{1,100}$/.test(login)) return "unknown";
  try {
    const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
    const read = permissionObject.safeParse((await github.request(route, { owner, repo, username: login })).data);
    if (!read.success) return "unknown";
    return [read.data.permission, read.data.role_name ?? ""].some((role) => WRITERS.has(role)) ? "write" : "none";
  } catch (error) {
    if (error instanceof GitHubError && error.kind === "refused") return "unknown";
    throw explainGitHubError(`cannot ask what ${login} may do in ${owner}/${repo}`, error);
  }
}

const WRITERS = new Set(["admin", "maintain", "write"]);

const repositoryObject = z.object({ parent: z.object({ full_name: z.string() }).nullish() });

/** Reads the repository that another was forked from, in one call. Undefined if it is not a fork, or we may not see it. */
export async function readParent(
  github: GitHub,
  { host, owner, repository }: RepositoryAddress,
): Promise<RepositoryAddress | undefined> {
  try {
    const { data } = await github.request("GET /repos/{owner}/{repo}", { owner, repo: repository });
    const { parent } = repositoryObject.catch({}).parse(data);
    // Parse it as an address, since the name becomes part of further addresses.
    const found = parseRemoteUrl(`https://${host}/${parent?.full_name ?? ""}`);
    return found === undefined ? undefined : { ...found, host };
  } catch (error) {
    // The next request reports the reason.
    if (error instanceof GitHubError && error.kind === "refused") return undefined;
    throw error;
  }
}
