import { splitFields } from "../decode-path.ts";
import type { Repository } from "../repository.ts";

/** A past commit and the files that it touched. */
interface PastCommit {
  readonly id: string;
  readonly paths: readonly string[];
}

/** The history before the change. */
export interface CommitLog {
  /** The last commits before the base, newest first, without merges and without those that touch many files. */
  log(limit?: number): Promise<readonly PastCommit[]>;
}

/** Older commits say little about which files change together today. */
const MAX_COMMITS = 2000;
/** A commit that touches more files is a sweep and would relate everything to everything. */
const MAX_PATHS = 50;

/** The history up to a commit, read once on first use. Empty for the empty tree. */
export function createCommitLog(repository: Repository, base: string): CommitLog {
  const read = new Map<number, Promise<readonly PastCommit[]>>();
  return {
    log(limit = MAX_COMMITS) {
      const known = read.get(limit) ?? readLog(repository, base, limit);
      read.set(limit, known);
      return known;
    },
  };
}

async function readLog(repository: Repository, base: string, limit: number): Promise<readonly PastCommit[]> {
  if (base === repository.emptyTree) return [];
  const { code, stdout } = await repository.run([
    "log",
    "-z",
    "--name-only",
    "--no-renames",
    "--no-merges",
    "--no-show-signature",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--format=%x01%H",
    `--max-count=${limit}`,
    "--end-of-options",
    base,
    "--",
  ]);
  if (code !== 0) return [];
  return parseLog(splitFields(stdout)).filter(({ paths }) => paths.length > 0 && paths.length <= MAX_PATHS);
}

/** Each commit is a field with its id after a marker. Its paths follow, the first after a line end. */
function parseLog(fields: readonly string[]): readonly PastCommit[] {
  const commits: { id: string; paths: string[] }[] = [];
  for (const field of fields) {
    const id = /^\x01([0-9a-f]{40,64})$/.exec(field)?.[1];
    const paths = commits.at(-1)?.paths;
    if (id !== undefined) commits.push({ id, paths: [] });
    else if (paths !== undefined) paths.push(paths.length === 0 ? field.replace(/^\n/, "") : field);
  }
  return commits;
}
