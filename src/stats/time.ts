/**
 * When a review began: the time stamp at the start of its id, else the date in its report, which is often the time of
 * writing. `YYYY-MM-DDTHH:MM:SS`; a missing time is midnight. Undefined if neither is a date.
 */
export function startOfReview(id: string, date: string | undefined): string | undefined {
  const stamp = /^(\d{4})(\d{2})(\d{2})-(?:(\d{2})(\d{2})(\d{2}))?/.exec(id);
  const written =
    date === undefined ? null : /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(date);
  return (stamp && isoTime(stamp)) ?? (written && isoTime(written)) ?? undefined;
}

/** Every month from the first day to the last, both included; `YYYY-MM`. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 1] = first.split("-").map(Number);
  // A wrong date (year 0001) must not fill the page: no archive spans more than fifty years.
  while (months.length < 600) {
    const current = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
    if (current > monthOf(last)) break;
    months.push(current);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return months;
}

/** The Monday of a day's week; `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  const time = dayNumber(day);
  // Day 0 was a Thursday.
  return dayText(time - ((((time + 3) % 7) + 7) % 7));
}

/** Every Monday from the week of the first day to that of the last; stops after `limit`. */
export function weeksBetween(first: string, last: string, limit: number): string[] {
  const weeks: string[] = [];
  const end = dayNumber(mondayOf(last));
  for (let day = dayNumber(mondayOf(first)); day <= end && weeks.length < limit; day += 7) weeks.push(dayText(day));
  return weeks;
}

/** The month of a review. */
export function monthOf(startedAt: string): string {
  return startedAt.slice(0, 7);
}

function dayNumber(day: string): number {
  return Math.floor(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 86_400_000);
}

function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function isoTime(parts: readonly (string | undefined)[]): string | undefined {
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00"] = parts;
  const time = `${year}-${month}-${day}T${hour.padStart(2, "0")}:${minute}:${second}`;
  const date = new Date(`${time}Z`);
  // The round trip rejects 31 February, which a parser may read as a day in March.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 19) !== time ? undefined : time;
}
