import { messageOf } from "./errors.ts";
import { lookUp } from "./look-up.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EISDIR: "it is a folder",
  ELOOP: "its symbolic links go in a circle",
  ENOTDIR: "a part of the path is a file, not a folder",
  ENAMETOOLONG: "the name is too long for the file system",
};

/** Why a file could not be read, in words instead of the system's code. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return lookUp(REASONS, code) ?? messageOf(error);
}
