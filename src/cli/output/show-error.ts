import { explainDiskError } from "#adapters/store/write-file.ts";
import { printable } from "#util/printable.ts";
import { InternalError, UserError } from "#util/errors.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { VERSION } from "../version.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";

/** Prints what went wrong, why and how to fix it. Returns the exit code. */
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

/** Three lines: what happened, why, and the fix. */
export function formatUserError({ what, why, fix }: UserError): string {
  return [`error: ${printable(what)}`, `  why: ${printable(why)}`, `  fix: ${printable(fix)}`].join("\n");
}

function maskPaths(text: string, io: Io): string {
  const home = io.env["HOME"];
  return home === undefined || home.length < 2 ? text : text.replaceAll(home, "~");
}

/** The same, with credentials masked in everything that is printed. */
export function maskIo(io: Io): Io {
  const [stdout, stderr] = [maskStream(io.stdout), maskStream(io.stderr)];
  return Object.create(io, { stdout: { value: stdout }, stderr: { value: stderr } }) as Io;
}

/** Everything but `write` stays that of the stream, such as `isTTY` and the current `columns`. */
function maskStream<Stream extends Io["stdout"]>(stream: Stream): Stream {
  const write: Stream["write"] = (text: string | Uint8Array, ...rest: never[]) =>
    stream.write(typeof text === "string" ? maskSecrets(text) : text, ...rest);
  return Object.create(stream, { write: { value: write } }) as Stream;
}
