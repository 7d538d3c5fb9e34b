import { type Scope, isRead } from "#model/change/scope.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { AgentReceipt, HunkReading, NotGiven, OpenedFile, Reading, ReadingGate } from "#model/panel/receipt.ts";
import { hunkKey } from "./hunk-index.ts";

/** An agent's reading at the end of one of its passes. */
export interface AgentPass {
  readonly reviewer: ReviewerId;
  /** Whether it ended well, so that it also judged what it read. */
  readonly isWhole: boolean;
  /** Absent if it failed before there was anything to watch. */
  readonly reading?: Reading | undefined;
}

interface WatchedPass extends AgentPass {
  readonly reading: Reading;
}

/** Determines which agent read what, and which hunks too few have read. Undefined if no agent took part. */
export function takeReceipt(
  passes: readonly AgentPass[],
  scope: Scope,
  { readers }: { readonly readers: number },
): AgentReceipt | undefined {
  if (passes.length === 0) return undefined;
  const watched = passes.flatMap(({ reading, ...pass }) => (reading === undefined ? [] : [{ ...pass, reading }]));
  const observed = watched.filter(({ reading }) => reading.isObservable);
  const unobserved = watched.filter(({ reading }) => !reading.isObservable).map(({ reviewer }) => reviewer);
  const notGiven = listNotGiven(watched);
  const judged = listReadings(observed.filter(({ isWhole }) => isWhole));
  return {
    readings: listReadings(observed),
    opened: countOpened(observed),
    ...(unobserved.length === 0 ? {} : { unobserved: [...new Set(unobserved)] }),
    ...(notGiven.length === 0 ? {} : { notGiven }),
    gate: gateOf(judged, scope, { readers, agents: observed.map(({ reviewer }) => reviewer) }),
  };
}

function listReadings(passes: readonly WatchedPass[]): HunkReading[] {
  const found = new Map<string, HunkReading>();
  const pieces = new Map<string, Piece>();
  for (const { reviewer, reading } of passes) {
    for (const hunk of reading.hunks) found.set(`${reviewer} ${hunkKey(hunk)}`, { reviewer, hunk });
    for (const { hunk, lines, seen } of reading.partly ?? []) {
      const key = `${reviewer} ${hunkKey(hunk)}`;
      const piece = pieces.get(key) ?? { reading: { reviewer, hunk }, lines, seen: [] };
      piece.seen.push(...seen);
      pieces.set(key, piece);
    }
  }
  for (const [key, { reading, lines, seen }] of pieces) if (coversAll(seen, lines)) found.set(key, reading);
  return [...found.values()];
}

/** A split hunk, as far as the passes of one reviewer show it. */
interface Piece {
  readonly reading: HunkReading;
  readonly lines: number;
  readonly seen: { readonly from: number; readonly to: number }[];
}

function coversAll(runs: Piece["seen"], lines: number): boolean {
  let next = 0;
  for (const { from, to } of runs.toSorted((one, other) => one.from - other.from)) {
    if (from > next) return false;
    next = Math.max(next, to);
  }
  return next >= lines;
}

function countOpened(passes: readonly WatchedPass[]): OpenedFile[] {
  const found = new Map<string, OpenedFile>();
  for (const { reviewer, reading } of passes) {
    for (const { path, times } of reading.opened) {
      const key = `${reviewer} ${path}`;
      found.set(key, { reviewer, path, times: times + (found.get(key)?.times ?? 0) });
    }
  }
  return [...found.values()];
}

/** All passes of one reviewer may report what none of them was given. */
function listNotGiven(passes: readonly WatchedPass[]): NotGiven[] {
  const found = new Map<string, NotGiven>();
  for (const { reviewer, reading } of passes) {
    for (const { path, why } of reading.notGiven) found.set(`${reviewer} ${path}`, { reviewer, path, why });
  }
  return [...found.values()];
}

/** How many must have read a hunk, and whose reading counts. */
interface GateRule {
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
