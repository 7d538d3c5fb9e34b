import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import type { Repository } from "../repository.ts";

/** The branch for the pages. */
interface BranchChoice {
  readonly branch: string;
  /** The user named it explicitly, so it may be the default branch. */
  readonly isNamed: boolean;
  readonly remote: string;
}

/**
 * The full ref of the branch. Throws a UserError if the name is invalid, or if the branch is checked out or the
 * default.
 */
export async function requireBranch(repository: Repository, choice: BranchChoice): Promise<string> {
  const { branch, isNamed } = choice;
  const ref = `refs/heads/${branch}`;
  const isName = !branch.startsWith("-") && branch !== "HEAD" && !/[\0\n]/.test(branch);
  if (!isName || (await repository.query(["check-ref-format", ref])) === undefined) throw noName(branch);
  const place = await findCheckout(repository, ref);
  if (place !== undefined) throw checkedOut(branch, place);
  if (!isNamed && (await defaultBranches(repository, choice)).includes(ref)) throw isDefault(branch);
  return ref;
}

/** The working tree in which the branch is checked out: its files would no longer match its commit. */
async function findCheckout(repository: Repository, ref: string): Promise<string | undefined> {
  const listing = (await repository.query(["worktree", "list", "--porcelain"])) ?? "";
  for (const block of listing.split("\n\n")) {
    const lines = block.split("\n");
    if (lines.includes(`branch ${ref}`)) return lines[0]?.replace(/^worktree /, "") ?? "";
  }
  return undefined;
}

/** The default branches: of the remote as last fetched, and of a bare repository. */
async function defaultBranches(repository: Repository, { remote }: BranchChoice): Promise<readonly string[]> {
  const theirs = await repository.query(["symbolic-ref", "--quiet", `refs/remotes/${remote}/HEAD`]);
  const ours = await repository.query(["symbolic-ref", "--quiet", "HEAD"]);
  const known = theirs?.replace(`refs/remotes/${remote}/`, "refs/heads/");
  return [known, ours].filter((one) => one !== undefined);
}

function noName(branch: string): UserError {
  return new UserError({
    what: `"${printable(branch.slice(0, 100))}" cannot be the name of a branch`,
    why: "git does not accept it",
    fix: "name another one, for example --branch reviews",
  });
}

function checkedOut(branch: string, place: string): UserError {
  return new UserError({
    what: `cannot publish to the branch ${printable(branch)}`,
    why: `it is checked out in ${printable(place)}, whose files would no longer match the branch`,
    fix: "name another branch with --branch, or check something else out there",
  });
}

function isDefault(branch: string): UserError {
  return new UserError({
    what: `cannot publish to the branch ${printable(branch)}`,
    why: "it is the repository's default branch",
    fix: `name another one with --branch; if you mean it: --branch ${printable(branch)}`,
  });
}
