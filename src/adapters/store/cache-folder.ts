import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Our folder in the user's cache; undefined if the user has no home. */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | undefined {
  const cache = env["XDG_CACHE_HOME"];
  // The XDG standard ignores relative paths.
  if (cache !== undefined && isAbsolute(cache)) return join(cache, "deep-review");
  const home = env["HOME"] ?? readHome();
  if (home === undefined || !isAbsolute(home)) return undefined;
  return join(home, ...(platform === "darwin" ? ["Library", "Caches"] : [".cache"]), "deep-review");
}

function readHome(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
