import { plural } from "#util/words.ts";
import type { EarlierFinding } from "../bundle-input.ts";
import { fence } from "./document.ts";

/** What an earlier finding said: its text, the advice and the code it quoted, each cut, as fences below its item. */
export function quoteEarlierFinding({ said }: EarlierFinding): string[] {
  if (said === undefined) return [];
  return [
    ...part("What was said", said.text, MAX_TEXT),
    ...part("The advice", said.advice, MAX_ADVICE),
    ...part("The code as it was quoted", said.code, MAX_CODE),
  ];
}

const MAX_TEXT = { characters: 1200, lines: 60 };
const MAX_ADVICE = { characters: 800, lines: 40 };
const MAX_CODE = { characters: 1200, lines: 40 };

function part(title: string, text: string | undefined, most: typeof MAX_TEXT): string[] {
  const whole = text?.replaceAll(/\r\n?/g, "\n").trimEnd() ?? "";
  if (whole === "") return [];
  const kept = whole
    .slice(0, most.characters)
    .replace(/[\ud800-\udbff]$/, "")
    .split("\n")
    .slice(0, most.lines)
    .join("\n");
  const cut = whole.length - kept.length;
  return [`${title}${cut > 0 ? `, but for ${plural(cut, "character")} at its end` : ""}:`, ...fence(kept).split("\n")];
}
