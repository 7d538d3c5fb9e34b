/** A program to be started. Nothing of our own environment is passed on but what stands here. */
export interface Launch {
  /** A path, or a name that is looked up in the launch's own `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Written to the program's input, which is closed behind it. */
  readonly input?: string;
  /** Leaves the input open behind `input`, for a conversation by `send`. */
  readonly keepStdin?: boolean;
}

/** A line of output without its line end. A line beyond the cap comes in pieces, in order. */
export interface OutputLine {
  readonly text: string;
  /** 0 for a whole line and for the first piece of a long one. */
  readonly piece: number;
  /** False when more of the same line follows. */
  readonly isLast: boolean;
}

/** Who looks at a running program, and how long it may take. A slow `on…` holds the program's output back. */
export interface Watch {
  readonly onLine?: (line: OutputLine) => void | Promise<void>;
  /** Every byte of the standard output, as it arrives and before its lines. */
  readonly onStdout?: (chunk: Buffer) => void | Promise<void>;
  readonly onStderr?: (chunk: Buffer) => void | Promise<void>;
  /** Called once, when the program runs. */
  readonly onStart?: (controls: ProcessControls) => void;
  readonly signal?: AbortSignal | undefined;
  /** For the whole run, in milliseconds. */
  readonly deadline?: number | undefined;
  /** Longest silence on both outputs, in milliseconds. */
  readonly idle?: number | undefined;
  /** Between the polite end and the hard one, in milliseconds; 3 seconds when absent. */
  readonly grace?: number | undefined;
  /** Longest line in bytes that is delivered in one piece; 32 MB when absent. */
  readonly longestLine?: number | undefined;
}

/** What can be done with a program while it runs. After its end all of it does nothing. */
export interface ProcessControls {
  /** The leader of the program's own process group. */
  readonly pid: number;
  /** Writes to the input that was kept open; false when it is closed. */
  send(text: string): Promise<boolean>;
  endInput(): void;
  /** Counts as a sign of life for the idle deadline. */
  touch(): void;
}

/** Why a program did not run at all. */
export type NotStarted = "not-found" | "not-allowed" | "bad-folder" | "failed";

/** How a program's run came to its end. */
export type ProcessEnding =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "not-started"; readonly reason: NotStarted; readonly message: string }
  | { readonly kind: "aborted"; readonly reason: unknown }
  | { readonly kind: "deadline"; readonly after: number }
  | { readonly kind: "idle"; readonly after: number };

/** What is known after the end. Times are milliseconds. */
export interface ProcessResult {
  readonly ending: ProcessEnding;
  /** How the leader itself ended, also when we made it; absent when it never ran. */
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
  /** The last 64 kB of the error output. */
  readonly stderrTail: string;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly took: number;
  /** Until the first byte of output; absent when there was none. */
  readonly firstByteAfter?: number;
  /** Processes that did not end when asked politely and were killed. */
  readonly killed: number;
  /** Processes that could not be ended at all; 0 but for those stuck in the kernel. */
  readonly left: number;
}
