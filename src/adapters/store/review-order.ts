import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** An id with a time that is further ahead than this comes from a wrong clock. */
const FAR_AHEAD = 31 * 24 * 3600 * 1000;

/** Sorts ids of reviews by the time that they begin with, oldest first. Ids from the far future come first. */
export function sortReviewIds(ids: readonly string[], now = Date.now()): string[] {
  const rank = (id: string): number => (isFarAhead(timeOf(id), now) ? 0 : 1);
  return ids.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : one > other ? 1 : 0));
}

/**
 * The start time for the id of a new review: now, or a second after the newest review, so that a clock that was set back
 * or two reviews in one second do not make an older review the last one.
 */
export async function nextStart(archive: string, now: Date): Promise<Date> {
  const ids: string[] = await readdir(join(archive, "reviews")).catch(() => []);
  const times = ids.map(timeOf).filter((time) => !isFarAhead(time, now.getTime()));
  const newest = times.reduce((latest, time) => Math.max(latest, time), 0);
  return newest < now.getTime() - (now.getTime() % 1000) ? now : new Date(newest + 1000);
}

export function isFarAhead(time: number, now = Date.now()): boolean {
  return time > now + FAR_AHEAD;
}

/** The time that an id begins with; 0 if there is none. */
function timeOf(id: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})/.exec(id) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? 0 : time;
}
