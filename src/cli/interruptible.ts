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
  const stop = (): void => {
    onStop();
    controller.abort();
  };
  for (const name of SIGNALS) process.once(name, stop);
  try {
    await work(controller.signal);
    return controller.signal.aborted;
  } finally {
    for (const name of SIGNALS) process.removeListener(name, stop);
  }
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
 * process at once, as it would without us. SIGTERM and SIGHUP, which nobody repeats, end the round in order.
 */
export async function stoppable(work: (stops: Stops) => Promise<void>, onStop: () => void): Promise<Stops> {
  const stop = createController();
  const end = createController();
  const onInterrupt = (): void => {
    onStop();
    stop.abort();
  };
  const onTerminate = (): void => end.abort();
  process.once("SIGINT", onInterrupt);
  process.once("SIGTERM", onTerminate);
  process.once("SIGHUP", onTerminate);
  try {
    const stops = { stop: stop.signal, signal: end.signal };
    await work(stops);
    return stops;
  } finally {
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
