import type { Scope } from "../change/scope.ts";

/**
 * What a series is called in `StandingDecision.scope`: `pr-42`, `branch-feature/retries`; the first is the one to write
 * down. A pull request and its branch are one series, so it has both names. Empty where it is neither.
 */
export function seriesNames({ pullRequest, branch }: Pick<Scope, "pullRequest" | "branch">): string[] {
  return [
    ...(pullRequest === undefined ? [] : [`pr-${pullRequest.number}`]),
    // Without the owner of the fork: no branch name holds a colon.
    ...(branch === undefined ? [] : [`branch-${branch.slice(branch.indexOf(":") + 1)}`]),
  ];
}
