import { ZodError } from "zod";
import { GitHubError, describeStatus } from "../client/github-error.ts";

/** What a write came to. `refused`: nothing was done, and these are the platform's words for why. */
export type Attempt<T> = { readonly answer: T } | { readonly refused: Refusal };

/** A plain no of the platform. */
export interface Refusal {
  /** The HTTP status; 200 where a GraphQL answer holds the no. */
  readonly status: number;
  readonly words: string;
}

/** A write of which nobody knows whether it was done: the connection was lost, or the platform failed on its side. */
export class LostWrite extends Error {
  override readonly name = "LostWrite";
}

/**
 * Makes one write. A plain no is an answer. Where nobody knows whether it was done, or nothing answered, it is lost: what
 * there is must be read again before it is repeated.
 */
export async function attempt<T>(write: () => Promise<T>): Promise<Attempt<T>> {
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

/** GraphQL answers 200 with an error of no type when GitHub itself failed, often after it had worked for long. */
function isOwnFailure({ facts: { types, said } }: GitHubError): boolean {
  return types?.length === 0 && /^something went wrong/i.test(said);
}
