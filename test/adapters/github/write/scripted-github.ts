import { GitHubError, type GitHub } from "#adapters/github/client.ts";

/** A request as the adapter made it. */
export interface Sent {
  /** The route, or the name of the mutation. */
  readonly what: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Answers a request: with data, or by throwing. */
export type Answer = (sent: Sent) => unknown;

/** A platform that says what the test tells it, and remembers what it was sent. */
export function scriptedGitHub(answer: Answer): { readonly github: GitHub; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const take = async (one: Sent): Promise<unknown> => {
    sent.push(one);
    return answer(one);
  };
  const graphql = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
    take({ what: /^(?:mutation|query) (\w+)/.exec(query)?.[1] ?? "unnamed", parameters: variables });
  const github: GitHub = {
    host: "github.com",
    hasToken: true,
    tokenFrom: "GITHUB_TOKEN",
    calls: { reads: 0, queries: 0, writes: 0, points: 0 },
    request: async (what, parameters = {}) => ({
      status: 200,
      data: await take({ what, parameters }),
      hasNext: false,
    }),
    graphql,
    graphqlInPart: async (query, variables) => ({ data: await graphql(query, variables), errors: [] }),
  };
  return { github, sent };
}

/** A plain no. */
export function no(status: number, said: string): GitHubError {
  return new GitHubError({ kind: "refused", host: "github.com", status, said, maybeDone: false });
}

/** The connection broke while a write was under way. */
export function broken(): GitHubError {
  return new GitHubError({ kind: "no-answer", host: "github.com", said: "socket hang up", maybeDone: true });
}

export const ADDRESS = { host: "github.com", owner: "ada", repository: "kettle", number: 7 };
