import { parsePullAddress, parseRemoteUrl, type RepositoryAddress } from "#adapters/github/pull-address.ts";
import type { CloneOrigin } from "#adapters/git/pull/read-clone.ts";
import type { PullAddress } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";

/** What a target on the command line names: a number of this clone's repository, or a pull request of any. */
export type PullName =
  | { readonly kind: "number"; readonly number: number; readonly isMarked: boolean }
  | { readonly kind: "address"; readonly text: string };

/**
 * Reads a target. Undefined: it names no pull request. Seven digits and more are a commit's, unless marked. Throws a
 * UserError for an address of something else, which is no revision, either.
 */
export function readPullName(target: string): PullName | undefined {
  const number = /^([1-9]\d{0,5})$|^#([1-9]\d{0,8})$/.exec(target);
  if (number !== null) {
    return { kind: "number", number: Number(number[1] ?? number[2]), isMarked: number[2] !== undefined };
  }
  if (parsePullAddress(target) !== undefined) return { kind: "address", text: target };
  if (/^https?:\/\//i.test(target)) throw otherAddress(target);
  return undefined;
}

/** The pull request that a name means in a clone. Throws a UserError where that cannot be known. */
export function addressOf(name: PullName, clone: CloneOrigin, env: NodeJS.ProcessEnv): PullAddress {
  if (name.kind === "number") {
    const [ref] = clone.named;
    if (ref !== undefined && !name.isMarked) throw twoMeanings(name.number, ref);
    return { ...baseRepository(clone, env), number: name.number };
  }
  // The short form has no host: it is that of the repository where this clone knows it, else that of the clone.
  const short = parsePullAddress(name.text);
  const known = knownRepositories(clone, env);
  const own = known.find((one) => short !== undefined && isSame({ ...one, host: short.host }, short));
  const host = (own ?? known[0])?.host ?? "github.com";
  const address = parsePullAddress(name.text, host);
  if (address === undefined) throw new UserError({ what: "no pull request", why: name.text, fix: "name its number" });
  return address;
}

/** The repository that numbers are of: the job's, else `upstream`, `origin`, or the only remote there is. */
export function baseRepository(clone: CloneOrigin, env: NodeJS.ProcessEnv): RepositoryAddress {
  const job = jobRepository(env);
  if (job !== undefined) return job;
  const { remotes } = clone;
  const chosen =
    remotes.find(({ name }) => name === "upstream") ??
    remotes.find(({ name }) => name === "origin") ??
    (remotes.length === 1 ? remotes[0] : undefined);
  const address = chosen === undefined ? undefined : readRemote(chosen.url);
  if (address !== undefined) return address;
  throw new UserError({
    what: "cannot tell which repository the pull request is of",
    why:
      chosen === undefined
        ? `this clone has ${remotes.length === 0 ? "no remote" : "several remotes, none called upstream or origin"}`
        : `the remote ${printable(chosen.name)} is no address of a GitHub repository`,
    fix: "name it whole: https://HOST/OWNER/REPOSITORY/pull/NUMBER",
  });
}

/** Whether pull requests may be of the repository that this one was forked from: nobody has said which it is. */
export function mayBeFork({ remotes }: CloneOrigin, env: NodeJS.ProcessEnv): boolean {
  return jobRepository(env) === undefined && !remotes.some(({ name }) => name === "upstream");
}

/** All repositories that a clone is of: those of its remotes, and the job's. */
export function knownRepositories({ remotes }: CloneOrigin, env: NodeJS.ProcessEnv): readonly RepositoryAddress[] {
  const job = jobRepository(env);
  return [...(job === undefined ? [] : [job]), ...remotes.flatMap(({ url }) => readRemote(url) ?? [])];
}

/** The repository that a remote's address names. A host without a dot is a name of the user's ssh settings. */
export function readRemote(url: string): RepositoryAddress | undefined {
  const address = parseRemoteUrl(url);
  const isAlias = address !== undefined && !/[.:]|^localhost$/.test(address.host) && !/^https?:/.test(url);
  return isAlias ? { ...address, host: "github.com" } : address;
}

/** Owners and names differ in letters only on the screen. */
export function isSame(one: RepositoryAddress, other: RepositoryAddress): boolean {
  return keyOf(one) === keyOf(other);
}

const keyOf = ({ host, owner, repository }: RepositoryAddress): string =>
  `${host}/${owner}/${repository}`.toLowerCase();

function jobRepository(env: NodeJS.ProcessEnv): RepositoryAddress | undefined {
  if (env["GITHUB_ACTIONS"] !== "true") return undefined;
  return parseRemoteUrl(`${env["GITHUB_SERVER_URL"] ?? "https://github.com"}/${env["GITHUB_REPOSITORY"] ?? ""}`);
}

function otherAddress(text: string): UserError {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const shown = printable(text.slice(0, 200));
  const isPlain = url?.protocol === "http:" && parsePullAddress(text.replace(/^http:/i, "https:")) !== undefined;
  if (isPlain) {
    return new UserError({
      what: `${shown} is not asked`,
      why: "with plain http everybody on the way could read a token and change the answer",
      fix: "write it with https",
    });
  }
  const isIssue = /^\/[^/]+\/[^/]+\/issues\/\d+/.test(url?.pathname ?? "");
  return new UserError({
    what: `${shown} is no address of a pull request`,
    why: isIssue ? "it is one of an issue" : "there is no /pull/NUMBER after the repository's name",
    fix: "give one like https://github.com/OWNER/REPOSITORY/pull/355, or a number alone",
  });
}

function twoMeanings(number: number, ref: string): UserError {
  return new UserError({
    what: `${number} may be pull request #${number}, or ${printable(ref)}`,
    why: "this repository has a branch or tag of that name",
    fix: `write '#${number}' for the pull request, or ${printable(ref)}`,
  });
}
