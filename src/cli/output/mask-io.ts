import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import type { Io } from "../io.ts";

/** The same with credentials masked in all that is printed, whatever command or error it comes from. */
export function maskIo(io: Io): Io {
  const [stdout, stderr] = [maskStream(io.stdout), maskStream(io.stderr)];
  return Object.create(io, { stdout: { value: stdout }, stderr: { value: stderr } }) as Io;
}

/** It stays the stream that it is in everything else: whether it is a terminal, and how wide now. */
function maskStream<Stream extends Io["stdout"]>(stream: Stream): Stream {
  const write: Stream["write"] = (text: string | Uint8Array, ...rest: never[]) =>
    stream.write(typeof text === "string" ? maskSecrets(text) : text, ...rest);
  return Object.create(stream, { write: { value: write } }) as Stream;
}
