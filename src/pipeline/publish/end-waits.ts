import type { GitHubWait } from "#adapters/github/client.ts";

/** Who may stop a publication, and who hears of its waits. */
export interface Waits {
  readonly stop: AbortSignal;
  readonly onWait: (wait: GitHubWait) => void;
}

/** A wait that the platform asks for ends when the user stops; a request that is under way does not. */
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
