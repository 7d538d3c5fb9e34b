import type { Scope } from "#model/change/scope.ts";
import { slug } from "#util/slug.ts";

/** `20261115-204512-dynamic-port`: when the round began, in UTC like the date in its record, and what it is about. */
export function nameRound(scope: Scope, started: Date): string {
  const day = `${started.getUTCFullYear()}${two(started.getUTCMonth() + 1)}${two(started.getUTCDate())}`;
  const time = `${two(started.getUTCHours())}${two(started.getUTCMinutes())}${two(started.getUTCSeconds())}`;
  const about =
    scope.pullRequest === undefined
      ? (scope.branch ?? scope.head?.slice(0, 8) ?? "")
      : `pr-${scope.pullRequest.number}`;
  return `${day}-${time}-${slug(about) || "change"}`;
}

const two = (value: number): string => String(value).padStart(2, "0");
