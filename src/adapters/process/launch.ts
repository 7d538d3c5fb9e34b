import type { Orphan } from "./left-behind.ts";

/** A program to start. It gets no variable of our own environment except those in `env`. */
export interface Launch {
  /** A path, or a name to look up in the launch's own `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Written to the program's input, which is then closed. */
  readonly input?: string;
  /** Can be read by the program on its descriptor 4, and ends there. */
  readonly handed?: Uint8Array;
  /** Leaves the input open after `input`, for `send`. */
  readonly keepStdin?: boolean;
}

/** A line of output without its line end. A line over the limit is delivered in pieces, in order. */
export interface OutputLine {
  readonly text: string;
  /** 0 for a whole line and for the first piece of a long one. */
  readonly piece: number;
  /** False when more of the same line follows. */
  readonly isLast: boolean;
}

/** Callbacks and time limits for a running program. A slow callback holds the program's output back. */
export interface Watch {
  readonly onLine?: (line: OutputLine) => void | Promise<void>;
  /** Gets every byte of the standard output as it arrives, before `onLine`. */
  readonly onStdout?: (chunk: Buffer) => void | Promise<void>;
  readonly onStderr?: (chunk: Buffer) => void | Promise<void>;
  /** Called once, when the program has started. */
  readonly onStart?: (controls: ProcessControls) => void;
  readonly signal?: AbortSignal | undefined;
  /** For the whole run, in milliseconds. */
  readonly deadline?: number | undefined;
  /** Longest silence on both outputs, in milliseconds. */
  readonly idle?: number | undefined;
  /** What the program and everything it started may use together. */
  readonly limits?: RunLimits | undefined;
  /** Milliseconds between SIGTERM and SIGKILL; 3 seconds by default. */
  readonly grace?: number | undefined;
  /** Longest line in bytes that is delivered in one piece; 32 MB by default. */
  readonly longestLine?: number | undefined;
}

/** Limits for a program and everything it started, together. Output and disk are looked at twenty times a second, the others up to ten times. */
export interface RunLimits {
  /** Memory of its own, in bytes; what processes share with others is not counted. */
  readonly memory: number;
  readonly processes: number;
  /** Bytes on both outputs. */
  readonly output: number;
  /** Bytes that must stay free on the disk of its working folder. */
  readonly freeDisk: number;
}

/** Controls of a running program. They do nothing after its end. */
export interface ProcessControls {
  /** The leader of the program's own process group. */
  readonly pid: number;
  /** Writes to the input that was kept open; false if it is closed. */
  send(text: string): Promise<boolean>;
  endInput(): void;
  /** Counts as a sign of life for the idle deadline. */
  touch(): void;
  /** What it started and what lives on although the command that started it has ended. */
  orphans(): Promise<readonly Orphan[]>;
}

/** Why a program did not start. */
export type NotStarted = "not-found" | "not-allowed" | "bad-folder" | "failed";

/** How a program's run ended. */
export type ProcessEnding =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "not-started"; readonly reason: NotStarted; readonly message: string }
  | { readonly kind: "aborted"; readonly reason: unknown }
  | { readonly kind: "deadline"; readonly after: number }
  | { readonly kind: "idle"; readonly after: number }
  | { readonly kind: "limit"; readonly why: string };

/** The result of a run. Times are milliseconds. */
export interface ProcessResult {
  readonly ending: ProcessEnding;
  /** How the leader itself ended, even if we ended it; absent if it never ran. */
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
  /** The last 64 kB of the error output. */
  readonly stderrTail: string;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly took: number;
  /** Command lines of what still ran when the leader had ended by itself. It was ended then. */
  readonly outlived: readonly string[];
  /** Number of processes that ignored SIGTERM and were killed. */
  readonly killed: number;
  /** Number of processes that could not be ended: those stuck in the kernel. */
  readonly left: number;
}
