import { apiUrls, type Environment } from "./api-urls.ts";
import { type GitHub, type GitHubOptions, openGitHub } from "./client.ts";
import { findToken, type FoundToken } from "./find-token.ts";

/** What is needed to speak to a host from this environment. */
export type ConnectOptions = Pick<GitHubOptions, "host" | "userAgent" | "signal" | "onWait" | "onSlow" | "pace"> & {
  readonly env: Environment;
  /** Where it was looked for already: the token, or none. */
  readonly found?: FoundToken | "none";
};

/** Opens a host with the token and the addresses that the environment has for it. Makes no request. */
export async function connectGitHub({ env, found: known, ...options }: ConnectOptions): Promise<GitHub> {
  const found = known === undefined ? await findToken(options.host, env) : known === "none" ? undefined : known;
  const { rest, graphql } = apiUrls(options.host, env);
  const token = found === undefined ? {} : { token: found.value, tokenFrom: found.from };
  return openGitHub({ ...options, ...token, apiUrl: rest, graphqlUrl: graphql });
}
