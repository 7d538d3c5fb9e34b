import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Archive } from "#adapters/store/archive.ts";
import type { StandingDecision } from "#model/rounds/standing-decision.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { type HeldDecisions, leaveBrought } from "../decisions/brought-decisions.ts";
import { COMMITTED_DECISIONS, readDecisions } from "../decisions/read-decisions.ts";
import { findBroughtRecords } from "./brought-records.ts";
import { type EarlierRounds, findEarlier } from "./find-earlier.ts";

/** What is known of a change before it is looked at: its earlier rounds, and what people decided. */
export interface Recalled extends EarlierRounds {
  readonly decisions: readonly StandingDecision[];
}

/** Where a story is looked for. */
export interface Place {
  readonly archive: Archive;
  /** The repository's root. */
  readonly root: string;
  /** Where a change must not decide about itself. */
  readonly isCi: boolean;
  readonly continues?: string | undefined;
  /** Whether the user says now what it goes on with. */
  readonly isAsked?: boolean;
  /** The round itself, where it is resumed and has a record already. */
  readonly except?: string;
  /** What people who may write to the repository said in threads of ours, and what of it does not count. */
  readonly threads?: { readonly decisions: readonly StandingDecision[]; readonly notes: readonly string[] };
}

/** Reads the earlier rounds of a change and the decisions that a round may go by. */
export async function recallStory(opened: OpenedChange, place: Place): Promise<Recalled> {
  const { archive, root, isCi, continues, isAsked, except, threads } = place;
  const fromThreads = threads?.decisions;
  const { change, trusted, isAncestor } = opened;
  const isBrought = await findBroughtRecords(opened, { folder: archive.folder, root });
  const [earlier, all] = await Promise.all([
    findEarlier(archive, { scope: change.scope, isAncestor, isBrought, ...omitUndefined({ continues, isAsked }) }),
    readDecisions({ archive, base: trusted, isCi, fromThreads }),
  ]);
  const reviews = earlier.reviews.filter(({ id }) => id !== except);
  const isPull = change.scope.pullRequest !== undefined;
  const { decisions, notes } = isPull ? await leaveBrought(all, opened, fromThreads) : await sayAdded(all, opened);
  return {
    ...earlier,
    // A record in the tree may have come with the change, and so may the decisions in it.
    reviews: isCi ? reviews.map((review) => ({ ...review, decisions: [] })) : reviews,
    decisions,
    notes: [...earlier.notes, ...notes, ...(threads?.notes ?? [])],
  };
}

/** Outside CI a change's own decisions count, since whoever made them sits here; that they are its own is said. */
async function sayAdded(decisions: readonly StandingDecision[], { base, tip }: OpenedChange): Promise<HeldDecisions> {
  const [before = "", after = ""] = await Promise.all([base.read(COMMITTED_DECISIONS), tip.read(COMMITTED_DECISIONS)]);
  if (before === after) return { decisions, notes: [] };
  const added = decisions.filter(({ id }) => after.includes(`"${id}"`) && !before.includes(`"${id}"`));
  if (added.length === 0) return { decisions, notes: [] };
  const count = added.length === 1 ? "1 decision comes" : `${added.length} decisions come`;
  return { decisions, notes: [`${count} with the change itself: ${added.map(({ id }) => id).join(", ")}`] };
}
