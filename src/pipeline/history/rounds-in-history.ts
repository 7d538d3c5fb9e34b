import type { ShelvedRound } from "#adapters/store/round-shelf.ts";
import { bareBranch, type Scope } from "#model/change/scope.ts";

/** The change that rounds are held against. */
export interface InHistory {
  readonly scope: Scope;
  /** Whether a commit is part of another's history. */
  readonly isAncestor: (commit: string, of: string) => Promise<boolean>;
}

/**
 * Those of the same name that are still about this change: without those that the base already holds, without what was
 * uncommitted elsewhere, and without what a branch of the same name was about before it was squashed into the base.
 */
export async function unmergedRounds(
  rounds: readonly ShelvedRound[],
  wanted: InHistory,
): Promise<readonly ShelvedRound[]> {
  const kept: ShelvedRound[] = [];
  for (const round of rounds) if (await isStillOpen(round, wanted)) kept.push(round);
  return kept;
}

/**
 * For a head that names neither branch nor pull request: rounds on the way from the base to it, oldest first in and out.
 * Where several branches led there, the one that was reviewed last counts.
 */
export async function roundsOnTheWay(
  rounds: readonly ShelvedRound[],
  { scope, isAncestor }: InHistory,
): Promise<readonly ShelvedRound[]> {
  const { base, head } = scope;
  if (head === undefined || base === undefined) return [];
  const found: ShelvedRound[] = [];
  for (const round of rounds) {
    if (round.head === undefined || round.commits === 0) continue;
    const isOn = round.head === head || (await isAncestor(round.head, head));
    // A round that began further back was about more than this.
    const ends = [round.head, round.oldest ?? round.head];
    if (isOn && !(await some(ends, (end) => isPartOf(end, base, isAncestor)))) found.push(round);
  }
  const last = found.findLast(({ branch }) => branch !== undefined)?.branch;
  const name = last === undefined ? undefined : bareBranch(last);
  return found.filter(({ branch }) => branch === undefined || bareBranch(branch) === name);
}

async function isStillOpen(round: ShelvedRound, { scope, isAncestor }: InHistory): Promise<boolean> {
  const { base, head, commits, pullRequest } = round;
  const isSamePull = pullRequest !== undefined && pullRequest === scope.pullRequest?.number;
  if (isSamePull || head === undefined || scope.base === undefined) return true;
  if (commits > 0) {
    if (await isPartOf(head, scope.base, isAncestor)) return false;
    return sharesFiles(round, scope) || (scope.head !== undefined && isPartOf(head, scope.head, isAncestor));
  }
  // Uncommitted work has no place in history of its own: it belongs to the commit that it stands on.
  if (base === scope.base) return true;
  if (base === undefined || scope.head === undefined) return false;
  return (await isPartOf(base, scope.head, isAncestor)) && !(await isPartOf(base, scope.base, isAncestor));
}

/** Whether both touch a file; true where it is not known. */
function sharesFiles({ files = [] }: ShelvedRound, scope: Scope): boolean {
  if (files.length === 0 || scope.files.length === 0) return true;
  const known = new Set(files);
  return scope.files.some(({ path, oldPath }) => known.has(path) || (oldPath !== undefined && known.has(oldPath)));
}

async function isPartOf(commit: string, of: string, isAncestor: InHistory["isAncestor"]): Promise<boolean> {
  return commit === of || isAncestor(commit, of);
}

async function some<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (await test(item)) return true;
  return false;
}
