import { join, resolve } from "node:path";
import { hasCode, UserError } from "#util/errors.ts";
import { cacheFolder } from "../store/cache-folder.ts";
import { explainWriteError } from "../store/write-file.ts";

/** Names the folder in which our folder for desks is made. */
const DESKS_VARIABLE = "DEEP_REVIEW_DESKS";
/** Never the chosen folder itself: the user may keep other files there, and we remove abandoned desks. */
const OWN_FOLDER = "deep-review-desks";

/**
 * The folder for desks: in the user's cache, because some agents refuse to work below the system's temporary folder.
 * Throws a UserError if the user has no home.
 */
export function findDeskRoot(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const chosen = env[DESKS_VARIABLE];
  if (chosen !== undefined && chosen !== "") return join(resolve(chosen), OWN_FOLDER);
  const cache = cacheFolder(env, platform);
  if (cache !== undefined) return join(cache, "desks");
  throw new UserError({
    what: "there is no place for the reviewers' desks",
    why: "HOME is not set, so there is no cache folder",
    fix: `set HOME, or ${DESKS_VARIABLE} to a folder outside the reviewed checkout`,
  });
}

/** A readable error for a desk that cannot be made, if the reason is known; else the error itself. */
export function explainDeskError(error: unknown, root: string): unknown {
  const first = error instanceof UserError ? error.cause : error;
  const explained = error instanceof UserError ? error : explainWriteError(error, root);
  const isSpace = ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "ENOENT", "ENOTDIR"].some((one) =>
    hasCode(first, one),
  );
  const isFromGit = error instanceof UserError && error.what.startsWith("git cannot write");
  if (!(explained instanceof UserError) || !(isSpace || isFromGit)) return error;
  return new UserError({
    what: `cannot make a reviewer's desk below ${root}`,
    why: explained.why,
    fix: `make room there or let ${DESKS_VARIABLE} name another folder, then run the command again`,
    cause: error,
  });
}
