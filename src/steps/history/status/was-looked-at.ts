import type { Reading } from "#model/panel/receipt.ts";
import { type Reviewer, type ReviewerRun, wasAsked } from "#model/panel/reviewer.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { CodeState } from "../trace/code-state.ts";

/** Who could judge code in this round, and what is known of what they read. */
export interface Lookers {
  readonly reviewers: readonly Reviewer[];
  readonly runs: readonly ReviewerRun[];
  /** What each pass provably read, where that was watched. */
  readonly readings?: readonly (Pick<ReviewerRun, "reviewer" | "pass"> & { readonly reading: Reading })[];
  /** Files of the change that are reviewed line by line. */
  readonly files: readonly string[];
  /** Files of the change that nobody is given to read. */
  readonly listed?: readonly string[];
  /** The review was narrowed to these files: of others nobody knows whether the change still touches them. */
  readonly isNarrowed?: boolean;
}

/**
 * Whether somebody who can judge looked at the files of a problem: a reader, not a tool or a passer-by, that ended its pass, and as
 * far as it is known what it read, the file was among it. A file that the change no longer touches is given to nobody;
 * there any reader that ended will do.
 */
export function wasLookedAt(
  { locations }: Pick<KnownProblem, "locations">,
  { locations: now }: Pick<CodeState, "locations">,
  lookers: Lookers,
): boolean {
  const readers = new Set(lookers.reviewers.filter(wasAsked).map(({ id }) => id));
  const ended = lookers.runs.filter(
    ({ reviewer, outcome, isPartial }) => readers.has(reviewer) && outcome === "completed" && isPartial !== true,
  );
  const paths = [...new Set((now.length > 0 ? now : locations).map(({ path }) => path))];
  return ended.length > 0 && paths.every((path) => ended.some((run) => mayHaveRead(run, path, lookers)));
}

function mayHaveRead(run: ReviewerRun, path: string, lookers: Lookers): boolean {
  const { readings = [], files, listed = [], isNarrowed = false } = lookers;
  if (!files.includes(path)) return !isNarrowed && !listed.includes(path);
  const known = readings.filter(({ reviewer, pass }) => reviewer === run.reviewer && pass === run.pass);
  const isNamed = (places: readonly { readonly path: string }[]): boolean => places.some((one) => one.path === path);
  return known.every(({ reading: { isObservable, hunks, opened, partly = [], notGiven } }) => {
    if (!isObservable) return !isNamed(notGiven);
    return isNamed(hunks) || isNamed(opened) || isNamed(partly.map(({ hunk }) => hunk));
  });
}
