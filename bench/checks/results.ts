/** A line that a finding names. */
export interface FoundPlace {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly note?: string | undefined;
}

/** One finding of a built-in check, at its main place. */
export interface FoundByCheck extends FoundPlace {
  readonly check: string;
  readonly severity: string;
  readonly title: string;
  readonly explanation: string;
  readonly others: readonly FoundPlace[];
}

/** What the checks found in one commit. */
export interface ChangeResult {
  readonly commit: string;
  readonly findings: readonly FoundByCheck[];
  readonly seconds: number;
  /** Why nothing could be checked. */
  readonly error?: string;
}
