import type { Archive } from "#adapters/store/archive.ts";
import { DECISIONS_FILE, parseDecisions, readDecisionsFile } from "#adapters/store/decisions.ts";
import type { Tree } from "#model/change/change.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { UserError } from "#util/errors.ts";

/** Where a round finds decisions. */
export interface DecisionSources {
  readonly archive: Pick<Archive, "folder">;
  /** The trusted commit: the base of the change, or the tip of a pull request's base branch. */
  readonly base: Tree;
  readonly isCi: boolean;
  /** Decisions in our threads, by people with write access. */
  readonly fromThreads?: readonly StandingDecision[];
}

/**
 * The decisions that count in a round, oldest first. In CI only those of the base commit and of threads count, so that a
 * change cannot decline its own findings; elsewhere those of the archive, too. Throws a UserError for an unreadable file.
 */
export async function readDecisions(sources: DecisionSources): Promise<StandingDecision[]> {
  const { archive, base, isCi, fromThreads = [] } = sources;
  const committed = await committedDecisions(base);
  const own = isCi ? [] : await readDecisionsFile(archive.folder);
  // Each id once. A committed decision may have been changed, so a thread overrides a file.
  const byId = new Map([...committed, ...own, ...fromThreads].map((decision) => [decision.id, decision]));
  return [...byId.values()].toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
}

/** Where a team commits its decisions, whatever the folder of its archive. */
export const COMMITTED_DECISIONS = `.deep-review/${DECISIONS_FILE}`;

/** The decisions in a commit, oldest first. Throws a UserError if they cannot be read. */
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
