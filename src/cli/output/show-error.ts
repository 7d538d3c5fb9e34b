import { explainDiskError } from "#adapters/store/write-file.ts";
import { printable } from "#util/printable.ts";
import { InternalError, UserError } from "#util/errors.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { VERSION } from "../version.ts";

/** Prints what went wrong, why and what to do, and says which exit code that is. */
export function showError(thrown: unknown, io: Io): ExitCode {
  const error = explainDiskError(thrown);
  if (error instanceof UserError) {
    io.stderr.write(`${formatUserError(error)}\n`);
    return EXIT.user;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const known = error instanceof InternalError ? "an internal check failed" : "the program failed";
  io.stderr.write(
    `error: ${known}; this is a bug in Deep Review\n` +
      `${printable(maskPaths(stack, io), { keepNewlines: true })}\n` +
      `  fix: please report it, with the lines above, deep-review ${VERSION}, node ${process.version}\n`,
  );
  return EXIT.internal;
}

/** Three lines: what happened, why, what to do. */
export function formatUserError({ what, why, fix }: UserError): string {
  return [`error: ${printable(what)}`, `  why: ${printable(why)}`, `  fix: ${printable(fix)}`].join("\n");
}

function maskPaths(text: string, io: Io): string {
  const home = io.env["HOME"];
  return home === undefined || home.length < 2 ? text : text.replaceAll(home, "~");
}
