import { readlink, realpath } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";

/** What a file or folder is called in the repository: by its own name, by each link on the way, and by where it leads. */
export async function namesInside(place: string, root: string): Promise<string[]> {
  const names = new Set([relative(await real(root), await real(place))]);
  for (let at: string | undefined = place, hops = 0; at !== undefined && hops < MAX_HOPS; hops++) {
    names.add(relative(root, at));
    const folder = dirname(at);
    at = await readlink(at).then(
      (target) => resolve(folder, target),
      () => undefined,
    );
  }
  return [...names].filter((name) => name !== ".." && !name.startsWith(`..${sep}`)).map(foldPath);
}

const MAX_HOPS = 10;

/** Whether a path of the repository is one of the names, or a folder, link or submodule that one of them leads through. */
export function leadsTo(path: string, names: readonly string[]): boolean {
  return names.some((name) => `${name}/`.startsWith(`${foldPath(path)}/`));
}

/** Some file systems take names for the same that git keeps apart. */
export const foldPath = (path: string): string => path.split(sep).join("/").normalize("NFC").toLowerCase();

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
