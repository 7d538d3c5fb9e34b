import { messageOf } from "#util/errors.ts";
import { EXIT, type Io } from "../io.ts";

/** The process as commands see it. If output cannot be written, a review still finishes and keeps its exit code. */
export function processIo(): Io {
  let isLost = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes its pipe (`| head`) is not a failure.
    if (isLost || error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
    isLost = true;
    process.stderr.write(`could not write to standard output: ${messageOf(error)}\n`);
  });
  // There is nowhere left to report it.
  process.stderr.on("error", () => {});
  const isOutputLost = async (): Promise<boolean> => {
    await new Promise((resolve) => process.stdout.write("", resolve));
    return isLost;
  };
  const { stdout, stderr, env } = process;
  return {
    stdout,
    stderr,
    // Opened only when it is used.
    get stdin() {
      return process.stdin;
    },
    env,
    cwd: () => process.cwd(),
    isOutputLost,
  };
}

/** Reports uncaught errors as bugs. Without this Node would exit with 1, which means a finding and nothing else. */
export function reportUncaughtErrors(io: Io): void {
  // Also if the event loop runs empty before the command has ended.
  process.exitCode = EXIT.internal;
  let isFailing = false;
  const fail = (error: unknown): void => {
    // A second error must not end the process before the first one is printed.
    if (isFailing) return;
    isFailing = true;
    setTimeout(() => process.exit(EXIT.internal), MAX_REPORT_MS).unref();
    void reportAndExit(error, io);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
}

/** Reporting an error takes at most this long. */
const MAX_REPORT_MS = 5000;

/** Loads what it needs only now, so that `--version` stays fast. */
async function reportAndExit(thrown: unknown, io: Io): Promise<never> {
  try {
    const { showError, maskIo } = await import("./show-error.ts");
    showError(thrown, maskIo(io));
  } finally {
    process.exit(EXIT.internal);
  }
}
