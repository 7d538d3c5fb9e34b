import type { GitHubWait } from "#adapters/github/client.ts";

export interface Waits {
  readonly stop: AbortSignal;
  readonly onWait: (wait: GitHubWait) => void;
}

/** Ends a wait that the platform asked for when the user stops. A running request is not aborted. */
export function endWaits({ stop, onWait }: Waits) {
  const ender = new AbortController();
  let waitsUntil = 0;
  const onStop = (): void => {
    if (Date.now() < waitsUntil) ender.abort();
  };
  stop.addEventListener("abort", onStop);
  return {
    signal: ender.signal,
    onWait(wait: GitHubWait): void {
      waitsUntil = Date.now() + wait.ms;
      onWait(wait);
      if (stop.aborted) ender.abort();
    },
    close: (): void => stop.removeEventListener("abort", onStop),
  };
}
