import { z } from "zod";
import { type GitHub, GitHubError } from "./client.ts";
import { parseRemoteUrl, type RepositoryAddress } from "./pull-address.ts";

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
