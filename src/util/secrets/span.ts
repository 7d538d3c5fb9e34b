/** A credential in a text. */
export interface SecretSpan {
  /** The start of the whole match, which must not be split. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** No form matches more characters than this. */
export const MAX_LENGTH = 20_000;
