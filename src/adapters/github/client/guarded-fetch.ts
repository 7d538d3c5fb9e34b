/** What a guarded fetch is told. */
interface FetchGuard {
  readonly signal: AbortSignal | undefined;
  /** For one request, from its beginning to the last byte of its answer. */
  readonly timeoutMs: number;
  /** How long nothing at all may come. */
  readonly silenceMs: number;
  /** After so long without an answer the user is told. */
  readonly slowMs: number;
  readonly onSlow: () => void;
  /** Hears of every request that goes out. */
  readonly onRequest: () => void;
}

/**
 * Node's `fetch` for the platform's client: with a deadline, and with the whole answer read before it is handed on, so that
 * a connection that breaks within the answer counts as lost. A redirect to another host goes without the token (`fetch`
 * itself takes it away). The answer is called plain text: the client's own reader of JSON alters texts that look like large
 * numbers, so it is read by us.
 */
export function guardedFetch(guard: FetchGuard): typeof fetch {
  const { signal, timeoutMs, silenceMs, slowMs, onSlow, onRequest } = guard;
  return async (input, init) => {
    signal?.throwIfAborted();
    onRequest();
    const ender = new AbortController();
    const endAfter = (ms: number) => setTimeout(() => ender.abort(new Error(`no answer within ${ms / 1000} s`)), ms);
    const [whole, silence, slow] = [endAfter(timeoutMs), endAfter(silenceMs), setTimeout(onSlow, slowMs)];
    const stop = (): void => ender.abort(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const answer = await fetch(input, { ...init, signal: ender.signal });
      clearTimeout(slow);
      const text = await readText(answer, () => silence.refresh());
      const headers = new Headers(answer.headers);
      headers.set("content-type", "text/plain; charset=utf-8");
      for (const name of ["content-encoding", "content-length", "deprecation"]) headers.delete(name);
      // A query that took the platform too long is answered with 200 and these words; as a failure it is asked again.
      const isFailure = answer.status === 200 && text.length < 2000 && text.includes(BROKEN_QUERY);
      const status = isFailure ? 502 : answer.status;
      return new Response(BODILESS.has(status) ? null : text, { status, headers });
    } finally {
      for (const timer of [whole, silence, slow]) clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  };
}

const BROKEN_QUERY = "Something went wrong while executing your query";
const BODILESS = new Set([101, 103, 204, 205, 304]);

/** Far more than any answer that we ask for; a server that never stops is not waited for. */
const MAX_BYTES = 64 * 1024 * 1024;

async function readText(answer: Response, onChunk: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    onChunk();
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("the answer is larger than 64 MB");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
