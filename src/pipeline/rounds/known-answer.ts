import { createHash } from "node:crypto";
import type { Archive } from "#adapters/store/archive.ts";
import { type JournalEntry, readJournal, type StartEntry } from "#adapters/store/journal.ts";
import type { RoundNotes } from "#config/round-notes.ts";
import type { Review } from "#model/review.ts";
import type { SecondLookers } from "../agents/second-looks.ts";

/** A round that asked the same of the same people about the same commits. */
export interface KnownAnswer {
  readonly review: Review;
  /** What its reviewers said; nobody needs to be asked again. */
  readonly entries: readonly JournalEntry[];
  /** Nothing was decided since: its report is the answer. */
  readonly isWhole: boolean;
}

/** What is asked now, and where answers are kept. */
export interface Question {
  readonly archive: Archive;
  /** Which rounds this user began. */
  readonly begun: RoundNotes;
  readonly start: StartEntry;
  /** The rounds before, oldest first. */
  readonly reviews: readonly Review[];
}

/**
 * The last round, where it already answers what is asked: same commits, same panel, same settings, everybody ended. Only
 * a round that this user began here is believed: a record may have come with the repository.
 */
export async function findKnownAnswer({ archive, begun, start, reviews }: Question): Promise<KnownAnswer | undefined> {
  const review = reviews.at(-1);
  if (review?.origin.kind !== "round" || start.asked === undefined) return undefined;
  const { scope } = review;
  if (scope.base !== start.scope.base || scope.head !== start.scope.head) return undefined;
  if (review.verdict.kind === "incomplete" || review.runs.some(({ outcome }) => outcome !== "completed"))
    return undefined;
  const journal = await readJournal(archive.folder, review.id).catch(() => undefined);
  if (journal === undefined || journal.start.asked !== start.asked) return undefined;
  if (!(await begun.knows({ id: review.id, start: journal.start }))) return undefined;
  return { review, entries: journal.entries, isWhole: journal.start.decided === start.decided };
}

/** What is asked of whom: equal for two rounds that could only differ in the reviewers' mood. */
export function digestAsked(
  { tool, panel, paths, settings }: Omit<StartEntry, "asked" | "decided">,
  second: SecondLookers | undefined,
): string | undefined {
  // What these say stands in files that may have changed; asking again costs nothing.
  if (panel.some(({ kind }) => kind === "scripted" || kind === "import")) return undefined;
  const looks = second && {
    verifiers: second.verifiers.map(({ reviewer }) => reviewer),
    editor: second.editor?.reviewer,
    allowRun: second.allowRun,
  };
  return digest([tool, panel, paths, settings, looks]);
}

/** Which decisions held when a round began. */
export function digestDecided(decisions: readonly { readonly id: string }[]): string {
  return digest(decisions.map(({ id }) => id).sort());
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
