import type { Reviewer } from "#model/panel/reviewer.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { readComments } from "#reviewers/comments/read-comments.ts";

/** The pull request for agents and models, without the comments of other panel members: reviewers must be independent. */
export function pullForReaders(
  pull: PullRequest,
  panel: readonly Pick<Reviewer, "name" | "family" | "kind">[],
): PullRequest {
  const commenters = panel.filter(({ kind }) => kind === "import" || kind === "person");
  if (commenters.length === 0) return pull;
  const logins = new Set(
    readComments(pull).flatMap(({ login, name, family }) =>
      commenters.some((one) => one.name === name && one.family === family) ? [login] : [],
    ),
  );
  const isOther = ({ author }: { readonly author: { readonly login: string } }): boolean => !logins.has(author.login);
  return {
    ...pull,
    threads: pull.threads.filter(({ comments: [first] }) => first !== undefined && isOther(first)),
    comments: pull.comments.filter(isOther),
    reviews: pull.reviews.filter(isOther),
  };
}
