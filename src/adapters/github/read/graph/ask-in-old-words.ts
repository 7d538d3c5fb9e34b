import type { GitHub, GraphAnswer } from "../../client.ts";
import { GitHubError } from "../../client/github-error.ts";
import { withoutNewFields } from "./pull-query.ts";

/** Asks GraphQL in words that its server understands. */
export type AskGraph = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<GraphAnswer>;

/** Where a server does not know the newest fields, it is asked without them, from then on at once. */
export function queryWithoutNewFields(github: GitHub): AskGraph {
  let isOld = false;
  return async (query, variables) => {
    try {
      return await github.graphqlInPart(isOld ? withoutNewFields(query) : query, variables);
    } catch (error) {
      if (isOld || !isUnknownField(error)) throw error;
      isOld = true;
      return github.graphqlInPart(withoutNewFields(query), variables);
    }
  };
}

function isUnknownField(error: unknown): boolean {
  if (!(error instanceof GitHubError) || error.kind !== "refused") return false;
  return [error.facts.said, ...(error.facts.details ?? [])].some((text) =>
    /\b(?:fullDatabaseId|subjectType)\b/.test(text),
  );
}
