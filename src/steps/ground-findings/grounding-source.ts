import type { SideIndex } from "#model/change/change-index.ts";

/** Files at one commit. `adapters/git` implements it structurally. */
export interface SourceReader {
  readonly commit: string;
  /** The one path of the commit that this names (in full, or by a unique ending); undefined if there is none. */
  resolvePath(path: string): Promise<string | undefined>;
  /** The file's lines; undefined if it is missing, binary or too large. The same array for the same file. */
  readLines(path: string): Promise<readonly string[] | undefined>;
}

/** Everything that grounding needs: the reviewed commit, and the change. */
export interface GroundingSource extends SourceReader {
  /** There is nothing to compare the commit with, so what the change touches is unknown. */
  readonly hasNoBase?: true;
  /** Files that the change touches, as named at the head. */
  readonly changedPaths: readonly string[];
  /** Files that are not at the head any more, and the new names of renamed ones. */
  readonly removedPaths: ReadonlyMap<string, string | undefined>;
  /** Lines of the head that the change added. */
  addedLines(path: string): ReadonlySet<number>;
  /** Lines before the change that it removed, by the file's name in the diff. */
  removedLines(path: string): ReadonlySet<number>;
  /** Lines of the head next to removed lines. */
  linesBesideRemoved(path: string): ReadonlySet<number>;
  /**
   * Whether the lines are the file verbatim: each ends with a single line feed, and nothing in them is masked. Only
   * then may they be written to the file.
   */
  isVerbatim(path: string): Promise<boolean>;
  /** The lines before the change, by the name the file had then. */
  readBaseLines(path: string): Promise<readonly string[] | undefined>;
  /** Queries on the whole head. Without it claims are not checked. */
  readonly index?: IndexQuestions;
}

/** The queries that answer claims. */
export type IndexQuestions = Pick<SideIndex, "facts" | "findWord" | "findText" | "findDefinitions">;
