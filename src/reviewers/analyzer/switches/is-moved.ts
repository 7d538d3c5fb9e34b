import type { InlineSwitch } from "./inline-switches.ts";

/** A file of one side, and the comments in it that switch off what was found. */
export interface SwitchedText {
  readonly text: string | undefined;
  readonly switches: readonly InlineSwitch[];
}

/**
 * Whether a change only moved or indented lines together with the comment that silences them: the file held them before
 * as often as it does now, silenced in the same way.
 */
export function isMoved(
  { start, end }: { readonly start: number; readonly end: number },
  before: SwitchedText,
  now: SwitchedText,
): boolean {
  const wanted = linesOf(now.text).slice(start - 1, end);
  return countSilenced(wanted, before) >= countSilenced(wanted, now);
}

/** How many of the comments have these lines below them, or on their own line. */
function countSilenced(wanted: readonly string[], { text, switches }: SwitchedText): number {
  const lines = linesOf(text);
  const standsAt = (first: number): boolean => wanted.every((line, at) => lines[first - 1 + at] === line);
  const reaches = ({ line, last }: InlineSwitch): boolean => {
    for (let at = line; at <= last; at++) if (standsAt(at) || standsAt(at - wanted.length + 1)) return true;
    return false;
  };
  return switches.filter(reaches).length;
}

const linesOf = (text = ""): string[] => text.split("\n").map((line) => line.trim());
