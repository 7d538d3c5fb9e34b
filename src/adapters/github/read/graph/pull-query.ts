import type { GitHub, GraphAnswer } from "../../client.ts";
import { GitHubError } from "../../client/github-error.ts";

/**
 * Reads a typical pull request in one query, and further pages in more: a part is included only while its flag is true.
 * GitHub's cost is the number of connections divided by a hundred: labels, issues, threads, the comments of a hundred
 * threads, comments, reviews, commits, checks: 107, one point.
 */
export const PULL_QUERY = `
query DeepReviewPull(
  $owner: String!, $name: String!, $number: Int!, $head: Boolean!,
  $threads: Boolean!, $threadsAfter: String, $comments: Boolean!, $commentsAfter: String,
  $reviews: Boolean!, $reviewsAfter: String, $checks: Boolean!, $checksAfter: String
) {
  rateLimit { cost }
  viewer @include(if: $head) { login }
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid
      ...Head @include(if: $head)
      reviewThreads(first: 100, after: $threadsAfter) @include(if: $threads) {
        pageInfo { ...Page }
        nodes { ...Thread }
      }
      comments(first: 100, after: $commentsAfter) @include(if: $comments) {
        pageInfo { ...Page }
        nodes { fullDatabaseId author { ...Who } body createdAt url viewerDidAuthor }
      }
      reviews(first: 100, after: $reviewsAfter) @include(if: $reviews) {
        pageInfo { ...Page }
        nodes { fullDatabaseId author { ...Who } state body commit { oid } submittedAt url viewerDidAuthor }
      }
      commits(last: 1) @include(if: $checks) {
        nodes { commit { oid statusCheckRollup { contexts(first: 100, after: $checksAfter) {
          pageInfo { ...Page }
          nodes { __typename ...Check ...Status }
        } } } }
      }
    }
  }
}
fragment Page on PageInfo { hasNextPage endCursor }
fragment Who on Actor { __typename login }
fragment Head on PullRequest {
  url title body author { ...Who } state isDraft
  labels(first: 100) { nodes { name } }
  baseRefName baseRefOid baseRef { target { oid } } baseRepository { nameWithOwner }
  headRefName headRepository { nameWithOwner }
  closingIssuesReferences(first: 20) {
    pageInfo { ...Page }
    nodes { number title state url body repository { nameWithOwner } }
  }
}
fragment Thread on PullRequestReviewThread {
  id path line startLine originalLine originalStartLine diffSide subjectType
  isResolved isOutdated resolvedBy { login } viewerCanResolve
  comments(first: 20) { pageInfo { ...Page } nodes { ...Said originalCommit { oid } } }
}
fragment Said on PullRequestReviewComment {
  fullDatabaseId author { ...Who } body createdAt url viewerDidAuthor state
}
fragment Check on CheckRun {
  databaseId name status conclusion title permalink externalId
  checkSuite { workflowRun { workflow { name } } }
}
fragment Status on StatusContext { context state description targetUrl }
`;

/** Reads the end of threads with more comments than the first query reads: the last comments matter most. */
export const LONG_THREADS_QUERY = `
query DeepReviewThreads($ids: [ID!]!) {
  rateLimit { cost }
  nodes(ids: $ids) {
    ... on PullRequestReviewThread {
      id
      comments(last: 80) {
        totalCount
        nodes { fullDatabaseId author { __typename login } body createdAt url viewerDidAuthor state }
      }
    }
  }
}
`;

/** Adapts a query to GitHub Enterprise servers that lack the two newest fields. */
export function withoutNewFields(query: string): string {
  return query.replaceAll("fullDatabaseId", "fullDatabaseId: databaseId").replaceAll(" subjectType", "");
}

/** Sends a GraphQL query in a form that the server understands. */
export type QueryGraph = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<GraphAnswer>;

/** Repeats a query without the newest fields if the server does not know them, and omits them from then on. */
export function queryWithoutNewFields(github: GitHub): QueryGraph {
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
