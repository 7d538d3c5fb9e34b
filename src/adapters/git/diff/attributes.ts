import { join } from "node:path";
import { splitFields } from "../decode-path.ts";
import { gitFailed } from "../git.ts";
import type { Repository } from "../repository.ts";
import { lookUp } from "#util/look-up.ts";

/** A file's linguist attributes in `.gitattributes`; undefined if unset. */
export interface FileAttributes {
  readonly generated?: boolean;
  readonly vendored?: boolean;
}

const NAMES: Readonly<Record<string, keyof FileAttributes>> = {
  "linguist-generated": "generated",
  "linguist-vendored": "vendored",
};

/** Reads linguist's attributes of these files from a commit, never from a working tree. */
export async function readAttributes(
  repository: Repository,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileAttributes>> {
  const found = new Map<string, FileAttributes>();
  // In a separate index: diffs use the attributes in ours, which has none.
  const env = { GIT_INDEX_FILE: join(repository.tempFolder, "attributes-index") };
  const filled = await repository.run(["read-tree", "--end-of-options", commit], { env });
  if (filled.code !== 0) throw gitFailed("read the files of a commit", filled.stderr);
  const input = paths.map((path) => `${path}\0`).join("");
  const names = Object.keys(NAMES);
  const { stdout } = await repository.run(["check-attr", "--cached", "-z", "--stdin", ...names], { env, input });
  const fields = splitFields(stdout);
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", attribute = "", value = ""] = fields.slice(at, at + 3);
    const name = lookUp(NAMES, attribute);
    if (name === undefined || value === "unspecified") continue;
    found.set(path, { ...found.get(path), [name]: value !== "unset" && value !== "false" });
  }
  return found;
}
