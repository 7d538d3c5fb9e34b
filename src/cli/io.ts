import { isAbsolute, relative } from "node:path";
import type { WriteStream } from "node:tty";
import { printable, safeJson } from "#util/printable.ts";

/** What a command uses of the process. Tests pass their own. */
export interface Io {
  readonly stdout: Pick<WriteStream, "write"> & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Pick<WriteStream, "write"> & {
    readonly isTTY?: boolean;
    readonly columns?: number;
    readonly rows?: number;
  };
  /** Where a person answers; absent if nobody can. */
  readonly stdin?: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  cwd(): string;
  /** Whether output was lost for another reason than a reader that closed its pipe. */
  isOutputLost?(): Promise<boolean>;
}

/** The documented exit codes. 1 means a finding and nothing else. */
export const EXIT = { ok: 0, findings: 1, user: 2, incomplete: 3, internal: 70, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A path relative to the current folder; in full if it is outside. */
export function shortPath(path: string, io: Pick<Io, "cwd">): string {
  const short = relative(io.cwd(), path);
  return printable(short === "" || short.startsWith("..") || isAbsolute(short) ? path : short);
}

/** A path as a shell takes it for one word. */
export function shellWord(path: string): string {
  return printable(/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`);
}

/** The command that resumes a review, with the archive that the user named. */
export function resumeCommand({ archive }: { readonly archive?: string }, id?: string): string {
  return [
    "deep-review resume",
    ...(id === undefined ? [] : [id]),
    ...(archive === undefined ? [] : [`--archive ${shellWord(archive)}`]),
  ].join(" ");
}

/** Prints a value as JSON. */
export function printJson(value: unknown, io: Pick<Io, "stdout">): void {
  io.stdout.write(`${safeJson(value, 2)}\n`);
}

/** How a report is drawn on standard output. */
export function terminalOptions(io: Io): { readonly width: number; readonly color: boolean } {
  return { width: io.stdout.columns ?? 100, color: wantsColor(io, io.stdout) };
}

/** Whether to use colours on this stream. */
export function wantsColor(io: Io, stream: { readonly isTTY?: boolean }): boolean {
  if (io.env["NO_COLOR"] !== undefined && io.env["NO_COLOR"] !== "") return false;
  if (io.env["FORCE_COLOR"] !== undefined && io.env["FORCE_COLOR"] !== "0") return true;
  return stream.isTTY === true && io.env["TERM"] !== "dumb";
}

/** The width for text on this stream: that of the terminal within limits, or 80 if it is unknown. */
export function readableWidth({ columns }: { readonly columns?: number }): number {
  return columns === undefined || columns < NARROWEST ? USUAL : Math.min(columns, MAX_WIDTH);
}

const NARROWEST = 20;
const USUAL = 80;
const MAX_WIDTH = 100;
