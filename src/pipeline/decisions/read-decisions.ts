import type { Archive } from "#adapters/store/archive.ts";
import { DECISIONS_FILE, parseDecisions, readDecisionsFile } from "#adapters/store/decisions.ts";
import type { Tree } from "#model/change/change.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { UserError } from "#util/errors.ts";

/** Where a round looks for decisions. */
export interface DecisionSources {
  readonly archive: Pick<Archive, "folder">;
  /** The commit whose decisions hold: what the change is compared with, or the tip of a pull request's base branch. */
  readonly base: Tree;
  readonly isCi: boolean;
  /** What people who may write to the repository said in threads of ours. */
  readonly fromThreads?: readonly StandingDecision[] | undefined;
}

/**
 * What people decided, as far as a round may go by it, oldest first: in CI only what the base commit says, so that a
 * change cannot decline what is said of itself; else what this archive says, too. Threads count everywhere: the platform
 * vouches for who wrote them. Throws a UserError where it cannot be read.
 */
export async function readDecisions(sources: DecisionSources): Promise<StandingDecision[]> {
  const { archive, base, isCi, fromThreads = [] } = sources;
  const committed = await committedDecisions(base);
  const own = isCi ? [] : await readDecisionsFile(archive.folder);
  // Each once. Who commits a decision may have changed it: in CI the platform's word goes before that of a file.
  const byId = new Map([...committed, ...own, ...fromThreads].map((decision) => [decision.id, decision]));
  return [...byId.values()].toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
}

/** In whichever folder reviews are kept, this is where a team commits its decisions. */
export const COMMITTED_DECISIONS = `.deep-review/${DECISIONS_FILE}`;

/** The decisions that a commit holds, oldest first. Throws a UserError where they cannot be read. */
export async function committedDecisions(base: Tree): Promise<StandingDecision[]> {
  if (!base.files.some(({ path }) => path === COMMITTED_DECISIONS)) return [];
  const name = `${COMMITTED_DECISIONS} at the base commit ${base.commit.slice(0, 7)}`;
  const text = await base.read(COMMITTED_DECISIONS);
  if (text !== undefined) return parseDecisions(text, name);
  throw new UserError({
    what: `cannot read the decisions in ${name}`,
    why: "the file is binary, too large, or missing from this clone",
    fix: "commit it as text, one decision a line; in a partial clone fetch it first",
  });
}
