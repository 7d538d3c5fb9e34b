import { execFile } from "node:child_process";
import { type Environment, serverHost, apiUrls } from "./api-urls.ts";
import { findProgram } from "../process/find-program.ts";
import { lookUp } from "#util/look-up.ts";
import { type GitHub, type GitHubOptions, openGitHub } from "./client.ts";

/** A token and where it was found. The value must not stand in any message. */
export interface FoundToken {
  readonly value: string;
  /** `GITHUB_TOKEN`, or `gh auth token`. */
  readonly from: string;
}

/**
 * The token to speak to a host with: from the variables that belong to this host, else from the program `gh`. A missing
 * `gh`, or one that is not logged in, is simply no token.
 */
export async function findToken(host: string, env: Environment): Promise<FoundToken | undefined> {
  for (const name of variablesFor(host, env)) {
    const value = lookUp(env, name)?.trim() ?? "";
    if (isToken(value)) return { value, from: name };
  }
  const value = await askGh(host, env);
  return value === undefined ? undefined : { value, from: "gh auth token" };
}

/** A token is only ever sent to the host that it belongs to. */
function variablesFor(host: string, env: Environment): readonly string[] {
  const home = serverHost(env) ?? "github.com";
  const meant = env["GH_HOST"]?.trim().toLowerCase();
  // A clone may name any host as its remote, so a host must be one that the user named.
  const isEnterprise = host !== "github.com" && !host.endsWith(".ghe.com") && (host === meant || host === home);
  return [
    ...(host === home ? ["GITHUB_TOKEN"] : []),
    ...(host === (meant ?? home) ? ["GH_TOKEN"] : []),
    ...(isEnterprise ? ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"] : []),
  ];
}

/** Says of the tokens that are set that none is sent to an Enterprise host; undefined where one is, or none is set. */
export function describeUnusedToken(host: string, env: Environment): string | undefined {
  const isSet = (name: string): boolean => isToken(lookUp(env, name)?.trim() ?? "");
  const names = ["GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"].filter(isSet);
  if (host === "github.com" || names.length === 0 || variablesFor(host, env).some(isSet)) return undefined;
  const name = host.endsWith(".ghe.com") ? "GH_TOKEN" : "GH_ENTERPRISE_TOKEN";
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not used for ${host}; set GH_HOST and ${name}`;
}

/** It goes into a header: no blanks, no line ends, nothing beyond ASCII. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,2000}$/.test(text);
}

const DEADLINE = 10_000;

/** Without the variables, which were judged above: `gh` would hand them out again for other hosts. */
async function askGh(host: string, env: Environment): Promise<string | undefined> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || /^(?:GH|GITHUB)_(?:ENTERPRISE_)?TOKEN$/.test(name) ? [] : [[name, value] as const],
  );
  // At the root of the file system, so that nothing of the repository's can speak for the user.
  const launch = { env: { ...Object.fromEntries(kept), GH_PROMPT_DISABLED: "1" }, cwd: "/" };
  const { path } = await findProgram({ command: "gh", ...launch });
  if (path === undefined) return undefined;
  const options = { ...launch, timeout: DEADLINE, maxBuffer: 64 * 1024 };
  return new Promise((resolve) => {
    execFile(path, ["auth", "token", "--hostname", host], options, (error, stdout) => {
      const text = stdout.trim();
      resolve(error === null && isToken(text) ? text : undefined);
    });
  });
}

/** What is needed to speak to a host from this environment. */
type ConnectOptions = Pick<GitHubOptions, "host" | "userAgent" | "signal" | "onWait" | "onSlow" | "pace"> & {
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
