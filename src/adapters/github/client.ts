import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { apiUrls } from "./api-urls.ts";
import { requestedWait, type RequestedWait, type RawAnswer } from "./client/rate-limit.ts";
import {
  type SentRequest,
  type GraphAnswer,
  graphRefusal,
  overLimit,
  readRestAnswer,
  readGraph,
  type RestAnswer,
} from "./client/read-answer.ts";
import { openTransport, type Sending } from "./client/transport.ts";
import { isLoopback } from "./pull-address.ts";

export { explainGitHubError, GitHubError } from "./client/github-error.ts";
export type { GraphAnswer, GraphError, RestAnswer } from "./client/read-answer.ts";

export interface GitHubOptions {
  readonly host: string;
  /** The REST API, if it is not at the host's usual address. */
  readonly apiUrl?: string;
  readonly graphqlUrl?: string;
  readonly token?: string;
  /** The source of the token, for messages: `GITHUB_TOKEN`. */
  readonly tokenFrom?: string;
  /** Name and version of the program. */
  readonly userAgent: string;
  /** Aborts everything at once. */
  readonly signal?: AbortSignal;
  /** Called at the start of each wait that GitHub asks for. */
  readonly onWait?: (wait: GitHubWait) => void;
  /** False skips the pauses between writes that GitHub asks for. For tests. */
  readonly pace?: boolean;
  /** The longest single wait; five minutes by default. */
  readonly longestWaitMs?: number;
  /** For one request; 60 s by default, with at most 20 s of silence for a read. */
  readonly timeoutMs?: number;
  /** Called when an attempt, counted from 1, has no answer yet. */
  readonly onSlow?: (attempt: number) => void;
  /** The time until `onSlow`; 10 s by default. */
  readonly slowMs?: number;
}

export interface GitHubWait extends RequestedWait {
  readonly host: string;
}

/** The number of requests, including retries, and the cost that GraphQL reports. */
interface CallCount {
  /** GET. */
  reads: number;
  /** GraphQL queries. */
  queries: number;
  /** Everything that changes something, including GraphQL mutations. */
  writes: number;
  /** Of the hourly budget of GraphQL. */
  points: number;
}

/** A client of GitHub. Every method throws a `GitHubError` if it fails. */
export interface GitHub {
  readonly host: string;
  readonly hasToken: boolean;
  /** The source of the token; absent: there is none. */
  readonly tokenFrom: string | undefined;
  readonly calls: Readonly<CallCount>;
  /** `request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { owner, repo, pull_number })` */
  request(route: string, parameters?: Readonly<Record<string, unknown>>): Promise<RestAnswer>;
  /** The data of a query or mutation. Any error in the answer is thrown. */
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The data of a query, even if parts are missing. Throws if there is no data at all. */
  graphqlInPart(query: string, variables?: Readonly<Record<string, unknown>>): Promise<GraphAnswer>;
}

/**
 * Opens a client. Retries reads if the connection breaks or the server fails. Never retries a write, since it may have
 * been carried out, except after a rate limit, when GitHub did nothing. Keeps the waits that GitHub asks for, reports them,
 * and limits them.
 */
export function openGitHub(options: GitHubOptions): GitHub {
  const calls: CallCount = { reads: 0, queries: 0, writes: 0, points: 0 };
  const known = apiUrls(options.host);
  const urls = { rest: options.apiUrl ?? known.rest, graphql: options.graphqlUrl ?? known.graphql };
  for (const url of [urls.rest, urls.graphql]) requireSafe(url);
  const tokenFrom = options.token === undefined ? undefined : (options.tokenFrom ?? "the environment");
  const transport = openTransport({ ...options, urls, tokenFrom, onRequest: (kind) => (calls[kind] += 1) });
  const asked = (sending: Sending): SentRequest => ({ host: options.host, tokenFrom, token: options.token, sending });
  const send = (sending: Sending): Promise<RawAnswer> => keepWaits(options, asked(sending), () => transport(sending));
  const query = (text: string, variables: Readonly<Record<string, unknown>> = {}): Sending => ({
    kind: /^\s*mutation\b/.test(text) ? "writes" : "queries",
    route: `POST ${urls.graphql}`,
    parameters: { query: text, variables },
  });
  const ask = async (sending: Sending): Promise<GraphAnswer> => {
    const { cost, ...answer } = readGraph(await send(sending), asked(sending));
    calls.points += cost;
    return answer;
  };
  return {
    host: options.host,
    hasToken: options.token !== undefined,
    tokenFrom,
    calls,
    async request(route, parameters = {}) {
      const sending: Sending = { kind: route.startsWith("GET ") ? "reads" : "writes", route, parameters };
      return readRestAnswer(await send(sending), asked(sending));
    },
    async graphql(text, variables) {
      const sending = query(text, variables);
      const { data, errors } = await ask(sending);
      if (errors.length > 0) throw graphRefusal(errors, asked(sending));
      return data;
    },
    graphqlInPart: (text, variables) => ask(query(text, variables)),
  };
}

function requireSafe(url: string): void {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: "", host: "" };
  if (protocol === "https:" || (protocol === "http:" && isLoopback(host))) return;
  throw new UserError({
    what: `${printable(url.slice(0, 200))} is not used`,
    why: "with plain http everybody on the way could read a token and change the answer",
    fix: "set GITHUB_API_URL and GITHUB_GRAPHQL_URL to addresses with https",
  });
}

/** The maximum number of retries of a request after a rate limit. */
const MAX_WAITS = 3;
const MAX_WAIT = 5 * 60_000;

/** Repeats a request as long as GitHub refuses it because of a rate limit. */
async function keepWaits(
  options: GitHubOptions,
  asked: SentRequest,
  send: () => Promise<RawAnswer>,
): Promise<RawAnswer> {
  const { host, signal, onWait, longestWaitMs = MAX_WAIT } = options;
  for (let waits = 0; ; waits += 1) {
    const answer = await send();
    const wait = requestedWait(answer);
    if (wait === undefined) return answer;
    if (wait.ms > longestWaitMs || waits === MAX_WAITS) throw overLimit(answer, wait, asked);
    onWait?.({ ...wait, host });
    await sleep(wait.ms, undefined, { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  }
}
