import { splitLines } from "#grammar/lines.ts";

/** Stands between a review and what its author said before it was asked for the form. Part of the text that is kept. */
const BETWEEN = "**What was said before the form was asked for:**";

/** A review in the form that was asked for, and what its author had answered first. Nothing of it is lost. */
export function joinAnswers(first: string, second: string): string {
  return `${second.trimEnd()}\n\n${BETWEEN}\n\n${first.trim()}\n`;
}

/** The two answers of one text; the first is absent if there was only one. */
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
