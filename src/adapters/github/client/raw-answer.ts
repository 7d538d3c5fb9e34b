/** What came back over the wire, whatever its status. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The text read as JSON; absent where it is none. */
  readonly json?: unknown;
}
