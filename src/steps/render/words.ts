import { isJudged } from "#model/panel/reviewer.ts";
import type { Report } from "#model/report.ts";
import { withCommas } from "#util/words.ts";

/** `91 % (412 of 455)`: a rate with its base; unknown if the base is empty. */
export function rate(part: number, whole: number): string {
  return whole > 0 ? `${percent(part / whole)} (${part} of ${whole})` : "unknown";
}

/** `91 %`. Below 1 % and above 99 % it does not round to none or all. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return "<1 %";
  if (rounded === 100 && share < 1) return ">99 %";
  return `${rounded} %`;
}

/** `2 refuted, 1 duplicate`: how often each word occurs, in the order of first occurrence. */
export function tallyWords(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${withCommas(count)} ${word}`).join(", ");
}

/** Whether another round is worth it, where that is news: not after a first round with problems, nor without an agent. */
export function worthAnotherRound({ history, worth, review }: Report): string | undefined {
  const isNews = isJudged(review) && (history !== undefined || worth?.isWorth === false);
  return isNews ? worth?.because : undefined;
}

/** `24 min`, `1 h 27 min`, `45 s`, `0.4 s`. */
export function roughDuration(seconds: number): string {
  if (seconds > 0 && seconds < 9.95) return `${Math.max(0.1, Math.round(seconds * 10) / 10)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `21 Apr 2026`; text that is not a date stays unchanged. */
export function day(startedAt: string): string {
  const [year, month, date] = startedAt.slice(0, 10).split("-");
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? startedAt : `${Number(date)} ${name} ${year}`;
}

/** `21 Apr`. */
export function shortDay(startedAt: string): string {
  return day(startedAt).replace(/ \d{4}$/, "");
}

/** `Apr 2026`. */
export function monthName(month: string): string {
  const [year, number] = month.split("-");
  return `${MONTHS[Number(number) - 1] ?? number} ${year}`;
}

/** `13 Mar – 21 May 2026`, `3–5 May 2026`, `3 May 2026`. */
export function dayRange(from: string, to: string): string {
  const [first, last] = [day(from), day(to)];
  if (first === last) return last;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${first.split(" ")[0]}–${last}`;
  return from.slice(0, 4) === to.slice(0, 4) ? `${shortDay(from)} – ${last}` : `${first} – ${last}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `1 h 26 min 58 s`, `43 s`. */
export function longDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), "h"],
    [Math.floor((whole % 3600) / 60), "min"],
    [whole % 60, "s"],
  ];
  const shown = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`);
  return shown.length === 0 ? `${seconds > 0 ? Math.round(seconds * 10) / 10 : 0} s` : shown.join(" ");
}
