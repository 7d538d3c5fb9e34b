import { posix } from "node:path";

/** A file on a reviewer's desk: of the reviewed commit, by its path from the repository's root, or of the bundle. */
export type DeskPath =
  | { readonly kind: "code"; readonly path: string }
  /** By its path from the desk: `review/scope.md`. */
  | { readonly kind: "review"; readonly path: string };

/**
 * The file that an agent's path means: absolute below the desk, relative to the desk, or to the repository's root.
 * Undefined for anything outside. `desks` are all names of the one folder: as given, and with links resolved.
 */
export function locateOnDesk(path: string, desks: readonly string[], folder = ""): DeskPath | undefined {
  if (path === "" || path.length > MAX_COUNT || path.includes("\0")) return undefined;
  const fromDesk = posix.isAbsolute(path)
    ? below(posix.normalize(path), desks)
    : posix.normalize(posix.join(folder, path));
  if (fromDesk === undefined || fromDesk === ".." || fromDesk.startsWith("../")) return undefined;
  const trimmed = fromDesk.replace(/\/$/, "");
  if (trimmed === "code") return { kind: "code", path: "" };
  if (trimmed.startsWith("code/")) return { kind: "code", path: trimmed.slice("code/".length) };
  if (trimmed === "review" || trimmed.startsWith("review/")) return { kind: "review", path: trimmed };
  // An absolute path that is elsewhere.
  return posix.isAbsolute(path) || trimmed === "." ? undefined : { kind: "code", path: trimmed };
}

const MAX_COUNT = 4096;

function below(path: string, desks: readonly string[]): string | undefined {
  for (const desk of desks) {
    const root = `${posix.normalize(desk).replace(/\/$/, "")}/`;
    if (path.startsWith(root)) return path.slice(root.length);
  }
  return undefined;
}
