import { isAbsolute, relative } from "node:path";
import type { WriteStream } from "node:tty";
import { printable } from "#util/printable.ts";

/** What a command may use of the process, so that tests can run it in place. */
export interface Io {
  readonly stdout: Pick<WriteStream, "write"> & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Pick<WriteStream, "write"> & {
    readonly isTTY?: boolean;
    readonly columns?: number;
    readonly rows?: number;
  };
  /** Where a person answers; absent where nobody can. */
  readonly stdin?: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  cwd(): string;
  /** Whether something that was printed could not be written, and not because its reader had seen enough. */
  isOutputLost?(): Promise<boolean>;
}

/** Exit codes, as the product promises them. 1 means a finding and nothing else. */
export const EXIT = { ok: 0, findings: 1, user: 2, incomplete: 3, internal: 70, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A path as one would write it from here; in full where that leads out of this folder. */
export function shortPath(path: string, io: Pick<Io, "cwd">): string {
  const short = relative(io.cwd(), path);
  return printable(short === "" || short.startsWith("..") || isAbsolute(short) ? path : short);
}

/** Whether to colour what goes to this stream. */
export function wantsColor(io: Io, stream: { readonly isTTY?: boolean }): boolean {
  if (io.env["NO_COLOR"] !== undefined && io.env["NO_COLOR"] !== "") return false;
  if (io.env["FORCE_COLOR"] !== undefined && io.env["FORCE_COLOR"] !== "0") return true;
  return stream.isTTY === true && io.env["TERM"] !== "dumb";
}

/** How wide a text for people may be on this stream; a terminal that does not know its size, or is no terminal, is as usual. */
export function readableWidth({ columns }: { readonly columns?: number }): number {
  return columns === undefined || columns < NARROWEST ? USUAL : Math.min(columns, MAX_WIDTH);
}

const NARROWEST = 20;
const USUAL = 80;
const MAX_WIDTH = 100;
