import { execFile } from "node:child_process";
import { type Environment, serverHost, apiUrls } from "./api-urls.ts";
import { findProgram } from "../process/find-program.ts";
import { lookUp } from "#util/look-up.ts";
import { type GitHub, type GitHubOptions, openGitHub } from "./client.ts";

/** A token and its source. The value must not appear in any message. */
export interface FoundToken {
  readonly value: string;
  /** `GITHUB_TOKEN`, or `gh auth token`. */
  readonly from: string;
}

/**
 * Finds the token for a host: in the variables that belong to this host, else from the program `gh`. Undefined if `gh` is
 * missing or not logged in.
 */
export async function findToken(host: string, env: Environment): Promise<FoundToken | undefined> {
  for (const name of variablesFor(host, env)) {
    const value = lookUp(env, name)?.trim() ?? "";
    if (isToken(value)) return { value, from: name };
  }
  const value = await askGh(host, env);
  return value === undefined ? undefined : { value, from: "gh auth token" };
}

/** A token is sent only to the host that it belongs to. */
function variablesFor(host: string, env: Environment): readonly string[] {
  const home = serverHost(env) ?? "github.com";
  const meant = env["GH_HOST"]?.trim().toLowerCase();
  // A clone may have any host as its remote, so the user must have named the host.
  const isEnterprise = host !== "github.com" && !host.endsWith(".ghe.com") && (host === meant || host === home);
  return [
    ...(host === home ? ["GITHUB_TOKEN"] : []),
    ...(host === (meant ?? home) ? ["GH_TOKEN"] : []),
    ...(isEnterprise ? ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"] : []),
  ];
}

/** Explains that none of the tokens that are set is sent to an Enterprise host; undefined if one is, or none is set. */
export function describeUnusedToken(host: string, env: Environment): string | undefined {
  const isSet = (name: string): boolean => isToken(lookUp(env, name)?.trim() ?? "");
  const names = ["GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"].filter(isSet);
  if (host === "github.com" || names.length === 0 || variablesFor(host, env).some(isSet)) return undefined;
  const name = host.endsWith(".ghe.com") ? "GH_TOKEN" : "GH_ENTERPRISE_TOKEN";
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not used for ${host}; set GH_HOST and ${name}`;
}

/** A token goes into a header, so it must be ASCII without blanks and line ends. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,2000}$/.test(text);
}

const DEADLINE = 10_000;

/** Runs `gh` without the token variables: it would return them for other hosts too. */
async function askGh(host: string, env: Environment): Promise<string | undefined> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || /^(?:GH|GITHUB)_(?:ENTERPRISE_)?TOKEN$/.test(name) ? [] : [[name, value] as const],
  );
  // At the root of the file system, so that no file of the repository has an effect.
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

type ConnectOptions = Pick<GitHubOptions, "host" | "userAgent" | "signal" | "onWait" | "onSlow" | "pace"> & {
  readonly env: Environment;
  /** The result of an earlier search for the token. */
  readonly found?: FoundToken | "none";
};

/** Opens a client with the token and the addresses that the environment has for the host. Makes no request. */
export async function connectGitHub({ env, found: known, ...options }: ConnectOptions): Promise<GitHub> {
  const found = known === undefined ? await findToken(options.host, env) : known === "none" ? undefined : known;
  const { rest, graphql } = apiUrls(options.host, env);
  const token = found === undefined ? {} : { token: found.value, tokenFrom: found.from };
  return openGitHub({ ...options, ...token, apiUrl: rest, graphqlUrl: graphql });
}
