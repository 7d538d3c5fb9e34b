import type { Commit } from "../change/scope.ts";
import type { Location, LineSpan } from "../location.ts";

/** What became of some lines between two heads. Lines that differ only in white space count as unchanged. */
export interface FollowedLines {
  /** Where they stand at the new head, or what stands in their place; absent: nothing does. */
  readonly at?: Location;
  /** They stand in another file, or at another place than the lines around them. */
  readonly isMoved: boolean;
  readonly isFileGone: boolean;
  readonly unchanged: number;
  readonly changed: number;
  readonly removed: number;
  /** Whether lines right before or behind them changed, though they did not. */
  readonly isChangedAround: boolean;
  /** The lines at the old head. */
  readonly before: readonly string[];
  /** What stands in their place at the new head. */
  readonly after: readonly string[];
  /** Commits since that touched them, oldest first. Also where they stand again as they were. */
  readonly commits: readonly Commit[];
  /** Commits since that only touched lines close to them. */
  readonly nearby: readonly Commit[];
}

/** Whether lines of the new head are other than they were at the old one. */
export interface LastChange {
  readonly isAfter: boolean;
  /** The newest commit that changed them since, if git knows it. */
  readonly commit?: Commit;
}

/** Code of one commit. */
export interface CodeAt {
  readonly commit: string;
  /** Undefined: there is no such text file. */
  readLines(path: string): Promise<readonly string[] | undefined>;
  /** Every place in these files where these lines stand one below the other, whatever their white space. Bounded. */
  find(lines: readonly string[], paths: readonly string[]): Promise<readonly Location[]>;
  /** The same in all files. Takes longer, and finds nothing for lines with too little content. */
  findAnywhere(lines: readonly string[]): Promise<readonly Location[]>;
}

/** What git knows of the code between the head of an earlier round and the new head. */
export interface CodeBetween {
  readonly from: CodeAt;
  readonly to: CodeAt;
  /** The old head is not an ancestor of the new one: a force-push or a rebase. */
  readonly isRewritten: boolean;
  /** The commits since, oldest first; the newest ones where there are many. */
  readonly commits: readonly Commit[];
  /** Follows lines of the old head; without lines the whole file. Undefined: there is no such text at the old head. */
  follow(path: string, lines?: LineSpan): Promise<FollowedLines | undefined>;
  /** Looks back from lines of the new head; without lines from the whole file. Undefined: there is no such text. */
  lastChange(path: string, lines?: LineSpan): Promise<LastChange | undefined>;
}
