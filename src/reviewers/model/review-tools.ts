/** A tool's answer. The text is limited and mentions what it leaves out. */
export interface ToolAnswer {
  readonly text: string;
  /** The files it shows, as on a desk: `code/src/mail.ts`, `review/scope.md`. */
  readonly paths: readonly string[];
  /** The lines it shows, from 1, both included. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** The request failed; the text explains why. */
  readonly isError?: true;
}

/**
 * Read-only access to the reviewed commit and the bundle. Paths are as on a desk: `review/…` is the bundle, anything else
 * is in the commit, with or without a leading `code/`.
 */
export interface ReviewTools {
  list(request: { readonly path?: string | undefined; readonly glob?: string | undefined }): Promise<ToolAnswer>;
  read(request: FileRange): Promise<ToolAnswer>;
  search(request: SearchQuestion): Promise<ToolAnswer>;
  /** The patch of one file. */
  diff(request: { readonly path: string }): Promise<ToolAnswer>;
  /** Who last changed these lines, when and in which commit. */
  blame(request: FileRange): Promise<ToolAnswer>;
}

/** A file, or some of its lines: from 1, both included. */
export interface FileRange {
  readonly path: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** A search for a text or a pattern. */
export interface SearchQuestion {
  readonly pattern: string;
  /** A file or folder. Default: the whole commit. */
  readonly path?: string | undefined;
  readonly isRegex?: boolean | undefined;
}
