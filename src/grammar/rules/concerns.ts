import picomatch from "picomatch";
import { matchGlob } from "#util/match-glob.ts";

/**
 * Whether one of these folders, file names or globs covers a file. `server/` and `server` cover everything below,
 * `*.sql` the name in any folder, `src/**` the whole path.
 */
export function concerns(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => concernsOne(pattern.replace(/^\.\//, ""), path));
}

function concernsOne(pattern: string, path: string): boolean {
  const folder = pattern.endsWith("/") ? pattern : `${pattern}/`;
  if (path === pattern || path.startsWith(folder)) return true;
  if (pattern.endsWith("/")) return /[*?{]/.test(pattern) && matches(`${pattern}**`, path);
  return matches(pattern, path);
}

/**
 * Plain globs use a linear-time matcher. Braces and classes need picomatch, which compiles a regular expression: only
 * allow those that cannot blow up.
 */
function matches(glob: string, path: string): boolean {
  if (!/[{}[\]()!+@]/.test(glob)) return matchGlob(path, glob);
  const stars = glob.replaceAll("**", "").split("*").length - 1;
  if (glob.length > MAX_SIGNS || stars > MAX_STARS || /[()]/.test(glob)) return matchGlob(path, glob);
  const subject = glob.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  return picomatch.isMatch(subject, glob, { dot: true, nonegate: true, noextglob: true });
}

const MAX_SIGNS = 200;
const MAX_STARS = 3;

/** The patterns of a file in a folder, relative to the root: it covers its own folder only. */
export function patternsWithin(folder: string, patterns: readonly string[] | undefined): readonly string[] | undefined {
  if (folder === "") return patterns;
  if (patterns === undefined) return [`${folder}/`];
  return patterns.map((pattern) => {
    const own = pattern.replace(/^\.\//, "");
    if (own.startsWith(`${folder}/`)) return own;
    return own.replace(/\/$/, "").includes("/") ? `${folder}/${own}` : `${folder}/**/${own}`;
  });
}
