/** How much of a claimed output a run printed. `part`: too little to be it, too much to be something else. */
export type OutputLikeness = "all" | "part" | "other";

/** The share of the claimed lines that must be printed to be the claimed output. */
const ENOUGH = 0.6;
const MAX_LINES = 500;

/** The lines of a claimed output that a run printed. */
export function linesPrinted(claimed: string, output: string): string[] {
  return sayingLines(claimed).slice(0, MAX_LINES).filter(lineFinder(output));
}

/** Finds lines in an output, without what differs from run to run. How long something took may differ, but not by much. */
function lineFinder(output: string): (line: string) => boolean {
  const printed = output.split(/\r?\n/).map((line) => ({ text: normalOutput(line), durations: durationsIn(line) }));
  return (line) => {
    const wanted = normalOutput(line);
    const durations = durationsIn(line);
    return printed.some((one) => holds(one.text, wanted) && areAlike(durations, one.durations));
  };
}

/** Whether a line holds these words. A number is held only as a whole: `3 failed` is not in `13 failed`. */
function holds(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + words.length, at + words.length + 2);
    const cutsFirst = /^\d/.test(words) && /\d\.?$/.test(before);
    const cutsLast = /\d$/.test(words) && /^\.?\d/.test(after);
    if (!cutsFirst && !cutsLast) return true;
  }
  return false;
}

/** Times that are so many times apart are not the same result. */
const FACTOR = 10;
/** Below this, in milliseconds, the load of the machine decides. */
const SHORT = 1000;

function areAlike(claimed: readonly number[], printed: readonly number[]): boolean {
  return claimed.every((one) =>
    printed.some((other) => (one < SHORT && other < SHORT) || (one <= other * FACTOR && other <= one * FACTOR)),
  );
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-6],
  ["µs", 1e-3],
  ["ms", 1],
]);

/** The durations that a line names, in milliseconds. */
function durationsIn(line: string): number[] {
  return [...line.slice(0, 1000).matchAll(DURATION)].map(
    ([, number, unit = ""]) => Number(number) * (UNITS.get(unit) ?? 1000),
  );
}

const DURATION = /\b(\d+(?:\.\d+)?)\s?(ms|µs|ns|s|sec|seconds)\b/g;

/** Whether a run printed what was claimed. Loosely: authors leave lines out, and some differ from run to run. */
export function printsClaim(claimed: string, output: string): boolean {
  const wanted = Math.min(sayingLines(claimed).length, MAX_LINES);
  return wanted > 0 && linesPrinted(claimed, output).length >= wanted * ENOUGH;
}

/** How like another run's output these lines are, of which it printed all. */
export function likenessTo(lines: readonly string[], output: string): OutputLikeness {
  const found = lines.filter(lineFinder(output)).length;
  if (lines.length > 0 && found === lines.length) return "all";
  return found < lines.length * ENOUGH ? "other" : "part";
}

/** The lines that say something, without what differs from run to run. */
export const claimedLines = (text: string): string[] => sayingLines(text).map(normalOutput);

/** A line of marks alone, such as `}` or `…`, is in nearly every output. */
const sayingLines = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => /[\p{L}\p{N}]/u.test(normalOutput(line)));

/** Without white space, times, addresses, temporary folders, and lines of code in places like `a.ts:12`. */
export function normalOutput(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .slice(0, 1000)
        .replaceAll(DURATION, "#")
        .replaceAll(/\b\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\b/g, "#")
        .replaceAll(/\b0x[0-9a-f]+\b/gi, "#")
        .replaceAll(/(?:\/[\w.@+-]+)+\/(?=[\w.-])/g, "")
        .replaceAll(/(\.\w{1,8}):\d+(?::\d+)?/g, "$1:#")
        .replaceAll(/\s+/g, " ")
        .replaceAll("...", "…")
        .trim(),
    )
    .join("\n");
}
