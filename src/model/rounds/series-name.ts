import type { Scope } from "../change/scope.ts";

/** What decisions call a series of rounds: its pull request before its branch. Undefined where the scope names neither. */
export function seriesName({ pullRequest, branch }: Pick<Scope, "pullRequest" | "branch">): string | undefined {
  if (pullRequest !== undefined) return `pr-${pullRequest.number}`;
  return branch === undefined ? undefined : `branch-${branch.replace(/^refs\/heads\//, "")}`;
}
