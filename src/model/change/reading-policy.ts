/** A text under a name, with what attributes say of that name. */
export interface NamedText {
  readonly path: string;
  /** What `.gitattributes` of the base says in linguist's words; undefined where it says nothing. */
  readonly attributes: { readonly generated?: boolean; readonly vendored?: boolean };
  readonly text: string;
}

/** What is known of a changed file when it is decided how it is read. */
export interface FileTraits extends NamedText {
  /** The file as it was before the change; absent: the change adds it. */
  readonly before?: NamedText;
}

/** How a file is read: the lines that changed, unless this says otherwise. */
export interface ReadingPolicy {
  /** Why it is skipped: vendored, generated, a lock file, a snapshot, minified, decisions on findings. */
  readonly listed?: string;
  /** Nobody read what stood there before the change, so all of it is to be read now. */
  readonly isWhole?: true;
}

/** Says how a text is to be read. */
export type ClassifyFile = (traits: FileTraits) => ReadingPolicy;
