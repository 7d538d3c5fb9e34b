import type { FileRole } from "#model/change/change-index.ts";
import type { DiffHunk } from "#model/change/change.ts";
import type { Location } from "#model/location.ts";
import type { BreakAuthor, CodeBreak } from "#model/panel/probe.ts";

/** A changed file as the planner needs it. Texts come from the commits. */
export interface ProbeInput {
  readonly path: string;
  /** By the change index. Only `source` is broken. */
  readonly role: FileRole;
  /** Absent: the change adds the file. */
  readonly base?: string | undefined;
  readonly head: string;
  /** Its hunks, as in `FileDiff`. */
  readonly hunks: readonly DiffHunk[];
}

/** A break with the text that makes it. */
export interface PlannedBreak {
  readonly break: CodeBreak;
  /** The whole text of the file at the head with the break applied. */
  readonly contents: string;
  /** What is run first has the lowest. */
  readonly rank: number;
}

/** Why a changed file has no breaks at all. */
export interface NotBroken {
  readonly path: string;
  /** A clause: "no grammar for its language". */
  readonly why: string;
}

/** A changed function, and its changed lines that hold code. */
export interface ChangedFunction {
  readonly path: string;
  /** `Queue.drain`. */
  readonly symbol: string;
  readonly start: number;
  readonly end: number;
  readonly lines: readonly number[];
  /** Those of them that do more than log, word a message, or write the same in another way. */
  readonly worthTesting: readonly number[];
  readonly isExported: boolean;
}

/** What limits the mutations. */
export interface MutationOptions {
  /** Lines that some test runs, by path. A path that is missing: not known, so every changed line counts. */
  readonly covered?: ReadonlyMap<string, ReadonlySet<number>> | undefined;
  /** Lines to leave out: those of a hunk that can be reverted without anybody noticing. */
  readonly skip?: ((path: string, line: number) => boolean) | undefined;
}

/** A text of a reviewer that may name breaks: the body of a finding, or a section such as the testing assessment. */
export interface ReviewerText {
  readonly by: BreakAuthor;
  /** Markdown. */
  readonly text: string;
  /** The places of the finding, for sentences that name none. */
  readonly locations?: readonly Location[] | undefined;
}

/** A break that a reviewer names and that cannot be made. */
export interface UnmadeBreak {
  readonly by: BreakAuthor;
  /** The reviewer's sentence, or the first line of the block. */
  readonly text: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  /** A clause: "the patch does not apply to the head". */
  readonly why: string;
}

/** The breaks that reviewers name. */
export interface NamedBreaks {
  readonly planned: readonly PlannedBreak[];
  readonly unmade: readonly UnmadeBreak[];
}

/** Survivors of one function. */
export interface SurvivorGroup<Survivor> {
  readonly path: string;
  /** Absent: outside of every function. */
  readonly symbol: string | undefined;
  /** The most useful first. */
  readonly survivors: readonly Survivor[];
}

/** At most five groups; the rest is counted. */
export interface SurvivorGroups<Survivor> {
  readonly groups: readonly SurvivorGroup<Survivor>[];
  readonly further: { readonly groups: number; readonly survivors: number };
}
