import { UserError } from "#util/errors.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { printable } from "#util/printable.ts";
import { type GitRun, startGit, stopGit } from "../git.ts";

/** A git that may use the network. */
interface NetworkRun {
  /** Its working directory, outside the user's repository. */
  readonly folder: string;
  readonly gitDir: string;
  readonly args: readonly string[];
  /** The remote address; it determines the allowed protocols. */
  readonly url: string;
  /** Only for addresses of this origin; never on the command line. */
  readonly login?: { readonly origin: string; readonly token: string };
  /** The user's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Git's variables for the object folders. */
  readonly objects: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** How long it may be silent, in milliseconds. */
  readonly patience?: number;
}

/**
 * Runs git with network access. The user's settings apply, so that keys, helpers and proxies work; a repository's do
 * not, since it runs in a scratch repository. Throws if git is silent for too long or the signal fires.
 */
export async function runNetworkGit(run: NetworkRun): Promise<GitRun> {
  const silence = new AbortController();
  const patience = run.patience ?? PATIENCE;
  const timer = setTimeout(() => silence.abort(noAnswer(run.url, patience)), patience);
  const signal = anySignal([silence.signal, ...(run.signal === undefined ? [] : [run.signal])]);
  try {
    return await collect(run, signal, () => timer.refresh());
  } finally {
    clearTimeout(timer);
  }
}

/** Git reports progress at least every second while data arrives. */
const PATIENCE = 60_000;
/** Keep the end of the output: it contains the reason. */
const MAX_COMPLAINT = 16_384;

function collect(run: NetworkRun, signal: AbortSignal, onOutput: () => void): Promise<GitRun> {
  const { folder, args } = run;
  const child = startGit(folder, args, { arguments: ARGUMENTS, env: environmentOf(run), signal });
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let complaint = "";
    child.stdout.on("data", (chunk: Buffer) => {
      onOutput();
      if (output.length < MAX_COMPLAINT) output.push(chunk);
      else stopGit(child);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      onOutput();
      complaint = (complaint + chunk.toString("utf8")).slice(-MAX_COMPLAINT);
    });
    child.on("error", (cause) => {
      reject(new UserError({ what: "cannot run git", why: "the program was not found", fix: "install git", cause }));
    });
    child.on("close", (code) => {
      if (signal.aborted) reject(signal.reason as Error);
      else resolve({ code, stdout: Buffer.concat(output), stderr: complaint });
    });
    child.stdin.end("");
  });
}

/** No hooks, no writes besides the objects, and no maintenance, whatever the user's settings are. */
const ARGUMENTS = ["--no-pager", "--no-optional-locks", "--no-replace-objects"];
const SETTINGS: Readonly<Record<string, string>> = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "fetch.writeCommitGraph": "false",
  "fetch.recurseSubmodules": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
};

/** Variables for reaching a server; none that select another repository. */
const KEPT =
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|SSL_\w+|HTTP_\w+|PROXY_\w+|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|CONFIG_(?:KEY|VALUE)_\d+)$/;

function environmentOf({ gitDir, url, login, env, objects }: NetworkRun): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_") || KEPT.test(name)));
  const settings = { ...SETTINGS, ...headerFor(login) };
  const before = /^\d{1,3}$/.test(env["GIT_CONFIG_COUNT"] ?? "") ? Number(env["GIT_CONFIG_COUNT"]) : 0;
  const variables = Object.entries(settings).flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${before + at}`, key] as const,
    [`GIT_CONFIG_VALUE_${before + at}`, value] as const,
  ]);
  return {
    // Set for read-only git; here the system's helpers and promisor remotes are needed.
    GIT_CONFIG_NOSYSTEM: undefined,
    GIT_NO_LAZY_FETCH: undefined,
    ...own,
    ...Object.fromEntries(variables),
    GIT_CONFIG_COUNT: String(before + Object.keys(settings).length),
    ...objects,
    GIT_DIR: gitDir,
    GIT_ALLOW_PROTOCOL: protocolsFor(url),
  };
}

/** A redirect would forward the header to any host, so redirects are not followed. */
function headerFor(login: NetworkRun["login"]): Readonly<Record<string, string>> {
  if (login === undefined) return {};
  const word = Buffer.from(`x-access-token:${login.token}`).toString("base64");
  return {
    [`http.${login.origin}/.extraHeader`]: `Authorization: Basic ${word}`,
    [`http.${login.origin}/.followRedirects`]: "false",
  };
}

/** A user's `insteadOf` may switch between https and ssh only. */
function protocolsFor(url: string): string {
  const scheme = /^(http|file):\/\//.exec(url)?.[1];
  return ["https", "ssh", ...(scheme === undefined ? [] : [scheme])].join(":");
}

function noAnswer(url: string, patience: number): UserError {
  return new UserError({
    what: `no answer from ${printable(shownAddress(url))}`,
    why: `there was no data for ${Math.round(patience / 1000)} seconds`,
    fix: "check the network, the proxy, and with ssh whether `ssh -T` reaches the host without a prompt",
  });
}

/** The text without passwords in its addresses. */
export function shownAddress(text: string): string {
  // A password may contain an @: the host begins after the last one.
  return text.replaceAll(/:\/\/[^/\s]*@/g, "://");
}
