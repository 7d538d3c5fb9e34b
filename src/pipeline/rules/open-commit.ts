import { createGrep, type Grep } from "#adapters/git/objects/grep.ts";
import { openCommitTree } from "#adapters/git/objects/commit-tree.ts";
import { createObjectReader } from "#adapters/git/objects/object-reader.ts";
import { openRepository } from "#adapters/git/repository.ts";
import type { Tree } from "#model/change/change.ts";
import { UserError } from "#util/errors.ts";

/** The files of one commit, available until `close`. */
export interface OpenedCommit {
  readonly tree: Tree;
  readonly grep: Grep;
  close(): Promise<void>;
}

/** Opens HEAD. Throws a UserError if there is no commit yet. */
export async function openHead(folder: string): Promise<OpenedCommit> {
  const repository = await openRepository(folder);
  const reader = createObjectReader(repository);
  const close = async (): Promise<void> => {
    reader.close();
    await repository.close();
  };
  try {
    const commit = await repository.ask(["rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD^{commit}"]);
    if (commit === undefined) {
      throw new UserError({
        what: "there are no rules yet",
        why: `${folder} has no commit`,
        fix: "commit something first: rules are read from commits",
      });
    }
    return { tree: await openCommitTree(repository, reader, commit), grep: createGrep(repository, commit), close };
  } catch (error) {
    await close();
    throw error;
  }
}
