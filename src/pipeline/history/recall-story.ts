import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Archive } from "#adapters/store/archive.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { leaveBrought } from "../decisions/brought-decisions.ts";
import type { OwnDecisions } from "../decisions/own-decisions.ts";
import { readDecisions } from "../decisions/read-decisions.ts";
import { findBroughtRecords, isArchiveBrought } from "#adapters/store/brought-records.ts";
import { type EarlierRounds, findEarlier } from "./find-earlier.ts";

/** What is known of a change before it is looked at: its earlier rounds, and what people decided. */
export interface Recalled extends EarlierRounds {
  readonly decisions: readonly StandingDecision[];
  /** Whether a record of the archive comes with the change itself: it may say anything. */
  readonly isBrought: (id: string) => boolean;
}

/** Where a story is looked for. */
export interface Place {
  readonly archive: Archive;
  /** The repository's root. */
  readonly root: string;
  /** Where a change must not decide about itself. */
  readonly isCi: boolean;
  /** Which decisions this user made; absent: none are known. */
  readonly ownDecisions?: OwnDecisions | undefined;
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
  const records = { folder: archive.folder, root };
  const isBrought = await findBroughtRecords(opened, records);
  const isForeign = isCi || (await isArchiveBrought(opened, records));
  const [earlier, all] = await Promise.all([
    findEarlier(archive, { scope: change.scope, isAncestor, isBrought, ...omitUndefined({ continues, isAsked }) }),
    readDecisions({ archive, base: trusted, isCi: isForeign, fromThreads }),
  ]);
  const reviews = earlier.reviews.filter(({ id }) => id !== except);
  const { decisions, notes } = await leaveBrought(all, opened, { fromThreads, own: place.ownDecisions });
  return {
    ...earlier,
    isBrought,
    // A record in the tree may have come with the change, and so may the decisions in it.
    reviews: isCi ? reviews.map((review) => ({ ...review, decisions: [] })) : reviews,
    decisions,
    notes: [...earlier.notes, ...notes, ...(threads?.notes ?? [])],
  };
}
