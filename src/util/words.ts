/** `12,345`, the same on every machine. */
export function withCommas(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 file`, `2 files`. The plural is given where it is not the noun with an `s`: `plural(2, "branch", "branches")`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${withCommas(count)} ${count === 1 ? noun : many}`;
}

/**
 * The text with at most `max` characters, `…` in place of what is cut off its end. They are counted as `length` counts them,
 * so that limits of schemas and platforms hold, but a surrogate pair is never cut in two.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  const kept = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept.trimEnd()}…`;
}

/** The text on one line, white space folded. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The first lines of a list, and one that counts the others: `and 3 more`, with `tail` behind it. */
export function capLines(lines: readonly string[], max: number, tail = ""): string[] {
  const left = lines.length - max;
  return left > 0 ? [...lines.slice(0, max), `and ${withCommas(left)} more${tail}`] : [...lines];
}

/** `C1, C2`; `C1, C2 and 190 more` where there are too many to read. */
export function listSome(names: readonly string[], max = 10): string {
  const left = names.length - max;
  return left > 0 ? `${names.slice(0, max).join(", ")} and ${withCommas(left)} more` : names.join(", ");
}

/** `a`, `a and b`, `a, b and c`; `a, b and 3 more` where there are more than `max`. */
export function joinAnd(names: readonly string[], max = Infinity): string {
  if (names.length < 2 || names.length > max) return listSome(names, max);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The text as a sentence of its own: with a capital letter at its beginning and a full stop at its end. */
export function sentence(text: string): string {
  if (text === "") return "";
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?…]["”')]*$/.test(text) ? "" : "."}`;
}

/** A time for people who wait: `0.4s`, `47s`, `3m 05s`, `1h 02m`. */
export function shortDuration(seconds: number): string {
  if (seconds < 10) return `${(Math.round(seconds * 10) / 10).toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, "0")}s`;
  return `${Math.floor(whole / 3600)}h ${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")}m`;
}
