import { isRead, type Scope } from "#model/change/scope.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { HunkReading, ReadingGate } from "#model/panel/receipt.ts";
import { hunkKey } from "./hunk-index.ts";

/** How many must have read a hunk, and whose reading counts. */
export interface GateRule {
  readonly readers: number;
  readonly agents: readonly ReviewerId[];
}

/** The hunks that too few agents have read. Only files that are reviewed line by line count. */
export function gateOf(readings: readonly HunkReading[], scope: Scope, { readers, agents }: GateRule): ReadingGate {
  const counting = new Set<ReviewerId>(agents);
  const readersOf = new Map<string, Set<ReviewerId>>();
  for (const { reviewer, hunk } of readings) {
    if (!counting.has(reviewer)) continue;
    const key = hunkKey(hunk);
    readersOf.set(key, (readersOf.get(key) ?? new Set()).add(reviewer));
  }
  const others = new Set(scope.files.filter((file) => !isRead(file)).map(({ path }) => path));
  const unread = scope.hunks.filter(
    (hunk) => !others.has(hunk.path) && (readersOf.get(hunkKey(hunk))?.size ?? 0) < readers,
  );
  return { readers, unread };
}
