import { explainGitHubError, type GitHub } from "#adapters/github/client.ts";
import { isLoopback, type RepositoryAddress } from "#adapters/github/pull-address.ts";
import { readParent } from "#adapters/github/read-permission.ts";
import type { CloneOrigin } from "#adapters/git/pull/read-clone.ts";
import { type PullAddress, type PullRequest, repositoryName } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { isSame, mayBeFork } from "./pull-target.ts";

/** A repository that may be a fork. */
export interface Fork {
  readonly repository: RepositoryAddress;
  readonly clone: CloneOrigin;
  readonly question: { readonly env: NodeJS.ProcessEnv; readonly onNote: (note: string) => void };
  /** The pull request that the user named by number. */
  readonly named?: PullAddress;
}

/** The repository that this one was forked from: pull requests belong to it. */
export async function findParent(github: GitHub, fork: Fork): Promise<RepositoryAddress | undefined> {
  const { repository, clone, question, named } = fork;
  if (!mayBeFork(clone, question.env)) return undefined;
  const name = repositoryName(repository);
  const parent = await readParent(github, repository).catch((error: unknown) => {
    const what =
      named === undefined ? `look for pull requests of ${name}` : `read pull request ${name}#${named.number}`;
    throw explainGitHubError(`cannot ${what}`, error);
  });
  if (parent === undefined) return undefined;
  question.onNote(`${name} is a fork: pull requests are those of ${repositoryName(parent)}`);
  return parent;
}

export interface PullOwnership {
  readonly address: PullAddress;
  readonly known: readonly RepositoryAddress[];
  readonly github: GitHub;
}

/** Throws if the pull request belongs to a repository that this clone is not of. */
export async function requireOwnPull(pull: PullRequest, { address, known, github }: PullOwnership): Promise<void> {
  const sides = [repositoryName(address), pull.base.repository, pull.head.repository].flatMap((name) => {
    const [owner, repository] = name?.split("/") ?? [];
    return owner === undefined || repository === undefined ? [] : [{ host: address.host, owner, repository }];
  });
  const isSide = (one: RepositoryAddress): boolean => sides.some((side) => isSame(one, side));
  if (known.some(isSide)) return;
  // A clone of a fork has the commits, too.
  for (const one of known.filter(({ host }) => host === address.host).slice(0, MAX_FORKS)) {
    const parent = await readParent(github, one).catch(() => undefined);
    if (parent !== undefined && isSide(parent)) return;
  }
  throw notOurs(address, known);
}

const MAX_FORKS = 3;

/** The error in a clone of another repository. */
export function notOurs(address: RepositoryAddress, known: readonly RepositoryAddress[]): UserError {
  const name = repositoryName(address);
  return new UserError({
    what: `this is not a clone of ${address.host}/${name}`,
    why:
      known.length === 0
        ? "it has no remote on GitHub"
        : `its remotes are ${known.map((one) => printable(`${one.host}/${repositoryName(one)}`)).join(", ")}`,
    fix: `git clone ${siteOf(address.host)}/${name}, and run it there`,
  });
}

/** The base URL of a host. */
export const siteOf = (host: string): string => `${isLoopback(host) ? "http" : "https"}://${host}`;
