import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { removeTree } from "#adapters/desk/file-tree.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import { compareRepositoryStates, type RepositoryChange } from "#adapters/git/repository-state.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { capLines, truncate } from "#util/words.ts";

interface Watched {
  readonly opened: Pick<OpenedChange, "sharedDir" | "repositoryState">;
  /** The folder of the archive, to which we write. */
  readonly archive: string;
  readonly members: readonly Reviewer[];
  /** `--allow-run`: repros are run. */
  readonly allowRun: boolean;
}

/** Looks at the repository again. The sentences say what changed since the first look. */
export type SecondLook = (round: string) => Promise<readonly string[]>;

const MAX_LISTED = 20;
const MAX_NAME = 200;

/**
 * Takes the state of the user's repository before the reviewers run, if any of them is a program that could change it.
 * Whoever else works there changes it too, so nobody is blamed without evidence.
 */
export async function watchRepository({ opened, archive, members, allowRun }: Watched): Promise<SecondLook> {
  const isRun = allowRun || members.some(({ kind }) => kind === "agent" || kind === "gate");
  if (!isRun) return () => Promise.resolve([]);
  const before = await opened.repositoryState([archive]);
  return async (round) => {
    const changes = compareRepositoryStates(before, await opened.repositoryState([archive]));
    if (changes.length === 0) return [];
    const agents = members.filter(({ kind }) => kind === "agent").map(({ id, name }) => ({ id, name }));
    const lines = await Promise.all(
      changes.map(async (change) => `${describe(change)}${await findBlame(change, { opened, round, agents })}`),
    );
    return [`the repository changed while the review ran: ${capLines(lines, MAX_LISTED).join("; ")}`];
  };
}

const describe = ({ part, what }: RepositoryChange): string => `${truncate(part, MAX_NAME)} (${what})`;

interface Suspects {
  readonly opened: Watched["opened"];
  /** The round's folder. */
  readonly round: string;
  readonly agents: readonly Pick<Reviewer, "id" | "name">[];
}

/** Who did it, where that is known; and a working tree that is registered from a desk is taken out again. */
async function findBlame({ part, what }: RepositoryChange, { opened, round, agents }: Suspects): Promise<string> {
  const [, kind = "", name = ""] = /^(worktree|branch|tag|hook) (.+)$/s.exec(part) ?? [];
  if (kind === "worktree" && what === "added" && (await removeDeskWorktree(opened.sharedDir, name))) {
    return ", made at a reviewer's desk and removed";
  }
  // A short name is found in any log.
  if (what !== "added" || name.length < 4) return "";
  const named: string[] = [];
  for (const agent of agents) {
    const log = await readFile(join(round, "raw", `${agent.id}.stdout.jsonl`), "utf8").catch(() => "");
    if (log.includes(name)) named.push(agent.name);
  }
  return named.length === 0 ? "" : `, named in the log of ${named.join(", ")}`;
}

/** Removes the entry of a linked working tree that lies in our own folder for desks; nothing else of the user's. */
async function removeDeskWorktree(sharedDir: string, name: string): Promise<boolean> {
  if (name.includes("/") || name === "." || name === "..") return false;
  const entry = join(sharedDir, "worktrees", name);
  const pointer = await readFile(join(entry, "gitdir"), "utf8").catch(() => "");
  const isOurs = pointer.startsWith(`${findDeskRoot()}/`);
  if (isOurs) await removeTree(entry);
  return isOurs;
}
