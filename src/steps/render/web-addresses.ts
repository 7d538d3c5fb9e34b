import type { Scope } from "#model/change/scope.ts";

/** The repository's page, where it is one whose addresses of files and commits are known to hold: GitHub's. */
export function repositoryAddress({ repository }: Scope): string | undefined {
  const address = repository?.url?.replace(/(?:\.git)?\/?$/, "");
  return address !== undefined && GITHUB.test(address) ? address : undefined;
}

/** The page of a commit; undefined where it is not known, or the id is none. */
export function commitAddress(scope: Scope, id: string): string | undefined {
  const repository = repositoryAddress(scope);
  return repository === undefined || !/^[0-9a-f]{7,64}$/.test(id) ? undefined : `${repository}/commit/${id}`;
}

// No character that could end an attribute, a link of Markdown or the line.
const GITHUB = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/;
