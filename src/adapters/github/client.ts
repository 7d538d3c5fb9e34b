import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { apiUrls } from "./api-urls.ts";
import { askedWait, type AskedWait, type RawAnswer } from "./client/rate-limit.ts";
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

/** What the client of a platform needs. */
export interface GitHubOptions {
  readonly host: string;
  /** Where the REST interface is, when not where this host has it by rule. */
  readonly apiUrl?: string;
  readonly graphqlUrl?: string;
  readonly token?: string;
  /** Where the token was found, for messages: `GITHUB_TOKEN`. */
  readonly tokenFrom?: string;
  /** Name and version of the program. */
  readonly userAgent: string;
  /** Ends everything at once. */
  readonly signal?: AbortSignal;
  /** Hears of each wait that the platform asks for, when it begins. */
  readonly onWait?: (wait: GitHubWait) => void;
  /** False: no pauses between writes, which GitHub asks for. For tests. */
  readonly pace?: boolean;
  /** No single wait is longer. Five minutes unless told. */
  readonly longestWaitMs?: number;
  /** For one request; 60 s unless told, of which one that only asks may be silent for 20. */
  readonly timeoutMs?: number;
  /** Hears that a try of a request, counted from 1, has no answer yet. */
  readonly onSlow?: (attempt: number) => void;
  /** When that is told; 10 s unless told. */
  readonly slowMs?: number;
}

/** A wait that the platform asks for. */
export interface GitHubWait extends AskedWait {
  readonly host: string;
}

/** How many requests went out, also those that were made again, and what GraphQL says that its queries cost. */
interface CallCount {
  /** GET. */
  reads: number;
  /** GraphQL queries. */
  queries: number;
  /** Everything that changes something, GraphQL mutations too. */
  writes: number;
  /** Of the hourly budget of GraphQL. */
  points: number;
}

/** The platform, for those who read from it and write to it. Everything throws a `GitHubError` when it is in vain. */
export interface GitHub {
  readonly host: string;
  readonly hasToken: boolean;
  /** Where the token was found; absent: there is none. */
  readonly tokenFrom: string | undefined;
  /** So far. */
  readonly calls: Readonly<CallCount>;
  /** `request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { owner, repo, pull_number })` */
  request(route: string, parameters?: Readonly<Record<string, unknown>>): Promise<RestAnswer>;
  /** The data of a query or mutation. Any error in the answer is thrown. */
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The data of a query, as far as it was answered. Throws where there is none at all. */
  graphqlInPart(query: string, variables?: Readonly<Record<string, unknown>>): Promise<GraphAnswer>;
}

/**
 * Opens a platform. Reads are made again when the connection breaks or the server fails; a write never, since it may have
 * been carried out, but for the one case in which the platform says that it was not: a rate limit. Waits that it asks for
 * are kept, told, and bounded.
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

/** With plain http everybody on the way could read the token, and change what is answered. */
function requireSafe(url: string): void {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: "", host: "" };
  if (protocol === "https:" || (protocol === "http:" && isLoopback(host))) return;
  throw new UserError({
    what: `${printable(url.slice(0, 200))} is not asked`,
    why: "with plain http everybody on the way could read a token and change the answer",
    fix: "set GITHUB_API_URL and GITHUB_GRAPHQL_URL to addresses with https",
  });
}

/** A request is made at most this often again because of a limit. */
const MAX_WAITS = 3;
const MAX_WAIT = 5 * 60_000;

/** Makes a request again, as long as the platform says that it did nothing and how long to wait. */
async function keepWaits(
  options: GitHubOptions,
  asked: SentRequest,
  send: () => Promise<RawAnswer>,
): Promise<RawAnswer> {
  const { host, signal, onWait, longestWaitMs = MAX_WAIT } = options;
  for (let waits = 0; ; waits += 1) {
    const answer = await send();
    const wait = askedWait(answer);
    if (wait === undefined) return answer;
    if (wait.ms > longestWaitMs || waits === MAX_WAITS) throw overLimit(answer, wait, asked);
    onWait?.({ ...wait, host });
    await sleep(wait.ms, undefined, { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  }
}
