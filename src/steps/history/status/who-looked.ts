import { mayBeSameFile } from "#model/location.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { Reading, SwitchedOff } from "#model/panel/receipt.ts";
import { outcomeOf, type Reviewer, type ReviewerRun, wasAsked } from "#model/panel/reviewer.ts";
import type { CodeState } from "../trace/code-state.ts";

/** The participants of this round, and what they looked at. */
export interface RoundPanel {
  readonly reviewers: readonly Reviewer[];
  readonly runs: readonly ReviewerRun[];
  /** The ids of all checks that analyzers have in this version. */
  readonly checks: readonly string[];
  /** Whether a linter ran and says nothing of this kind in these files. Absent: none ran. */
  readonly isSilent?: ((check: string, paths: readonly string[]) => boolean) | undefined;
  readonly switchedOff?: readonly SwitchedOff[];
  /** What each pass provably read, if it was watched. */
  readonly readings?: readonly (Pick<ReviewerRun, "reviewer" | "pass"> & { readonly reading: Reading })[];
  /** Files of the change that are reviewed line by line. */
  readonly files: readonly string[];
  /** Files of the change that nobody gets to read. */
  readonly listed?: readonly string[];
  /** The review was narrowed to these files: whether the change still touches others is unknown. */
  readonly isNarrowed?: boolean;
}

/**
 * The analyzers whose silence shows that a problem is gone: they alone raised it, all of them completed this round
 * over its files with the checks that found it, and nothing was switched off there. An agent's silence proves nothing,
 * nor does that of a check that no longer exists. A gate is silent if it passes now.
 */
export function findSilence(
  { reviewers, locations, wordings }: Pick<EarlierProblem, "reviewers" | "locations" | "wordings">,
  { locations: now }: Pick<CodeState, "locations">,
  panel: RoundPanel,
): readonly Reviewer[] | undefined {
  const paths = pathsOf(now.length > 0 ? now : locations);
  const isKnown = (check: string): boolean => panel.checks.includes(check) || panel.isSilent?.(check, paths) === true;
  if (wordings.some(({ check }) => check !== undefined && !isKnown(check))) return undefined;
  const analyzers = panel.reviewers.filter((one) => isCheck(one) && reviewers.includes(one.id));
  if (reviewers.length === 0 || analyzers.length !== new Set(reviewers).size) return undefined;
  // A gate is about the whole tree, and `checks` has only those that are green now.
  if (analyzers.every(({ kind }) => kind === "gate")) return hasChecks(wordings) ? analyzers : undefined;
  if (paths.length === 0 || !paths.every((path) => panel.files.includes(path))) return undefined;
  const haveRerun = analyzers.every(({ id }) => {
    const runs = panel.runs.filter(({ reviewer }) => reviewer === id);
    const hidden = (panel.switchedOff ?? []).filter(({ reviewer }) => reviewer === id);
    return outcomeOf(runs) === "completed" && !hidden.some((one) => mayHide(one, paths));
  });
  return haveRerun ? analyzers : undefined;
}

const isCheck = ({ kind }: Reviewer): boolean => kind === "analyzer" || kind === "gate";

const hasChecks = (wordings: EarlierProblem["wordings"]): boolean =>
  wordings.length > 0 && wordings.every(({ check }) => check !== undefined);

/** Only the first places of what was switched off are listed. */
function mayHide({ count, places }: SwitchedOff, paths: readonly string[]): boolean {
  return count > places.length || places.some((place) => paths.some((path) => mayBeSameFile(place.path, path)));
}

/**
 * Whether a competent reviewer looked at the files of a problem: one that was invited and completed its pass. If its
 * reading is known, the file must be part of it. Nobody gets a file that the change no longer touches; for those any
 * such reviewer counts.
 */
export function wasLookedAt(
  { locations }: Pick<EarlierProblem, "locations">,
  { locations: now }: Pick<CodeState, "locations">,
  panel: RoundPanel,
): boolean {
  const readers = new Set(panel.reviewers.filter(wasAsked).map(({ id }) => id));
  const ended = panel.runs.filter(
    ({ reviewer, outcome, isPartial }) => readers.has(reviewer) && outcome === "completed" && isPartial !== true,
  );
  const paths = pathsOf(now.length > 0 ? now : locations);
  return ended.length > 0 && paths.every((path) => ended.some((run) => mayHaveRead(run, path, panel)));
}

function mayHaveRead(run: ReviewerRun, path: string, panel: RoundPanel): boolean {
  const { readings = [], files, listed = [], isNarrowed = false } = panel;
  if (!files.includes(path)) return !isNarrowed && !listed.includes(path);
  const known = readings.filter(({ reviewer, pass }) => reviewer === run.reviewer && pass === run.pass);
  const isNamed = (places: readonly { readonly path: string }[]): boolean => places.some((one) => one.path === path);
  return known.every(({ reading: { isObservable, hunks, opened, partly = [], notGiven } }) => {
    if (!isObservable) return !isNamed(notGiven);
    return isNamed(hunks) || isNamed(opened) || isNamed(partly.map(({ hunk }) => hunk));
  });
}

const pathsOf = (locations: EarlierProblem["locations"]): string[] => [...new Set(locations.map(({ path }) => path))];
