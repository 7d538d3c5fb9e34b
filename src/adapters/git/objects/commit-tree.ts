import type { Tree, TreeFile } from "#model/change/change.ts";
import { splitFields } from "../decode-path.ts";
import { gitFailed } from "../git.ts";
import type { ObjectReader } from "./object-reader.ts";
import type { Repository } from "../repository.ts";

/** The files of a commit, and the paths that are not files. */
export interface CommitTree extends Tree {
  /** Symbolic links with the blob of their target, and submodules without one. */
  readonly others: ReadonlyMap<string, string | undefined>;
}

/** The files of a commit (or of the empty tree). Symbolic links and submodules are not among them: they have no text. */
export async function openCommitTree(
  repository: Repository,
  reader: ObjectReader,
  commit: string,
): Promise<CommitTree> {
  const listing = await repository.run(["ls-tree", "-r", "-z", "--full-tree", commit]);
  if (listing.code !== 0) throw gitFailed(`list the files of ${commit}`, listing.stderr);
  const files: TreeFile[] = [];
  const blobs = new Map<string, string>();
  const others = new Map<string, string | undefined>();
  for (const entry of splitFields(listing.stdout)) {
    const tab = entry.indexOf("\t");
    const [mode = "", , blob = ""] = entry.slice(0, tab).split(" ");
    const path = entry.slice(tab + 1);
    if (mode.startsWith("100")) {
      files.push({ path, blob });
      blobs.set(path, blob);
    } else others.set(path, mode === "120000" ? blob : undefined);
  }
  return {
    commit,
    files,
    others,
    async read(path) {
      const blob = blobs.get(path);
      if (blob === undefined) return undefined;
      const content = await reader.read(blob);
      return content.kind === "text" ? content.text : undefined;
    },
  };
}
