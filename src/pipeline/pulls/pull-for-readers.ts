import type { Reviewer } from "#model/panel/reviewer.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { readComments } from "#reviewers/comments/read-comments.ts";

/**
 * The pull request as agents and models get it: without the words of those who sit on the panel with them. Everybody
 * reviews alone; what two say is worth more when neither has read the other.
 */
export function pullForReaders(
  pull: PullRequest,
  panel: readonly Pick<Reviewer, "name" | "family" | "kind">[],
): PullRequest {
  const seated = panel.filter(({ kind }) => kind === "import" || kind === "person");
  if (seated.length === 0) return pull;
  const logins = new Set(
    readComments(pull).flatMap(({ login, name, family }) =>
      seated.some((one) => one.name === name && one.family === family) ? [login] : [],
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
