import type { ChangedFile, Commit, Hunk, Scope } from "./scope.ts";

/** One line of a diff, without its sign. `old` and `new` are line numbers from 1 on the sides that have the line. */
export interface DiffLine {
  readonly kind: "context" | "added" | "removed";
  readonly text: string;
  readonly old?: number;
  readonly new?: number;
  /** The line ends with a carriage return before its line feed, which `text` leaves out. */
  readonly cr?: true;
  /** The file ends here without a line feed. */
  readonly open?: true;
}

/** A hunk with its lines. */
export interface DiffHunk extends Hunk {
  readonly lines: readonly DiffLine[];
}

/** What changed in one file. No hunks for binary files, pure renames and mode changes. */
export interface FileDiff {
  readonly file: ChangedFile;
  readonly hunks: readonly DiffHunk[];
  /** Changed lines of a text that is skipped by policy: searched for credentials and conflict markers, but not reviewed. */
  readonly skimmed?: readonly DiffHunk[];
  /** Such a text that is not even searched, since too much is skipped. */
  readonly isUnsearched?: boolean;
}

/** A commit of the change with its whole message. */
export interface CommitMessage extends Commit {
  readonly body: string;
}

/** The change under review: its scope and its text. Only files to be reviewed line by line have hunks. */
export interface Change {
  readonly scope: Scope;
  readonly diffs: readonly FileDiff[];
  readonly messages: readonly CommitMessage[];
}

/** A version of a file that a commit of the change made and that neither side of the change has. */
export interface PassingVersion {
  readonly commit: string;
  readonly path: string;
  /** Its text, or why it could not be read. Neither for images and the like, which nobody needs to read. */
  read(): Promise<{ readonly text?: string | undefined; readonly unread?: string | undefined }>;
  /** What the commit made it from: a text for each parent that has the file. */
  readBefore(): Promise<readonly string[]>;
}

/** What the commits of a change wrote and replaced again, oldest first. It is pushed with the branch. */
export interface PassingVersions {
  readonly versions: readonly PassingVersion[];
  /** Why some are missing here. */
  readonly unread?: string;
}

/** A file of a tree, by its content's id. */
export interface TreeFile {
  readonly path: string;
  readonly blob: string;
}

/** The files of one commit. Content never comes from a working tree. */
export interface Tree {
  readonly commit: string;
  readonly files: readonly TreeFile[];
  /** The file's text; undefined when it is missing, binary or too large to read. CRLF is kept. */
  read(path: string): Promise<string | undefined>;
}
