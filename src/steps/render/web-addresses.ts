import type { Scope } from "#model/change/scope.ts";

/** The repository's page, if its platform's addresses of files and commits are known: GitHub. */
export function repositoryAddress({ repository }: Scope): string | undefined {
  const address = repository?.url?.replace(/(?:\.git)?\/?$/, "");
  return address !== undefined && GITHUB.test(address) ? address : undefined;
}

/** The page of a commit; undefined if it is unknown or the id is invalid. */
export function commitAddress(scope: Scope, id: string): string | undefined {
  const repository = repositoryAddress(scope);
  return repository === undefined || !/^[0-9a-f]{7,64}$/.test(id) ? undefined : `${repository}/commit/${id}`;
}

// No character that could end an attribute, a link of Markdown or the line.
const GITHUB = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/;
