/** A text with its name and the attributes of that name. */
export interface NamedText {
  readonly path: string;
  /** The linguist attribute in `.gitattributes` of the base, if there is one. */
  readonly attributes: { readonly generated?: boolean; readonly vendored?: boolean };
  readonly text: string;
}

/** What is known of a changed file when it is decided how it is read. */
export interface FileTraits extends NamedText {
  /** The file as it was before the change; absent: the change adds it. */
  readonly before?: NamedText;
}

/** How a file is read. Default: the changed lines. */
export interface ReadingPolicy {
  /** Why it is skipped: vendored, generated, a lock file, a snapshot, minified, a decisions file. */
  readonly listed?: string;
  /** Nobody read the file before the change, so all of it must be read now. */
  readonly isWhole?: true;
}

/** Says how a text is to be read. */
export type ClassifyFile = (traits: FileTraits) => ReadingPolicy;
