import { type Hunk, isRead } from "#model/change/scope.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import type { HunkState, ReadingFile, ReadingMap, ReadingRow } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { outcomeOf } from "#model/panel/reviewer.ts";

/** The table of hunks and agents. Undefined if no agent was watched. */
export function mapReadings(review: Review): ReadingMap | undefined {
  const { receipt, scope, reviewers } = review;
  if (receipt.gate === undefined) return undefined;
  const others = new Set(scope.files.filter((file) => !isRead(file)).map(({ path }) => path));
  const hunks = scope.hunks.filter(({ path }) => !others.has(path));
  const agents = reviewers.filter(({ kind }) => kind === "agent" || kind === "model");
  const stateOf = judge(review);
  const unread = new Set(receipt.gate.unread.map(keyOf));
  const byPath = new Map<string, OpenRow[]>();
  for (const hunk of hunks) {
    const isUnread = unread.has(keyOf(hunk));
    const states = agents.map(({ id }) => stateOf(id, hunk, isUnread));
    const rows = byPath.get(hunk.path) ?? [];
    byPath.set(hunk.path, rows);
    addHunk(rows, { place: placeOf(hunk), hunks: 1, states, isUnread });
  }
  const files = [...byPath].map(([path, rows]): ReadingFile => ({ path, rows }));
  const whole = files.filter(isWhole);
  return {
    agents,
    readers: receipt.gate.readers,
    hunks: hunks.length,
    read: hunks.length - receipt.gate.unread.length,
    unread: receipt.gate.unread.map(placeOf),
    files: files.filter((file) => !isWhole(file)),
    whole: {
      files: whole.length,
      hunks: whole.reduce((sum, { rows }) => sum + countHunks(rows), 0),
      states: whole[0]?.rows[0]?.states ?? [],
    },
  };
}

type OpenRow = { -readonly [K in keyof ReadingRow]: ReadingRow[K] };

/** Adjacent hunks with the same state share one row, so that a change of thousands of hunks stays readable. */
function addHunk(rows: OpenRow[], row: OpenRow): void {
  const last = rows.at(-1);
  const isAlike = last?.isUnread === row.isUnread && last.states.every((state, at) => state === row.states[at]);
  if (last === undefined || !isAlike) rows.push(row);
  else {
    last.hunks += 1;
    last.place = { ...last.place, end: row.place.end };
  }
}

const isWhole = ({ rows }: ReadingFile): boolean =>
  rows.every(({ states, isUnread }) => !isUnread && states.every((state) => state === "read" || state === "unproven"));

const countHunks = (rows: readonly ReadingRow[]): number => rows.reduce((sum, { hunks }) => sum + hunks, 0);

/** The lines of a hunk at the head; for one that only removes, the line before it. */
function placeOf({ path, newStart, newLines }: Hunk): Location {
  const start = Math.max(1, newStart);
  return { path, start, end: Math.max(start, start + newLines - 1) };
}

const keyOf = ({ path, oldStart, newStart }: Hunk): string => `${oldStart} ${newStart} ${path}`;

function judge({ receipt, runs }: Review): (agent: ReviewerId, hunk: Hunk, isUnread: boolean) => HunkState {
  const readAll = new Set(receipt.readAll);
  const read = new Set(receipt.readings.map(({ reviewer, hunk }) => `${reviewer} ${keyOf(hunk)}`));
  const notGiven = new Set(receipt.notGiven?.map(({ reviewer, path }) => `${reviewer} ${path}`));
  const unobserved = new Set(receipt.unobserved);
  const failed = new Map<ReviewerId, boolean>();
  const hasFailed = (agent: ReviewerId): boolean => {
    const own = runs.filter(({ reviewer }) => reviewer === agent);
    const known = failed.get(agent) ?? (outcomeOf(own) !== "completed" || own.every((run) => run.isPartial === true));
    failed.set(agent, known);
    return known;
  };
  return (agent, hunk, isUnread) => {
    if (readAll.has(agent) || read.has(`${agent} ${keyOf(hunk)}`)) {
      // If one reader is required, a hunk that was read but not counted was read in a pass that did not end.
      return hasFailed(agent) || (isUnread && receipt.gate?.readers === 1) ? "lost" : "read";
    }
    if (notGiven.has(`${agent} ${hunk.path}`)) return "not-given";
    return unobserved.has(agent) ? "unproven" : "unread";
  };
}
