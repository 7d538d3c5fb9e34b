/** A round of the archive, and where its record says that it belongs. */
export interface ArchivedRound {
  readonly id: string;
  readonly kind: string;
  readonly date?: string | undefined;
  readonly repository?: string | undefined;
  readonly pullRequest?: number | undefined;
  readonly branch?: string | undefined;
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  /** How many commits it covers; none: only uncommitted work. */
  readonly commits: number;
  /** The first of them. */
  readonly oldest?: string | undefined;
  /** The files it is about, under all their names; absent where they are not known or too many to keep. */
  readonly files?: readonly string[] | undefined;
  /** The target that it was said to continue. */
  readonly continues?: string | undefined;
}
