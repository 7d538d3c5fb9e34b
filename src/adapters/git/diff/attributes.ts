import { splitFields } from "../decode-path.ts";
import type { Repository } from "../repository.ts";
import { lookUp } from "#util/look-up.ts";

/** What `.gitattributes` says of a file: true, false, or undefined where it says nothing. */
export interface FileAttributes {
  readonly generated?: boolean;
  readonly vendored?: boolean;
}

const NAMES: Readonly<Record<string, keyof FileAttributes>> = {
  "linguist-generated": "generated",
  "linguist-vendored": "vendored",
};

/** Reads linguist's attributes of these files from our index, never from a working tree. */
export async function readAttributes(
  repository: Repository,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileAttributes>> {
  const found = new Map<string, FileAttributes>();
  if (paths.length === 0) return found;
  const input = paths.map((path) => `${path}\0`).join("");
  const { stdout } = await repository.run(["check-attr", "--cached", "-z", "--stdin", ...Object.keys(NAMES)], {
    input,
  });
  const fields = splitFields(stdout);
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", attribute = "", value = ""] = fields.slice(at, at + 3);
    const name = lookUp(NAMES, attribute);
    if (name === undefined || value === "unspecified") continue;
    found.set(path, { ...found.get(path), [name]: value !== "unset" && value !== "false" });
  }
  return found;
}
