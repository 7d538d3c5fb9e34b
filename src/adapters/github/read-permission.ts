import type { PullAddress } from "#model/pull/pull-request.ts";
import { explainGitHubError, type GitHub, GitHubError } from "./client.ts";
import { permissionObject } from "./read/rest/rest-objects.ts";
import { z } from "zod";
import { parseRemoteUrl, type RepositoryAddress } from "./pull-address.ts";

/**
 * Whether somebody may write to a repository. Unknown where the platform does not say so to us: it tells only those who may
 * write themselves. For people; the login of an app may be that of a person, too.
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

/** The repository that another was forked from: one call. Undefined: it is no fork, or nobody may know. */
export async function readParent(
  github: GitHub,
  { host, owner, repository }: RepositoryAddress,
): Promise<RepositoryAddress | undefined> {
  try {
    const { data } = await github.request("GET /repos/{owner}/{repo}", { owner, repo: repository });
    const { parent } = repositoryObject.catch({}).parse(data);
    // Read as an address, since the name goes into further ones.
    const found = parseRemoteUrl(`https://${host}/${parent?.full_name ?? ""}`);
    return found === undefined ? undefined : { ...found, host };
  } catch (error) {
    // What is asked of it next tells why it was refused.
    if (error instanceof GitHubError && error.kind === "refused") return undefined;
    throw error;
  }
}
