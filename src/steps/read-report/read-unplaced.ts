import { isBlank, type ScannedLine } from "#grammar/lines.ts";
import type { Unplaced } from "#model/reviewer.ts";

/** Reads back the passages that a report of ours lists as unplaced: `### Line 12`, the reason, the text in a fence. */
export function readUnplaced(lines: readonly ScannedLine[]): Unplaced[] {
  const passages: { line: number; why: string[]; text: string[] }[] = [];
  for (const { text, inFence, fence } of lines) {
    const start = inFence ? null : /^### Line (\d{1,9})$/.exec(text);
    const current = passages.at(-1);
    if (start !== null) passages.push({ line: Math.max(1, Number(start[1])), why: [], text: [] });
    else if (current === undefined || fence !== undefined) continue;
    else if (inFence) current.text.push(text);
    else if (!isBlank(text)) current.why.push(text.trim());
  }
  return passages.map(({ line, why, text }) => ({ line, text: text.join("\n"), why: why.join(" ") }));
}
