import { openRepository } from "#adapters/git/repository.ts";
import { findChange, type ScopeRequest } from "#adapters/git/resolve-target.ts";
import { findCommit, findNearNames } from "#adapters/git/revisions.ts";

/**
 * Decides once which commits a request compares, and does the work with them. So the configuration, the panel and the
 * review are about the same base and the same uncommitted work, whatever is edited meanwhile.
 */
export async function withFoundChange<Result>(
  request: ScopeRequest,
  work: (request: ScopeRequest) => Promise<Result>,
): Promise<Result> {
  const found = await findChange(request);
  try {
    return await work({ ...request, found });
  } finally {
    await found.repository.close();
  }
}

/** Whether the repository has a revision of this name, and similar names. Outside a repository there is none. */
export async function findRevision(
  folder: string,
  name: string,
): Promise<{ readonly isThere: boolean; readonly similar: readonly string[] }> {
  const repository = await openRepository(folder).catch(() => undefined);
  if (repository === undefined) return { isThere: false, similar: [] };
  try {
    const isThere = (await findCommit(repository, name)) !== undefined;
    return { isThere, similar: isThere ? [] : await findNearNames(repository, name) };
  } finally {
    await repository.close();
  }
}
