import { apiUrls, type Environment } from "./api-urls.ts";
import { type GitHub, type GitHubOptions, openGitHub } from "./client.ts";
import { findToken } from "./find-token.ts";

/** What is needed to speak to a host from this environment. */
export type ConnectOptions = Pick<GitHubOptions, "host" | "userAgent" | "signal" | "onWait" | "pace"> & {
  readonly env: Environment;
};

/** Opens a host with the token and the addresses that the environment has for it. Makes no request. */
export async function connectGitHub({ env, ...options }: ConnectOptions): Promise<GitHub> {
  const found = await findToken(options.host, env);
  const { rest, graphql } = apiUrls(options.host, env);
  const token = found === undefined ? {} : { token: found.value, tokenFrom: found.from };
  return openGitHub({ ...options, ...token, apiUrl: rest, graphqlUrl: graphql });
}
