interface FetchGuard {
  readonly signal: AbortSignal | undefined;
  /** For one request, from its beginning to the last byte of its answer. */
  readonly timeoutMs: number;
  /** The longest time without any data. */
  readonly silenceMs: number;
  /** The time without an answer until `onSlow`. */
  readonly slowMs: number;
  readonly onSlow: () => void;
  /** Called for every request. */
  readonly onRequest: () => void;
}

/**
 * Node's `fetch` for octokit, with deadlines. Reads the whole answer first, so that a connection that breaks within the
 * answer counts as lost. `fetch` itself drops the token on a redirect to another host. Labels the answer as plain text,
 * because octokit's JSON parser alters texts that look like large numbers; we parse it ourselves.
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
      // GitHub answers a query that took too long with 200 and this text. As a failure it is retried.
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

/** Far more than any expected answer. */
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
