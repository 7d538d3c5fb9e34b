import { isLoopback } from "./pull-address.ts";

/** The API addresses of a host. */
export interface ApiUrls {
  readonly rest: string;
  readonly graphql: string;
}

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The addresses of a host's two APIs. The variables of GitHub Actions (`GITHUB_API_URL`, `GITHUB_GRAPHQL_URL`) apply only
 * to the host in `GITHUB_SERVER_URL`.
 */
export function apiUrls(host: string, env: Environment = {}): ApiUrls {
  const known = urlsOf(host);
  if (serverHost(env) !== host) return known;
  return {
    rest: trimSlash(env["GITHUB_API_URL"]) ?? known.rest,
    graphql: trimSlash(env["GITHUB_GRAPHQL_URL"]) ?? known.graphql,
  };
}

/** The host that the environment names. */
export function serverHost(env: Environment): string | undefined {
  const server = env["GITHUB_SERVER_URL"] ?? "";
  return URL.canParse(server) ? new URL(server).host.toLowerCase() : undefined;
}

function urlsOf(host: string): ApiUrls {
  if (host === "github.com") return { rest: "https://api.github.com", graphql: "https://api.github.com/graphql" };
  if (host.endsWith(".ghe.com")) return { rest: `https://api.${host}`, graphql: `https://api.${host}/graphql` };
  const origin = `${isLoopback(host) ? "http" : "https"}://${host}`;
  return { rest: `${origin}/api/v3`, graphql: `${origin}/api/graphql` };
}

function trimSlash(url: string | undefined): string | undefined {
  return url === undefined || !/^https?:\/\//.test(url) ? undefined : url.replace(/\/+$/, "");
}
