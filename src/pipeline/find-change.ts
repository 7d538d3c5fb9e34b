import { findChange, type ScopeRequest } from "#adapters/git/resolve-target.ts";

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
