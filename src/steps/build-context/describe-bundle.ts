import type { Bundle, BundleSet } from "#model/agent/bundle.ts";
import { printable } from "#util/printable.ts";
import { capLines, plural, withCommas } from "#util/words.ts";

/** What a reviewer would be sent: the prompt, each file with its size, and with `whole` each file's text. */
export function describeBundle(bundle: Bundle, prompt: string, { whole = false } = {}): string {
  const { files, part, of } = bundle;
  const total = files.reduce((sum, { text }) => sum + text.length, 0);
  const width = Math.max(0, ...files.map(({ path }) => path.length));
  const lines = [
    `Prompt${of === 1 ? "" : ` (part ${part} of ${of})`}`,
    "",
    ...prompt
      .trimEnd()
      .split("\n")
      .map((line) => `  ${line}`),
    "",
    `${plural(files.length, "file")}, ${withCommas(total)} characters`,
    "",
    ...files.map(({ path, text }) => `  ${path.padEnd(width)}  ${withCommas(text.length).padStart(9)}`),
    ...bundle.leftOut.map((sentence) => `  ${sentence}`),
  ];
  const texts = whole ? files.flatMap(({ path, text }) => ["", `── ${path}`, "", text.trimEnd()]) : [];
  return `${[...lines, ...texts].map((line) => printable(line, { keepNewlines: true })).join("\n")}\n`;
}

/** How the change was packed, for people: bundles, sizes, and what is given to nobody. */
export function describeBudget({ bundles, notGiven, budget, characters }: BundleSet): string {
  const sizes = bundles.map(({ characters: own, paths }) => `${plural(paths.length, "file")} (${withCommas(own)})`);
  const given = bundles.reduce((sum, { characters: own }) => sum + own, 0);
  const first =
    bundles.length === 1
      ? `${withCommas(given)} of ${withCommas(characters)} characters of patches in one bundle; it may hold ${withCommas(budget)}.`
      : `${withCommas(given)} of ${withCommas(characters)} characters of patches in ${bundles.length} bundles of at most ${withCommas(budget)}: ${sizes.join(", ")}.`;
  const hunks = notGiven.reduce((sum, withheld) => sum + withheld.hunks.length, 0);
  const missing = notGiven.map(({ path, why }) => `${printable(path)}: ${why}`);
  const left = [...new Set(bundles.flatMap(({ leftOut }) => leftOut))].map((sentence) => `${sentence}.`);
  return [
    first,
    ...(notGiven.length === 0
      ? []
      : [
          `Not given: ${plural(notGiven.length, "file")} with ${plural(hunks, "hunk")}.`,
          ...capLines(missing, MAX_NAMED, " files").map((line) => `  ${line}`),
        ]),
    ...left,
  ].join("\n");
}

const MAX_NAMED = 20;
