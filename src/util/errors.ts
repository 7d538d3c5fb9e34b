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

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether this is a system error of this code: `ENOENT`, `EEXIST`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
