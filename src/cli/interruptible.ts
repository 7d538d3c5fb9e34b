import { setMaxListeners } from "node:events";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ends the process in order after a signal that no work waits for: before work begins, after it ended, or a second time.
 * Without this, Node would leave our temporary folders behind.
 */
export function exitOnSignals(): void {
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (process.listenerCount(name) === 1) leave(name);
    });
  }
}

/**
 * Ends the process at once by a signal, after the listeners of "exit" have removed our temporary folders. `process.exit`
 * would wait for a read that never returns.
 */
function leave(name: NodeJS.Signals): void {
  process.emit("exit", 1);
  process.removeAllListeners(name);
  process.kill(process.pid, name);
}

/**
 * Runs work that checks the signal between its steps. The first Ctrl-C (or SIGTERM, or SIGHUP) lets the current step
 * finish, so that nothing is half written; the second ends the process at once. Resolves to whether it was interrupted.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<void>,
  onStop: () => void = () => {},
): Promise<boolean> {
  const controller = createController();
  let force: NodeJS.Timeout | undefined;
  const stop = (name: NodeJS.Signals): void => {
    onStop();
    controller.abort();
    // A person can press Ctrl-C again; nobody repeats the other signals.
    if (name !== "SIGINT") force = endByForce();
  };
  for (const name of SIGNALS) process.once(name, stop);
  try {
    await work(controller.signal);
    return controller.signal.aborted;
  } finally {
    clearTimeout(force);
    for (const name of SIGNALS) process.removeListener(name, stop);
  }
}

/** How long work may take to end in order, in milliseconds. */
const MAX_ENDING = 5000;

/** Ends the process if the work does not end by itself, such as a read that never returns. A shell reports 130. */
function endByForce(within = MAX_ENDING): NodeJS.Timeout {
  return setTimeout(() => {
    process.stderr.write(
      "Interrupted. Something did not respond and was abandoned; `deep-review resume` shows what is stored.\n",
    );
    leave("SIGINT");
  }, within).unref();
}

/** The two signals that end a round. */
export interface Stops {
  /** The reviewers end; what they have found so far is reported. */
  readonly stop: AbortSignal;
  /** Everything ends at once. */
  readonly signal: AbortSignal;
}

/**
 * Runs a round. The first Ctrl-C stops the reviewers, and what they have found so far is reported; the second ends the
 * process at once. SIGTERM and SIGHUP, which nobody repeats, end the round in order, and after a while by force.
 */
export async function stoppable(
  work: (stops: Stops) => Promise<void>,
  onStop: () => void,
  maxEnding = MAX_ENDING,
): Promise<Stops> {
  const stop = createController();
  const end = createController();
  const onInterrupt = (): void => {
    onStop();
    stop.abort();
  };
  let force: NodeJS.Timeout | undefined;
  const onTerminate = (): void => {
    end.abort();
    force = endByForce(maxEnding);
  };
  process.once("SIGINT", onInterrupt);
  process.once("SIGTERM", onTerminate);
  process.once("SIGHUP", onTerminate);
  try {
    const stops = { stop: stop.signal, signal: end.signal };
    await work(stops);
    return stops;
  } finally {
    clearTimeout(force);
    process.removeListener("SIGINT", onInterrupt);
    process.removeListener("SIGTERM", onTerminate);
    process.removeListener("SIGHUP", onTerminate);
  }
}

/** Whether an error was thrown only because the round was stopped. */
export function isStopping(error: unknown, { stop, signal }: Stops): boolean {
  const aborted = [stop, signal].filter((one) => one.aborted);
  if (aborted.length === 0) return false;
  return aborted.some(({ reason }) => reason === error) || (error instanceof Error && error.name === "AbortError");
}

/** Without a limit on listeners: a large panel has many, and Node's warning would spoil the screen. */
function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
