import type { ExitCode, Io } from "../io.ts";

/** One call of the program, passed to every command. */
export interface Call {
  readonly io: Io;
  /** The arguments after `--`: paths, whatever they look like. */
  readonly paths: readonly string[];
  /** Sets the exit code. */
  readonly finish: (code: ExitCode) => void;
  /** The same for a command whose result is its output: it fails if that cannot be written. */
  readonly finishPrinting: (code: ExitCode) => void;
}

/** The help of an argument that names a review. */
export const WHICH_REVIEW =
  "a review: its id, the start of its id, or last for the newest of all (default: the newest of the branch)";
