/** Seconds in `19 min 7 s`, `1 h 26 min 58 s`, `7m 27s`, `510s`, `9:33`, `1:02:03` or a bare `278`; else undefined. */
export function readDuration(text: string): number | undefined {
  const plain = text.slice(0, 80).replaceAll("`", "").replaceAll("*", "").trim().toLowerCase();
  const clock = /^~?(\d+):(\d{1,2})(?::(\d{1,2}))?(?!\d)/.exec(plain);
  if (clock !== null) return readClock(clock);
  let seconds: number | undefined;
  for (const [, amount, unit] of plain.matchAll(
    /(\d+(?:\.\d+)?) ?(h|m|s)(?:ours?|rs?|in|inutes?|ins?|ec|econds?|ecs?)?(?![a-z])/g,
  )) {
    seconds = (seconds ?? 0) + Number(amount) * (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
  }
  if (seconds !== undefined) return seconds;
  const bare = /^(\d+(?:\.\d+)?)(?![\d.a-z/])/.exec(plain);
  return bare === null ? undefined : Number(bare[1]);
}

/** The written form of a duration: `1 h 26 min 58 s`. Zero parts are left out, except in `0 s`. */
export function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  const parts: string[] = [];
  if (hours > 0) parts.push(`${hours} h`);
  if (minutes > 0) parts.push(`${minutes} min`);
  if (rest > 0 || parts.length === 0) parts.push(`${rest} s`);
  return parts.join(" ");
}

function readClock([, first, second, third]: RegExpExecArray): number {
  const [a, b] = [Number(first), Number(second)];
  return third === undefined ? a * 60 + b : a * 3600 + b * 60 + Number(third);
}
