import { splitLines } from "#grammar/lines.ts";

/** Separates a review from its author's first answer, given before the form was requested. Part of the kept text. */
const BETWEEN = "**What was said before the form was asked for:**";

/** Joins a review in the requested form with the author's first answer, so that nothing is lost. */
export function joinAnswers(first: string, second: string): string {
  return `${second.trimEnd()}\n\n${BETWEEN}\n\n${first.trim()}\n`;
}

/** Splits a text into the two answers; `first` is absent if there was only one. */
export function splitAnswers(text: string): {
  readonly second: string;
  readonly first?: string;
  readonly from: number;
} {
  const lines = splitLines(text);
  const at = lines.findIndex((line) => line.trim() === BETWEEN);
  if (at < 0) return { second: text, from: 0 };
  return { second: lines.slice(0, at).join("\n"), first: lines.slice(at + 1).join("\n"), from: at + 1 };
}
