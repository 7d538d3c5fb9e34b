/**
 * When a review began: the time stamp that its id starts with, else the date its report prints, which is often the time
 * of writing. `YYYY-MM-DDTHH:MM:SS`; a missing time is midnight. Undefined when neither is a date.
 */
export function startOfReview(id: string, date: string | undefined): string | undefined {
  const stamp = /^(\d{4})(\d{2})(\d{2})-(?:(\d{2})(\d{2})(\d{2}))?/.exec(id);
  const written =
    date === undefined ? null : /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(date);
  return (stamp && isoTime(stamp)) ?? (written && isoTime(written)) ?? undefined;
}

/** Every month from the first to the last, both included; `YYYY-MM`. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 1] = first.split("-").map(Number);
  // A wrong date (year 0001) must not fill the page: more than fifty years are not an archive.
  while (months.length < 600) {
    const current = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
    if (current > last) break;
    months.push(current);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return months;
}

/** The month a review falls in. */
export function monthOf(startedAt: string): string {
  return startedAt.slice(0, 7);
}

function isoTime(parts: readonly (string | undefined)[]): string | undefined {
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00"] = parts;
  const inRange = isWithin(month, 1, 12) && isWithin(day, 1, 31) && isWithin(hour, 0, 23) && isWithin(minute, 0, 59);
  return inRange ? `${year}-${month}-${day}T${hour.padStart(2, "0")}:${minute}:${second}` : undefined;
}

function isWithin(text: string, low: number, high: number): boolean {
  const value = Number(text);
  return value >= low && value <= high;
}
