import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import type { ApiUrls } from "../api-urls.ts";
import { GitHubError } from "./github-error.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { RawAnswer } from "./rate-limit.ts";

/** A request to send. */
export interface Sending {
  /** How it is counted, and whether it may be retried. */
  readonly kind: "reads" | "queries" | "writes";
  /** `GET /repos/{owner}/{repo}` */
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

interface TransportOptions {
  readonly host: string;
  readonly urls: ApiUrls;
  readonly token?: string;
  readonly tokenFrom: string | undefined;
  readonly userAgent: string;
  readonly signal?: AbortSignal;
  readonly pace?: boolean;
  readonly timeoutMs?: number;
  readonly slowMs?: number;
  readonly onSlow?: (attempt: number) => void;
  readonly onRequest: (kind: Sending["kind"]) => void;
}

/** Sends a request and returns the answer, whatever its status. Throws if there is none. */
type Transport = (sending: Sending) => Promise<RawAnswer>;

/**
 * Opens a transport with octokit, which is loaded with the first request. Uses two clients: one retries reads, the other
 * sends writes once, with the pauses that GitHub asks for. They do not wait for rate limits, since octokit could neither
 * abort nor report such a wait.
 */
export function openTransport(options: TransportOptions): Transport {
  let clients: Promise<Clients> | undefined;
  return async (sending) => {
    options.signal?.throwIfAborted();
    clients ??= loadClients(options);
    const { asking, writing } = await clients;
    const client = sending.kind === "writes" ? writing : asking;
    let attempt = 0;
    const fetch = guardedFetch({
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? MAX_LENGTH,
      silenceMs: options.timeoutMs ?? SILENCE[sending.kind],
      slowMs: options.slowMs ?? SLOW,
      onSlow: () => options.onSlow?.(attempt),
      onRequest: () => {
        attempt += 1;
        options.onRequest(sending.kind);
      },
    });
    try {
      const parameters = { ...split(sending), request: { fetch } };
      return answerOf(await orAborted(client.request(sending.route, parameters), options.signal));
    } catch (error) {
      options.signal?.throwIfAborted();
      if (isAnswered(error)) return answerOf(error.response);
      throw lost(error, sending, options);
    }
  };
}

const MAX_LENGTH = 60_000;
const SLOW = 10_000;

/** A read has three attempts, so that a server that never answers costs a minute. A write has one attempt. */
const SILENCE: Readonly<Record<Sending["kind"], number>> = { reads: 20_000, queries: 20_000, writes: MAX_LENGTH };

interface Clients {
  readonly asking: Client;
  readonly writing: Client;
}

interface Client {
  request(route: string, parameters: Record<string, unknown>): Promise<Wire>;
}

/** Octokit's answer. Our fetch labels every answer as plain text. */
interface Wire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

async function loadClients({ urls, token, userAgent, pace = true }: TransportOptions): Promise<Clients> {
  const [{ Octokit }, { retry }, { throttling }] = await Promise.all([
    import("@octokit/core"),
    import("@octokit/plugin-retry"),
    import("@octokit/plugin-throttling"),
  ]);
  const common = {
    baseUrl: urls.rest,
    userAgent,
    auth: token,
    log: { debug: silent, info: silent, warn: silent, error: silent },
  };
  const Asking = Octokit.plugin(retry);
  const Writing = Octokit.plugin(throttling);
  return {
    // Retries after 1 and 4 seconds, but not what was refused. Rate limits are handled elsewhere.
    asking: new Asking({
      ...common,
      retry: {
        retries: 2,
        doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451],
        retryAfterBaseValue: pace ? 1000 : 10,
      },
    }) as unknown as Client,
    writing: new Writing({
      ...common,
      throttle: { enabled: pace, onRateLimit: no, onSecondaryRateLimit: no },
    }) as unknown as Client,
  };
}

const silent = (): void => undefined;
const no = (): boolean => false;

/**
 * Splits the parameters into those of the route and the rest, which go into the query or the body. Writes the body
 * itself: octokit's JSON writer alters texts that look like large numbers.
 */
function split({ kind, route, parameters }: Sending): Record<string, unknown> {
  const headers = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };
  if (kind === "reads") return { ...parameters, headers };
  const named = new Set([...route.matchAll(/\{(\w{1,60})\}/g)].map(([, name]) => name));
  const entries = Object.entries(parameters);
  const body = Object.fromEntries(entries.filter(([name]) => !named.has(name)));
  const data = Object.keys(body).length === 0 ? {} : { data: JSON.stringify(body) };
  return { ...Object.fromEntries(entries.filter(([name]) => named.has(name))), ...data, headers };
}

function isAnswered(error: unknown): error is { readonly response: Wire } {
  return error instanceof Error && "response" in error && typeof error.response === "object" && error.response !== null;
}

function answerOf({ status, headers, data }: Wire): RawAnswer {
  const text = typeof data === "string" ? data : "";
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value?.toString()] as const);
  const answer = { status, headers: Object.fromEntries(lower), text };
  try {
    return { ...answer, json: JSON.parse(text) as unknown };
  } catch {
    return answer;
  }
}

/** Errors of requests that were never sent. */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Drops the original error: octokit's contains the whole request, and Node's may quote a header. */
function lost(error: unknown, { kind }: Sending, { host, token, tokenFrom }: TransportOptions): GitHubError {
  const chain = causesOf(error);
  const code = chain.map(codeOf).find((one) => one !== undefined);
  const said = chain.at(-1)?.message || code || "the connection was lost";
  return new GitHubError({
    kind: "no-answer",
    host,
    said: maskSecrets(said, token === undefined ? [] : [token]).slice(0, 2000),
    maybeDone: kind === "writes" && !NEVER_SENT.has(code ?? ""),
    tokenFrom,
  });
}

function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one);
  return chain;
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Octokit ignores the signal while it waits between attempts. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
