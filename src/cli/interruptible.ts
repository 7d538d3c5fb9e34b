import { setMaxListeners } from "node:events";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that looks at the signal between its parts. The first Ctrl-C (or SIGTERM, or SIGHUP) lets the part in hand end, so that nothing is
 * half written; the second ends the process at once. Resolves to whether it was interrupted.
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
    // Whoever presses Ctrl-C can press it again; nobody repeats the others.
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

/** So long may work take to end in order. */
const MAX_ENDING = 5000;

/**
 * Ends the process should the work not end by itself: a read that never answers hears no signal. It ends by SIGINT, which
 * a shell tells as 130; to exit would be to wait for the same read.
 */
function endByForce(within = MAX_ENDING): NodeJS.Timeout {
  return setTimeout(() => {
    process.stderr.write(
      "Interrupted. Something did not respond and was abandoned; `deep-review resume` shows what is stored.\n",
    );
    process.removeAllListeners("SIGINT");
    process.kill(process.pid, "SIGINT");
  }, within).unref();
}

/** How a round is told to end. */
export interface Stops {
  /** The reviewers end; what they have said is reported. */
  readonly stop: AbortSignal;
  /** Everything ends at once. */
  readonly signal: AbortSignal;
}

/**
 * Runs a round. The first Ctrl-C stops the reviewers, so that what they have said is reported; the second ends the
 * process at once, as it would without us. SIGTERM and SIGHUP, which nobody repeats, end the round in order, and after a
 * while by force.
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

/** Whether this was thrown because the round was told to end, and for no other reason. */
export function isStopping(error: unknown, { stop, signal }: Stops): boolean {
  const told = [stop, signal].filter(({ aborted }) => aborted);
  if (told.length === 0) return false;
  return told.some(({ reason }) => reason === error) || (error instanceof Error && error.name === "AbortError");
}

/** Every reviewer of a large panel listens; that is no leak, and a warning would spoil the screen. */
function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
