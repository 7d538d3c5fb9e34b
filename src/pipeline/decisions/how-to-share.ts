import { relative } from "node:path";
import { git, runGit } from "#adapters/git/git.ts";
import { COMMITTED_DECISIONS } from "./read-decisions.ts";

/** A sentence on how to share a file of decisions. `repository` is the root of the working tree. */
export async function howToShare(file: string, repository: string | undefined): Promise<string> {
  const reads = `Other machines and CI read ${COMMITTED_DECISIONS} of the base commit`;
  if (repository === undefined || relative(repository, file) !== COMMITTED_DECISIONS) {
    return `${reads}; to share these, commit the lines there.`;
  }
  const isKnown = (await git(repository, ["ls-files", "--error-unmatch", "--", COMMITTED_DECISIONS])) !== undefined;
  // Git ignores all files in an ignored folder.
  const ignored = await runGit(repository, ["check-ignore", "-q", "--", COMMITTED_DECISIONS]).catch(() => undefined);
  const force = !isKnown && ignored?.code === 0 ? "-f " : "";
  return `${reads}: git add ${force}${COMMITTED_DECISIONS}, and commit it.`;
}
