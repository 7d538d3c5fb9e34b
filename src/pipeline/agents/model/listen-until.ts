/** How long somebody who was told to end may take, in milliseconds. */
const GRACE = 2000;

/**
 * Hands on what a generator gives, until it ends or one of the signals fires and it does not end by itself soon after.
 * Then the result is undefined, and it is left to itself: a stream that has fallen silent need not hear a signal.
 */
export async function* listenUntil<T, R>(
  events: AsyncGenerator<T, R, void>,
  signals: readonly AbortSignal[],
  grace = GRACE,
): AsyncGenerator<T, R | undefined, void> {
  const left = leaveAfter(signals, grace);
  try {
    for (;;) {
      const next = await Promise.race([events.next(), left.over]);
      if (next === undefined) {
        // Not waited for: it would be answered only after what it is stuck in.
        events.return(undefined as R).catch(() => undefined);
        return undefined;
      }
      if (next.done === true) return next.value;
      yield next.value;
    }
  } finally {
    left.release();
  }
}

/** Settles a while after one of the signals has fired. */
function leaveAfter(signals: readonly AbortSignal[], grace: number) {
  let timer: NodeJS.Timeout | undefined;
  const release: (() => void)[] = [];
  const over = new Promise<undefined>((resolve) => {
    const begin = (): void => {
      timer ??= setTimeout(resolve, grace, undefined);
    };
    for (const signal of signals) {
      if (signal.aborted) begin();
      else signal.addEventListener("abort", begin);
      release.push(() => signal.removeEventListener("abort", begin));
    }
  });
  return {
    over,
    release(): void {
      clearTimeout(timer);
      for (const one of release) one();
    },
  };
}
