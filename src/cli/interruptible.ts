const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that looks at the signal between its parts. The first Ctrl-C (or SIGTERM, or SIGHUP) lets the part in hand end, so that nothing is
 * half written; the second ends the process at once. Resolves to whether it was interrupted.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of SIGNALS) process.once(name, stop);
  try {
    await work(controller.signal);
    return controller.signal.aborted;
  } finally {
    for (const name of SIGNALS) process.removeListener(name, stop);
  }
}
