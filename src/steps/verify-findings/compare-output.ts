/** How much of a claimed output a run printed. `part`: too little to be it, too much to be something else. */
export type OutputLikeness = "all" | "part" | "other";

/** The share of the claimed lines that must be printed to be the claimed output. */
const ENOUGH = 0.6;
const MAX_LINES = 500;

/** The lines of a claimed output that a run printed. */
export function linesPrinted(claimed: string, output: string): string[] {
  const printed = normalOutput(output);
  return claimedLines(claimed)
    .slice(0, MAX_LINES)
    .filter((line) => printed.includes(line));
}

/** Whether a run printed what was claimed. Loosely: authors leave lines out, and some differ from run to run. */
export function printsClaim(claimed: string, output: string): boolean {
  const wanted = Math.min(claimedLines(claimed).length, MAX_LINES);
  return wanted > 0 && linesPrinted(claimed, output).length >= wanted * ENOUGH;
}

/** How like another run's output these lines are, of which it printed all. */
export function likenessTo(lines: readonly string[], output: string): OutputLikeness {
  const printed = normalOutput(output);
  const found = lines.filter((line) => printed.includes(line)).length;
  if (lines.length > 0 && found === lines.length) return "all";
  return found < lines.length * ENOUGH ? "other" : "part";
}

/** The lines that say something, without what differs from run to run. */
export function claimedLines(text: string): string[] {
  return normalOutput(text)
    .split("\n")
    .filter((line) => line !== "" && line !== "…");
}

/** Without white space, times, addresses, temporary folders, and lines of code in places like `a.ts:12`. */
export function normalOutput(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .slice(0, 1000)
        .replaceAll(/\b\d+(?:\.\d+)?\s?(?:ms|µs|ns|s|sec|seconds)\b/g, "#")
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
