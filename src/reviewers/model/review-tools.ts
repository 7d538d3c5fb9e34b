/** What a tool answers. The text is bounded, and says what it leaves out. */
export interface ToolAnswer {
  readonly text: string;
  /** What it is about, as on a desk: `code/src/mail.ts`, `review/scope.md`. */
  readonly paths: readonly string[];
  /** Lines that the text shows, from 1, both included. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** It could not be answered; the text says why. */
  readonly isError?: true;
}

/**
 * What a model may look at: the reviewed commit and the bundle, read-only. Paths are as on a desk: `review/…` is the
 * bundle, everything else stands in the commit, with or without `code/` before it.
 */
export interface ReviewTools {
  list(ask: { readonly path?: string | undefined; readonly glob?: string | undefined }): Promise<ToolAnswer>;
  read(ask: FileRange): Promise<ToolAnswer>;
  search(ask: SearchQuestion): Promise<ToolAnswer>;
  /** The change of one file, as a patch. */
  diff(ask: { readonly path: string }): Promise<ToolAnswer>;
  /** Who last changed these lines, when and in which commit. */
  blame(ask: FileRange): Promise<ToolAnswer>;
}

/** A file, or some of its lines: from 1, both included. */
export interface FileRange {
  readonly path: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** What to look for, and where. */
export interface SearchQuestion {
  readonly pattern: string;
  /** A file or folder; all of the commit without it. */
  readonly path?: string | undefined;
  readonly isRegex?: boolean | undefined;
}
