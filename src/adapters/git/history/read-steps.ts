import type { Commit } from "#model/change/scope.ts";
import type { Repository } from "../repository.ts";
import { findMergeBase, isSnapshot, readParents } from "../revisions.ts";
import { type LineDiff, readDiffs } from "./read-diffs.ts";

/** How the new head follows from the old one. */
export interface HeadHistory {
  /** The merge base; undefined if none is known. */
  readonly start: string | undefined;
  readonly isRewritten: boolean;
  /** Commits from there to the new head, oldest first, along first parents. */
  readonly commits: readonly Commit[];
  /** What each commit did to the files, from the old head on. Undefined if the commits are not linear. */
  readonly steps: readonly CommitStep[] | undefined;
}

/** One commit of the line, compared with its first parent. */
export interface CommitStep {
  readonly commit: Commit;
  readonly isMerge: boolean;
  readonly parent: string;
  readonly files: readonly LineDiff[];
}

/** Reads the commits from the old head to the new one. Never throws for odd histories. */
export async function readPassage(repository: Repository, from: string, to: string): Promise<HeadHistory> {
  const { start, isRewritten } = await findStart(repository, from, to);
  if (start === undefined) return { start, isRewritten, commits: [], steps: undefined };
  const line = await listLine(repository, start, to);
  const isWhole = start === from && (line.length === 0 ? from === to : line[0]?.parents[0] === from);
  const steps = isWhole ? await readSteps(repository, line) : undefined;
  return { start, isRewritten, commits: line.map(({ commit }) => commit), steps };
}

/** Nobody makes more commits than this between two reviews. */
const MAX_COMMITS = 500;
const MAX_SUBJECT = 200;

/** A snapshot of uncommitted work is not an ancestor of the commits made from it, but nothing was rewritten. */
async function findStart(
  repository: Repository,
  from: string,
  to: string,
): Promise<{ start: string | undefined; isRewritten: boolean }> {
  const start = await findMergeBase(repository, from, to);
  if (start === from) return { start, isRewritten: false };
  const [parent] = (await isSnapshot(repository, from)) ? await readParents(repository, from) : [];
  return { start, isRewritten: parent === undefined || start !== parent };
}

interface ListedCommit {
  readonly commit: Commit;
  readonly parents: readonly string[];
}

async function listLine(repository: Repository, from: string, to: string): Promise<ListedCommit[]> {
  const args = ["log", "-z", "--first-parent", "--reverse", "--no-show-signature", "--no-color", "--no-notes"];
  const { code, stdout } = await repository.run([
    ...args,
    "--encoding=UTF-8",
    "--format=%H %P%n%s",
    `--max-count=${MAX_COMMITS}`,
    "--end-of-options",
    `${from}..${to}`,
    "--",
  ]);
  if (code !== 0) return [];
  const entries = stdout.toString("utf8").split("\0");
  return entries.flatMap((entry) => {
    const [ids = "", subject = ""] = entry.trim().split("\n");
    const [id, ...parents] = ids.split(" ");
    return id === undefined || id === "" ? [] : [{ commit: { id, subject: subject.slice(0, MAX_SUBJECT) }, parents }];
  });
}

async function readSteps(
  repository: Repository,
  line: readonly ListedCommit[],
): Promise<readonly CommitStep[] | undefined> {
  const pairs = line.map(({ commit, parents }) => ({ from: parents[0] ?? "", to: commit.id }));
  const diffs = await readDiffs(repository, pairs);
  return diffs?.map((files, at) => {
    const { commit = { id: "", subject: "" }, parents = [] } = line[at] ?? {};
    return { commit, isMerge: parents.length > 1, parent: parents[0] ?? "", files };
  });
}
