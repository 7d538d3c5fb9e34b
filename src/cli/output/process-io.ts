import { EXIT, type Io } from "../io.ts";

/**
 * The process as commands see it. Output that cannot be written stops nothing: a review goes on and is kept, and its exit
 * code stays what it is.
 */
export function processIo(): Io {
  let isLost = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) is no failure of anybody.
    if (isLost || error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
    isLost = true;
    process.stderr.write(`could not write to standard output: ${error.message}\n`);
  });
  // There is nowhere left to tell it.
  process.stderr.on("error", () => {});
  const isOutputLost = async (): Promise<boolean> => {
    await new Promise((resolve) => process.stdout.write("", resolve));
    return isLost;
  };
  const { stdout, stderr, env } = process;
  return {
    stdout,
    stderr,
    // Opened only by who asks for it.
    get stdin() {
      return process.stdin;
    },
    env,
    cwd: () => process.cwd(),
    isOutputLost,
  };
}

/** Whatever nobody caught is our fault: without this Node would end with 1, which means a finding and nothing else. */
export function catchTheRest(io: Io): void {
  // Also when nothing is left to wait for while a command has not ended.
  process.exitCode = EXIT.internal;
  let isFailing = false;
  const fail = (error: unknown): void => {
    if (isFailing) process.exit(EXIT.internal);
    isFailing = true;
    void describeFault(error, io);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
}

/** What it needs is loaded only now: a program that asks for the version must not wait for it. */
async function describeFault(thrown: unknown, io: Io): Promise<never> {
  try {
    const [{ showError }, { maskIo }] = await Promise.all([import("./show-error.ts"), import("./show-error.ts")]);
    showError(thrown, maskIo(io));
  } finally {
    process.exit(EXIT.internal);
  }
}
