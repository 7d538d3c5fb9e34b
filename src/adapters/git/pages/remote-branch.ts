import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import type { GitRun } from "../git.ts";
import { missingRef } from "../pull/explain-fetch.ts";
import { runNetworkGit, shownAddress } from "../pull/network-git.ts";
import { FETCH_REMOTE, openFetchRepository } from "../pull/fetch-repository.ts";
import type { Borrowed, Repository } from "../repository.ts";

/** A branch of a server. */
interface RemoteRequest {
  readonly url: string;
  /** The whole name of the branch. */
  readonly ref: string;
  /** Sent only to this origin; absent: git uses the user's credentials. */
  readonly login?: { readonly origin: string; readonly token: string } | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** The branch on the server. Its objects are available until it is closed. */
export interface RemoteBranch {
  /** Absent: the server has no such branch. */
  readonly tip?: string;
  /** The object folder, if it is not the repository's. */
  readonly borrowed?: Borrowed;
  /** Moves the server's branch forward. False: somebody else moved it meanwhile. */
  push(commit: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Fetches the branch into a scratch repository. Only the objects of the user's repository change. */
export async function openRemoteBranch(repository: Repository, request: RemoteRequest): Promise<RemoteBranch> {
  const { url, env, signal } = request;
  const scratch = await openFetchRepository(repository, url, signal);
  const place = { folder: scratch.folder, gitDir: scratch.gitDir, objects: scratch.env, url, env, signal };
  const run = (args: readonly string[]): Promise<GitRun> =>
    withLogin(request, (login) => runNetworkGit({ ...place, ...login, args }));
  try {
    const fetched = await run([...FETCH, FETCH_REMOTE, `+${request.ref}:${FETCHED}`]);
    const isMissing = fetched.code !== 0 && missingRef(fetched.stderr) === request.ref;
    if (fetched.code !== 0 && !isMissing) throw explain(request, fetched.stderr);
    const tip = isMissing
      ? undefined
      : await scratch.query(["rev-parse", "--verify", "--quiet", `${FETCHED}^{commit}`]);
    return {
      tip,
      borrowed: scratch.borrowed,
      async push(commit) {
        const pushed = await run([...PUSH, FETCH_REMOTE, `${commit}:${request.ref}`]);
        if (pushed.code === 0) return true;
        if (MOVED.test(`${pushed.stdout.toString("utf8")}\n${pushed.stderr}`)) return false;
        throw explain(request, pushed.stderr);
      },
      close: scratch.close,
    };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

/** The push address of a remote. Throws a UserError if there is none. */
export async function remoteAddress(repository: Repository, remote: string): Promise<string> {
  for (const key of ["pushurl", "url"]) {
    const url = await repository.query(["config", "--get", `remote.${remote}.${key}`]);
    if (url !== undefined && url !== "") return asUrl(url, repository);
  }
  throw new UserError({
    what: `there is no remote "${printable(remote)}"`,
    why: "the repository has no address by that name",
    fix: "`git remote -v` lists the remotes; name one with --remote, or leave out --push",
  });
}

/** The branch's ref in the scratch repository. */
const FETCHED = "refs/pull/pages";
const FETCH = [
  "fetch",
  "--progress",
  "--no-tags",
  "--no-filter",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--refmap=",
  "--end-of-options",
];
const PUSH = ["push", "--progress", "--porcelain", "--no-verify", "--no-signed", "--recurse-submodules=no"];
/** Git's message when the branch has changed since the fetch. */
const MOVED = /\(non-fast-forward\)|\(fetch first\)|\(stale info\)|cannot lock ref|failed to update ref/;

/** A path is relative to the working tree, but the scratch repository is elsewhere. */
function asUrl(url: string, { worktree, gitDir }: Repository): string {
  const isAddress = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(url) || /^[^/]+:/.test(url);
  if (isAddress) return url;
  return pathToFileURL(isAbsolute(url) ? url : resolve(worktree ?? gitDir, url)).href;
}

/** Uses the token first; if it is refused, the user's own helper or key. */
async function withLogin(
  { login }: RemoteRequest,
  run: (login: { login?: NonNullable<RemoteRequest["login"]> }) => Promise<GitRun>,
): Promise<GitRun> {
  if (login === undefined) return run({});
  const first = await run({ login });
  if (first.code === 0 || !REFUSED.test(first.stderr)) return first;
  const second = await run({});
  return second.code === 0 ? second : first;
}

const REFUSED =
  /authentication failed|could not read (?:username|password)|returned error: 40[134]|permission to .* denied|repository not found/i;

function explain({ url, ref }: RemoteRequest, complaint: string): UserError {
  const lines = complaint.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const reason = lines.find((line) => /^(?:fatal|error|ssh|remote: error|! )/.test(line)) ?? lines.at(-1) ?? "nothing";
  return new UserError({
    what: `cannot push ${printable(ref.replace("refs/heads/", ""))} to ${printable(shownAddress(url))}`,
    why: `git said: ${printable(shownAddress(reason.replace(/^(?:fatal|error): /, "").slice(0, 300)))}`,
    fix: REFUSED.test(complaint)
      ? "give git credentials that may write to the repository: set GITHUB_TOKEN or GH_TOKEN, run `gh auth login`, or set up a credential helper"
      : "check the network and the remote's rules; without --push the branch stays here, to be pushed by hand",
  });
}
