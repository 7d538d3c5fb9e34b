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
  const controller = new AbortController();
  // Every reviewer of a large panel listens; that is no leak, and a warning would spoil the screen.
  setMaxListeners(0, controller.signal);
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
