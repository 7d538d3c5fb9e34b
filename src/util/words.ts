/** `12,345`, the same on every machine. */
export function withCommas(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 file`, `2 files`. Pass the plural if it is not the noun with an `s`: `plural(2, "branch", "branches")`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${withCommas(count)} ${count === 1 ? noun : many}`;
}

/**
 * The text truncated to at most `max` characters, with `…` at its end. Counts code units like `length`, so that limits
 * of schemas and platforms hold, but never splits a surrogate pair.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  const kept = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept.trimEnd()}…`;
}

/** The text on one line, with white space collapsed. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The first lines of a list, and one that counts the others: `and 3 more`, followed by `tail`. */
export function capLines(lines: readonly string[], max: number, tail = ""): string[] {
  const left = lines.length - max;
  return left > 0 ? [...lines.slice(0, max), `and ${withCommas(left)} more${tail}`] : [...lines];
}

/** `C1, C2`; `C1, C2 and 190 more` if there are too many. */
export function listSome(names: readonly string[], max = 10): string {
  const left = names.length - max;
  return left > 0 ? `${names.slice(0, max).join(", ")} and ${withCommas(left)} more` : names.join(", ");
}

/** `a`, `a and b`, `a, b and c`; `a, b and 3 more` if there are more than `max`. */
export function joinAnd(names: readonly string[], max = Infinity): string {
  if (names.length < 2 || names.length > max) return listSome(names, max);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The text as a sentence, with an initial capital and a full stop. */
export function sentence(text: string): string {
  if (text === "") return "";
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?…]["”')]*$/.test(text) ? "" : "."}`;
}

/** A duration for progress display: `0.4s`, `47s`, `3m 05s`, `1h 02m`. */
export function shortDuration(seconds: number): string {
  if (seconds < 10) return `${(Math.round(seconds * 10) / 10).toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, "0")}s`;
  return `${Math.floor(whole / 3600)}h ${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")}m`;
}
