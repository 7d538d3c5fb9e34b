import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import type { Repository } from "../repository.ts";

/** Which branch pages go to. */
interface BranchChoice {
  readonly branch: string;
  /** The user said the name, so it may be the branch that others begin with. */
  readonly isNamed: boolean;
  readonly remote: string;
}

/** The whole name of the branch. Throws a UserError when it cannot be one, or writing to it would surprise somebody. */
export async function requireBranch(repository: Repository, choice: BranchChoice): Promise<string> {
  const { branch, isNamed } = choice;
  const ref = `refs/heads/${branch}`;
  const isName = !branch.startsWith("-") && branch !== "HEAD" && !/[\0\n]/.test(branch);
  if (!isName || (await repository.ask(["check-ref-format", ref])) === undefined) throw noName(branch);
  const place = await findCheckout(repository, ref);
  if (place !== undefined) throw checkedOut(branch, place);
  if (!isNamed && (await defaultBranches(repository, choice)).includes(ref)) throw isDefault(branch);
  return ref;
}

/** The working tree in which the branch is checked out: its files would no longer match its commit. */
async function findCheckout(repository: Repository, ref: string): Promise<string | undefined> {
  const listing = (await repository.ask(["worktree", "list", "--porcelain"])) ?? "";
  for (const block of listing.split("\n\n")) {
    const lines = block.split("\n");
    if (lines.includes(`branch ${ref}`)) return lines[0]?.replace(/^worktree /, "") ?? "";
  }
  return undefined;
}

/** What a clone begins with: of the remote as it was last seen, and of a bare repository. */
async function defaultBranches(repository: Repository, { remote }: BranchChoice): Promise<readonly string[]> {
  const theirs = await repository.ask(["symbolic-ref", "--quiet", `refs/remotes/${remote}/HEAD`]);
  const ours = await repository.ask(["symbolic-ref", "--quiet", "HEAD"]);
  const known = theirs?.replace(`refs/remotes/${remote}/`, "refs/heads/");
  return [known, ours].filter((one) => one !== undefined);
}

function noName(branch: string): UserError {
  return new UserError({
    what: `"${printable(branch.slice(0, 100))}" cannot be the name of a branch`,
    why: "git does not take it",
    fix: "name another one, for example --branch reviews",
  });
}

function checkedOut(branch: string, place: string): UserError {
  return new UserError({
    what: `cannot publish to the branch ${printable(branch)}`,
    why: `it is checked out in ${printable(place)}, whose files would no longer be those of the branch`,
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
