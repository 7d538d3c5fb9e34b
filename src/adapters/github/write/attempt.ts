import { ZodError } from "zod";
import { GitHubError, describeStatus } from "../client/github-error.ts";

/** The result of a write. `refused`: nothing was done, for the reason that GitHub gives. */
export type WriteResult<T> = { readonly answer: T } | { readonly refused: Refusal };

export interface Refusal {
  /** The HTTP status; 200 for a refusal in a GraphQL answer. */
  readonly status: number;
  readonly words: string;
}

/** A write that may or may not have been done: the connection was lost, or GitHub failed. */
export class LostWrite extends Error {
  override readonly name = "LostWrite";
}

/**
 * Makes one write. A refusal is a result. Throws a `LostWrite` if the write may have been done: the state must be read
 * again before the write is repeated.
 */
export async function attempt<T>(write: () => Promise<T>): Promise<WriteResult<T>> {
  try {
    return { answer: await write() };
  } catch (error) {
    if (error instanceof ZodError) throw new LostWrite("the answer could not be read", { cause: error });
    if (!(error instanceof GitHubError)) throw error;
    if (error.maybeDone || error.kind === "no-answer" || isOwnFailure(error))
      throw new LostWrite(error.message, { cause: error });
    if (error.kind !== "refused") throw error;
    const { status = 200, ...facts } = error.facts;
    return { refused: { status, words: describeStatus(facts) } };
  }
}

/** GraphQL answers 200 with an error without a type when GitHub itself failed, often after a long time. */
function isOwnFailure({ facts: { types, said } }: GitHubError): boolean {
  return types?.length === 0 && /^something went wrong/i.test(said);
}
