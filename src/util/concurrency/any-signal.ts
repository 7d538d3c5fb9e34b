import { setMaxListeners } from "node:events";

/**
 * A signal that is aborted with the first of several. `AbortSignal.any` does the same, but in some versions of Node its
 * result may be garbage-collected while it still has listeners, and the abort is then lost.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) controller.abort(aborted.reason);
  for (const signal of controller.signal.aborted ? [] : signals) {
    // Many reviewers listen to one signal. That is not a leak, and a warning would disturb the display.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true, signal: controller.signal });
  }
  return controller.signal;
}
