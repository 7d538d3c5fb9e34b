import type { EarlierFinding } from "../bundle-input.ts";
import { count, fence } from "./document.ts";

/** The content of an earlier finding: its text, advice and quoted code, each truncated, as fences below its item. */
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
  return [`${title}${cut > 0 ? `, but for ${count(cut, "character")} at its end` : ""}:`, ...fence(kept).split("\n")];
}
