/** A review with one finding. */
export const REVIEW = reviewOf("One problem.");

/** One of nearly two megabytes, as much as is kept. Its words do not repeat: Gemini takes repetition for a loop and stops. */
export const LONG_REVIEW = reviewOf(manyWords(1_900_000));

function reviewOf(summary: string): string {
  return [
    `## Executive Summary\n\n${summary}`,
    "## Findings\n\n### Critical Issues\n\nNone.",
    "### Important Issues\n\n#### I1. add subtracts\n\n`calc.js:2` (important, regression)",
    "```js\n  return a - b;\n```\n\nCallers get the difference.\n\nFix: add.",
    "### Suggestions\n\nNone.",
    "## Coverage Summary\n\n- `calc.js`: I1\n",
  ].join("\n\n");
}

function manyWords(length: number): string {
  const lines: string[] = [];
  let [seed, written] = [1, 0];
  while (written < length) {
    const words = Array.from({ length: 12 }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed.toString(36);
    });
    const line = `${words.join(" ")}.`;
    lines.push(line);
    written += line.length + 1;
  }
  return lines.join("\n");
}
