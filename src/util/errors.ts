/** An error that only the user can fix: shown as three lines without a stack, exit code 2. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly what: string;
  readonly why: string;
  readonly fix: string;

  constructor({ what, why, fix, cause }: { what: string; why: string; fix: string; cause?: unknown }) {
    super(`${what}: ${why}`, cause === undefined ? undefined : { cause });
    this.what = what;
    this.why = why;
    this.fix = fix;
  }
}

/** A bug of ours: shown with its stack and a request to report it, exit code 70. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** The text of anything that was thrown. An error of the system is told in words, with the file that it is about. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = systemWords(error);
  if (words === undefined) return error.message;
  return "path" in error ? `${words}: ${String(error.path)}` : words;
}

/** Why a file that the message names already could not be read, in words instead of the system's code. */
export function whyUnreadable(error: unknown): string {
  return systemWords(error) ?? messageOf(error);
}

const SYSTEM_ERRORS = new Map([
  ["ENOENT", "no such file or folder"],
  ["EACCES", "permission was denied"],
  ["EPERM", "permission was denied"],
  ["EISDIR", "it is a folder"],
  ["ELOOP", "links in its path lead in a circle"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  ["EEXIST", "a file or folder of that name is in the way"],
  ["ENAMETOOLONG", "the name is too long for the file system"],
  ["ENOSPC", "no space is left on the disk"],
  ["EDQUOT", "the disk quota is used up"],
  ["EROFS", "the file system is read-only"],
  ["EMFILE", "too many files are open"],
  ["EIO", "the disk failed"],
]);

function systemWords(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? SYSTEM_ERRORS.get(String(error.code)) : undefined;
}

/** Whether this is a system error of this code: `ENOENT`, `EEXIST`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
