import { bareBranch, type Scope } from "#model/change/scope.ts";
import { slug } from "#util/names.ts";

/** `20261115-204512-dynamic-port`: when the round began, in UTC like the date in its record, and what it is about. */
export function nameRound(scope: Scope, started: Date): string {
  const about =
    scope.pullRequest === undefined
      ? (scope.branch ?? scope.head?.slice(0, 8) ?? "")
      : `pr-${scope.pullRequest.number}`;
  return nameStart(started, slug(about) || "change");
}

/** `20261115-204512-merged` */
export function nameStart(started: Date, about: string): string {
  const time = started.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${time}-${about}`;
}

/** What ids of rounds may say behind their time, if they are about the same pull request or branch. */
export function roundNames({ pullRequest, branch }: Scope): string[] {
  const names = [pullRequest && `pr-${pullRequest.number}`, branch, branch && bareBranch(branch)];
  return names.flatMap((name) => (name === undefined ? [] : slug(name))).filter((name) => name !== "");
}
