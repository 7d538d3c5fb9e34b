import { setMaxListeners } from "node:events";

/**
 * Runs work that looks at the signal between its parts. The first Ctrl-C lets the part in hand end, so that nothing is
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
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    await work(controller.signal);
    return controller.signal.aborted;
  } finally {
    process.removeListener("SIGINT", stop);
    process.removeListener("SIGTERM", stop);
  }
}
