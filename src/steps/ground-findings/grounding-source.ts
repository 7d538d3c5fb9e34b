import type { SideIndex } from "#model/change/change-index.ts";

/** Files at one commit. `adapters/git` fits it by shape. */
export interface SourceReader {
  readonly commit: string;
  /** The one path of the commit that this names (in full, or by a unique ending); undefined when there is none. */
  resolvePath(path: string): Promise<string | undefined>;
  /** The file's lines; undefined when it is missing, binary or too large to show. The same array for the same file. */
  readLines(path: string): Promise<readonly string[] | undefined>;
}

/** All that the check of a finding needs: the reviewed commit, and what the change did to it. */
export interface GroundingSource extends SourceReader {
  /** Files that the change touches, as named at the head. */
  readonly changedPaths: readonly string[];
  /** Files that are gone from the head, and the new name of those that were renamed. */
  readonly removedPaths: ReadonlyMap<string, string | undefined>;
  /** Lines of the head that the change added. */
  addedLines(path: string): ReadonlySet<number>;
  /** Lines before the change that it took away, by the file's name in the diff. */
  removedLines(path: string): ReadonlySet<number>;
  /** Lines of the head next to which the change took lines away. */
  linesBesideRemoved(path: string): ReadonlySet<number>;
  /**
   * Whether the lines are the file to the letter: each ends with a line feed alone, and nothing in them is masked. Only
   * then may some of them be put into the file.
   */
  isVerbatim(path: string): Promise<boolean>;
  /** The lines before the change, by the name the file had then. */
  readBaseLines(path: string): Promise<readonly string[] | undefined>;
  /** Questions on the whole head. Without it claims are left alone. */
  readonly index?: IndexQuestions;
}

/** What claims are answered from. */
export type IndexQuestions = Pick<SideIndex, "facts" | "findWord" | "findText" | "findDefinitions">;
