import { setMaxListeners } from "node:events";

/**
 * A signal that is aborted with the first of several. `AbortSignal.any` does the same, but in some versions of Node its
 * result may be collected while somebody still listens to it, and then the abort is never heard.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) controller.abort(aborted.reason);
  for (const signal of controller.signal.aborted ? [] : signals) {
    // Many reviewers listen to one signal; that is no leak, and a warning would spoil the screen.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true, signal: controller.signal });
  }
  return controller.signal;
}
