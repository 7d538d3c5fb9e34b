import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Scope } from "#model/change/scope.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { plural } from "#util/words.ts";
import type { Borrowed, Repository } from "../repository.ts";
import type { Target } from "../resolve-target.ts";
import { countCommits, findMergeBase, requireCommit } from "../revisions.ts";

/** A pull request whose commits were fetched. */
export interface PullScope {
  readonly pull: Pick<PullRequest, "address" | "url" | "title" | "author" | "base" | "head">;
  /** The commit to be reviewed. */
  readonly head: string;
  /** The commit that the head is compared with. */
  readonly base: string;
  /** The tip of the base branch: its settings apply, whatever the pull request contains. */
  readonly tip: string;
  /** What could not be fetched as requested, in words for people. */
  readonly limits: readonly string[];
  /** The object folder, if it is not that of the repository itself. */
  readonly borrowed?: Borrowed;
}

/** The scope of a pull request besides its commits. */
export type About = Pick<Scope, "pullRequest" | "author" | "repository">;

/** Compares the head of a pull request with its merge base. Ignores the working tree. */
export async function resolvePull(repository: Repository, scope: PullScope): Promise<Target & { about: About }> {
  const { pull, limits } = scope;
  const [head, from, trusted] = await Promise.all(
    [scope.head, scope.base, scope.tip].map((commit) => requireCommit(repository, commit)),
  );
  if (head === undefined || from === undefined || trusted === undefined) throw noCommonCommit(repository, scope);
  const base = await findMergeBase(repository, from, head);
  if (base === undefined) throw noCommonCommit(repository, scope);
  const count = await countCommits(repository, base, head);
  const name = `pull request #${pull.address.number}`;
  if (count === 0) {
    throw new UserError({
      what: "nothing to review",
      why: `${name} has no commit that is not in ${printable(pull.base.branch)}`,
      fix: "to review commits that are merged, name them: A..B",
    });
  }
  const commits = plural(count, "commit");
  return {
    base,
    head,
    tip: head,
    trusted,
    branch: shownBranch(pull),
    covers: `${name}, ${commits} since ${printable(pull.base.branch)} @ ${base.slice(0, 7)}`,
    limits,
    about: describe(pull),
  };
}

/** The branch of a fork is written with its owner. */
function shownBranch({ base, head, author }: PullScope["pull"]): string {
  if (head.repository !== undefined && head.repository.toLowerCase() === base.repository?.toLowerCase()) {
    return head.branch;
  }
  // The fork was deleted; its owner was most likely the author.
  const owner = head.repository?.split("/")[0] ?? author.login;
  return `${owner}:${head.branch}`;
}

function describe({ address, url, title, author }: PullScope["pull"]): About {
  const { host, owner, repository, number } = address;
  const site = URL.canParse(url) ? new URL(url).origin : `https://${host}`;
  const page = author.isBot ? `${site}/apps/${author.login}` : `${site}/${author.login}`;
  return {
    pullRequest: { number, title, url },
    author: { login: author.login, ...(author.login === "ghost" ? {} : { url: page }) },
    repository: { name: `${owner}/${repository}`, url: `${site}/${owner}/${repository}` },
  };
}

function noCommonCommit(repository: Repository, { pull }: PullScope): UserError {
  const [into, number] = [printable(pull.base.branch), pull.address.number];
  return new UserError({
    what: `pull request #${number} and ${into} have no commit in common`,
    why: repository.shallow ? "this is a shallow clone, whose history is cut" : "their histories are unrelated",
    fix: repository.shallow
      ? "git fetch --unshallow; in GitHub Actions check out with fetch-depth: 0"
      : `name the two commits to compare them as they are: ${pull.base.commit.slice(0, 7)}..${pull.head.commit.slice(0, 7)}`,
  });
}
