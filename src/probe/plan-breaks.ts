import type { ProbeFile } from "./open-files.ts";
import type {
  ChangedFunction,
  MutationOptions,
  NamedBreaks,
  PlannedBreak,
  ReviewerText,
  SurvivorGroups,
} from "./planned-break.ts";

// All of these are synchronous and pure: they work on files that `openProbeFiles` parsed. Each returns its breaks in
// the order in which they should be run (ascending `rank`).

/** The changed functions, in the order of the files. */
export declare function changedFunctions(files: readonly ProbeFile[]): readonly ChangedFunction[];
/** A failure at the top of each changed function, which the tests must notice. */
export declare function planControls(files: readonly ProbeFile[]): readonly PlannedBreak[];
/** Each hunk of the change taken back alone. */
export declare function planReverts(files: readonly ProbeFile[]): readonly PlannedBreak[];
/** Mutations of changed lines: at most one a line and seven a file. */
export declare function planMutations(files: readonly ProbeFile[], options?: MutationOptions): readonly PlannedBreak[];
/** The breaks that reviewers name, equal ones once. */
export declare function planNamed(files: readonly ProbeFile[], texts: readonly ReviewerText[]): NamedBreaks;
/** Breaks with equal results once; the first stays, and gets the authors of the others. */
export declare function dedupeBreaks(breaks: readonly PlannedBreak[]): readonly PlannedBreak[];
/** Survivors by function, the most useful first. */
export declare function groupSurvivors<Survivor extends Pick<PlannedBreak, "break" | "rank">>(
  survivors: readonly Survivor[],
): SurvivorGroups<Survivor>;
