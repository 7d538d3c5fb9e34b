import type { FileEdit } from "#adapters/desk/edit-copy.ts";
import type { TestFile } from "#probe/runner/find-related.ts";
import type { ChangedFunction, NotBroken, PlannedBreak } from "#probe/planned-break.ts";

/** What can be broken in a change. */
export interface ProbePlan {
  readonly functions: readonly ChangedFunction[];
  /** The changed lines that hold code, by path. */
  readonly codeLines: ReadonlyMap<string, ReadonlySet<number>>;
  /** In the order in which they are to be run, as all the others. */
  readonly controls: readonly PlannedBreak[];
  readonly reverts: readonly PlannedBreak[];
  mutations(limits: MutationLimits): readonly PlannedBreak[];
  /** Files that have no breaks, with the reason. */
  readonly left: readonly NotBroken[];
}

export interface MutationLimits {
  /** Lines that some test runs, by path. A path that is missing: not known. */
  readonly covered?: ReadonlyMap<string, ReadonlySet<number>> | undefined;
  /** Lines to leave out. */
  readonly skip: (path: string, line: number) => boolean;
}

/** What a probe needs to know of the change besides its breaks. */
export interface ProbeChange {
  /** Paths of all files of the head. */
  readonly tracked: ReadonlySet<string>;
  /** The texts of the changed files at the head, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** What makes the sources as they were before the change. */
  readonly oldSources: readonly FileEdit[];
  /** Changed sources that cannot be put back. If there are any, there are no old sources. */
  readonly unrestored?: readonly string[];
  /** The test files that the change touches: the first to notice something. */
  readonly changedTests: readonly string[];
  /** Tests of the head that the base does not have. */
  readonly newTests: readonly { readonly path: string; readonly names: readonly string[] }[];
  /** The change says that it repairs something. */
  readonly claimsFix: boolean;
  /** Whether a line of the head was added. */
  readonly isAdded: (path: string, line: number) => boolean;
  /** The test files of the head. Those that nobody can read are left out. */
  readonly readTests: () => Promise<readonly TestFile[]>;
  /** The manifest of npm in the root. Absent: there is none. */
  readonly packageJson?: string | undefined;
  /** What go.mod in the root names. Absent: there is none. */
  readonly goModule?: string | undefined;
}
