import type { Language } from "#util/text/lexer/dialect.ts";
import type { Change, PassingVersions, Tree } from "./change.ts";

export type { Language };

/** What a file is for. `data`: fixtures, snapshots, generated, vendored, lock files: mentions there do not count. */
export type FileRole = "source" | "test" | "doc" | "config" | "data";

/** Lines from 1, both included, and the text without comment or string marks. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Something that the code defines. Lines of the whole definition. */
export interface Definition {
  readonly name: string;
  readonly kind: "function" | "method" | "type" | "constant" | "variable" | "field" | "module";
  readonly start: number;
  readonly end: number;
  /** Visible outside its file or package, as its language has it. */
  readonly exported: boolean;
  /** The class, struct or module that it belongs to. */
  readonly container?: string;
  /** Branches inside: if, case, loop, catch, and, or. For functions and methods. */
  readonly branches?: number;
}

/** What the index knows of one file's content. A function of the content and the path alone, so cached by blob. */
export interface FileFacts {
  readonly language: Language;
  readonly role: FileRole;
  /** Words of the code outside comments and strings, and the lines they stand on. Empty for docs. */
  readonly words: ReadonlyMap<string, readonly number[]>;
  readonly comments: readonly TextSpan[];
  readonly strings: readonly TextSpan[];
  /** Empty where no grammar knows the language. */
  readonly definitions: readonly Definition[];
  /** Nobody knows what it defines: its parser failed, or took too long. */
  readonly isUnparsed?: boolean;
}

/** An occurrence of a word or text. */
export interface Mention {
  readonly path: string;
  readonly line: number;
  readonly where: "code" | "comment" | "string" | "doc" | "config";
  /** The line; of one with more than 1000 characters, those around the place. */
  readonly text: string;
}

/** One side of the change, indexed. All questions are answered from the commit, files of role `data` left out. */
export interface SideIndex {
  readonly tree: Tree;
  facts(path: string): Promise<FileFacts | undefined>;
  /** Every occurrence of this whole word (letters, digits, `_`; case-sensitive). */
  findWord(word: string): Promise<readonly Mention[]>;
  /** Every occurrence of this text, at word boundaries if the text begins or ends with a word character. */
  findText(text: string): Promise<readonly Mention[]>;
  /** Every definition of this name. */
  findDefinitions(name: string): Promise<readonly (Definition & { readonly path: string })[]>;
}

/** How files moved together in the past, from the log before the change. */
export interface CoChange {
  readonly path: string;
  /** Commits that touched both. */
  readonly together: number;
  /** Commits that touched the asked-for file. */
  readonly commits: number;
}

/** What all built-in reviewers and the claim checker share. */
export interface ChangeIndex {
  readonly change: Change;
  readonly base: SideIndex;
  readonly head: SideIndex;
  /** Lines of the head that the change added. */
  addedLines(path: string): ReadonlySet<number>;
  /** What the commits of the change wrote and replaced again. Absent: there are no commits to look at. */
  readonly passing?: (() => Promise<PassingVersions>) | undefined;
  /** Files that usually move with this one; most frequent first. */
  coChanges(path: string): Promise<readonly CoChange[]>;
}
