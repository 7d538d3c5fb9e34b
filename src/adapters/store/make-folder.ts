import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode } from "#util/errors.ts";

/**
 * Makes a folder and those above it. Node's own way never ends where the system says of a folder that is there that it is
 * not (below /proc).
 */
export async function makeFolder(path: string): Promise<void> {
  if (await makeOne(path)) return;
  await makeFolder(dirname(path));
  if (!(await makeOne(path))) throw Object.assign(new Error(`cannot make ${path}`), { code: "ENOENT", path });
}

/** Whether the folder is there now; false where the one above it is missing. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT") && dirname(path) !== path) return false;
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder) return true;
    throw hasCode(error, "EEXIST")
      ? Object.assign(new Error(`${path} is no folder`), { code: "ENOTDIR", path })
      : error;
  }
}
