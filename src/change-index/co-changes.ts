import type { CoChange } from "#model/change/change-index.ts";

/** The files of a past commit. */
export interface LoggedCommit {
  readonly id: string;
  readonly paths: readonly string[];
}

/** Counts which files change together, from a log that is read once on first use. */
export function createCoChanges(
  log: () => Promise<readonly LoggedCommit[]>,
  oldNames: ReadonlyMap<string, string>,
): (path: string) => Promise<readonly CoChange[]> {
  let touching: Promise<ReadonlyMap<string, readonly LoggedCommit[]>> | undefined;
  return async (path) => {
    const commits = await (touching ??= groupByPath(log));
    // The history of a renamed file is under its old name.
    const names = new Set([path, oldNames.get(path) ?? path]);
    const own = new Set([...names].flatMap((name) => commits.get(name) ?? []));
    const together = new Map<string, number>();
    for (const { paths } of own) {
      for (const other of new Set(paths)) if (!names.has(other)) together.set(other, (together.get(other) ?? 0) + 1);
    }
    return [...together]
      .map(([other, count]) => ({ path: other, together: count, commits: own.size }))
      .sort((a, b) => b.together - a.together || (a.path < b.path ? -1 : 1));
  };
}

async function groupByPath(
  log: () => Promise<readonly LoggedCommit[]>,
): Promise<ReadonlyMap<string, readonly LoggedCommit[]>> {
  const touching = new Map<string, LoggedCommit[]>();
  for (const commit of await log()) {
    for (const path of new Set(commit.paths)) {
      const known = touching.get(path);
      if (known === undefined) touching.set(path, [commit]);
      else known.push(commit);
    }
  }
  return touching;
}
