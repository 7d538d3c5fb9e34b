import type { Scope } from "../change/scope.ts";

/** What decisions call a series of rounds: its pull request before its branch. Undefined where the scope names neither. */
export function seriesName({ pullRequest, branch }: Pick<Scope, "pullRequest" | "branch">): string | undefined {
  if (pullRequest !== undefined) return `pr-${pullRequest.number}`;
  return branch === undefined ? undefined : `branch-${branch.replace(/^refs\/heads\//, "")}`;
}

/** Every name that a decision may know a series by: a pull request may have been decided on when it was only a branch. */
export function seriesNames({ pullRequest, branch }: Pick<Scope, "pullRequest" | "branch">): string[] {
  const names = [pullRequest && seriesName({ pullRequest }), branch === undefined ? undefined : seriesName({ branch })];
  return names.filter((name) => name !== undefined);
}
