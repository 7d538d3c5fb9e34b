/**
 * Fetch for model requests. It follows no redirects, because the other server would get the key too. An abort works for
 * as long as the answer is read, even while the server sends nothing.
 */
export const carefulFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  const { body, status, statusText, headers } = response;
  const signal = init?.signal;
  if (body === null || signal === undefined || signal === null) return response;
  return new Response(endOnAbort(body, signal), { status, statusText, headers });
};

/** The same stream, but an abort makes it fail and closes the connection. Fetch may ignore its signal after the headers. */
function endOnAbort(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const ended = new AbortController();
  const leave = (reason: unknown): void => {
    ended.abort();
    reader.cancel(reason).catch(() => undefined);
  };
  return new ReadableStream({
    start(controller) {
      const onAbort = (): void => {
        controller.error(signal.reason);
        leave(signal.reason);
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true, signal: ended.signal });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (ended.signal.aborted) return;
      if (!done) return controller.enqueue(value);
      ended.abort();
      controller.close();
    },
    cancel: leave,
  });
}
