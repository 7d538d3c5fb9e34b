import { repositoryPath } from "#grammar/paths.ts";
import type { GroundingSource } from "./grounding-source.ts";

/** The file that a written path means: at the head, or removed by the change. */
export interface ResolvedPath {
  readonly path: string;
  readonly removed: boolean;
}

/**
 * Finds the file that a reviewer means: the path itself, a bare name or ending that only one file has, an absolute
 * path or a diff's `a/` path below a checkout. The old name of a renamed file gives the new one.
 */
export async function resolveCitedPath(source: GroundingSource, written: string): Promise<ResolvedPath | undefined> {
  // A real name may contain what is usually a slip of the reviewer: a backslash, trailing white space, a thousand
  // letters.
  if ((await source.resolvePath(written)) === written) return { path: written, removed: false };
  if (source.removedPaths.has(written) && source.removedPaths.get(written) === undefined) {
    return { path: written, removed: true };
  }
  const plain = plainPath(written);
  if (plain === "" || plain.length > MAX_LENGTH) return undefined;
  for (const candidate of candidatesOf(plain)) {
    const found = await source.resolvePath(candidate.path);
    // Below a foreign folder a bare name proves nothing unless the file is at the root.
    if (found !== undefined && (candidate.path.includes("/") || !candidate.cut || found === candidate.path))
      return { path: found, removed: false };
    const gone = uniqueEnding(source.removedPaths, candidate);
    if (gone === undefined) continue;
    const renamed = source.removedPaths.get(gone);
    return renamed === undefined ? { path: gone, removed: true } : { path: renamed, removed: false };
  }
  return undefined;
}

const MAX_LENGTH = 1000;

interface Candidate {
  readonly path: string;
  /** Whether leading folders were removed. */
  readonly cut: boolean;
}

/** The path as it is, then without a checkout's folders, then shorter by one folder at a time. */
function candidatesOf(plain: string): Candidate[] {
  const absolute = plain.startsWith("/");
  const below = repositoryPath(plain);
  const candidates: Candidate[] = absolute ? [] : [{ path: plain, cut: false }];
  if (below !== plain) candidates.push({ path: below, cut: true });
  const parts = plain.split("/").filter((part) => part !== "" && part !== ".");
  const fewest = absolute || parts[0] === "a" || parts[0] === "b" ? 1 : 2;
  for (let from = absolute ? 0 : 1; parts.length - from >= fewest; from += 1) {
    candidates.push({ path: parts.slice(from).join("/"), cut: true });
  }
  return candidates;
}

function plainPath(written: string): string {
  return written
    .trim()
    .replace(/^file:\/\//, "")
    .replaceAll("\\", "/")
    .replace(/^[A-Za-z]:\//, "/")
    .replace(/^(?:\.\/)+/, "");
}

function uniqueEnding(paths: ReadonlyMap<string, unknown>, { path, cut }: Candidate): string | undefined {
  if (paths.has(path)) return path;
  if (cut && !path.includes("/")) return undefined;
  const endings = [...paths.keys()].filter((candidate) => candidate.endsWith(`/${path}`));
  return endings.length === 1 ? endings[0] : undefined;
}
