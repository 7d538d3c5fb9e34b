/** A credential in a text. */
export interface Span {
  /** Of the whole match, which must not be cut. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** No form matches more characters than this. */
export const LONGEST = 20_000;
