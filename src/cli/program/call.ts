import type { ExitCode, Io } from "../io.ts";

/** One call of the program, as every command is given it. */
export interface Call {
  readonly io: Io;
  /** What stands behind `--`: paths, whatever they look like. */
  readonly paths: readonly string[];
  /** Takes the code with which the process should end. */
  readonly finish: (code: ExitCode) => void;
  /** The same of a command whose work is what it prints: where that cannot be written, it has not finished. */
  readonly finishPrinting: (code: ExitCode) => void;
}
