import { type FindingLine, readFindingLine } from "#grammar/finding-line.ts";
import { isBlank, type ScannedLine } from "#grammar/lines.ts";
import type { Severity } from "#model/severity.ts";

/** A line on which a finding begins, or an item that was struck out and is none any more. */
export interface FindingStart {
  /** Index into the lines of the block. */
  readonly at: number;
  readonly line: FindingLine;
  readonly isStruck: boolean;
}

/**
 * Finds the finding lines of one severity section. With letters, bare numbers are lists inside a body. Without, a
 * number counts only when it is the next one, stands on its own and carries a place, a tag or a name.
 */
export function findStarts(block: {
  readonly lines: readonly ScannedLine[];
  readonly severity: Severity;
  readonly lettered: boolean;
}): FindingStart[] {
  const starts: FindingStart[] = [];
  let last = 0;
  let lastStruck = 0;
  for (const [at, { text, inFence }] of block.lines.entries()) {
    if (inFence || /^\s/.test(text)) continue;
    const line = readFindingLine(text);
    if (line === undefined) continue;
    const { letter, number, severity } = line.marker;
    const isStruck = line.struck && !line.invalid && text.startsWith("~~");
    if (letter !== undefined && number !== undefined) {
      if (isBoldLabel(text)) starts.push({ at, line, isStruck });
    } else if (block.lettered) continue;
    else if (number !== undefined) {
      const isNext = number === last + 1 || number === Math.max(last, lastStruck) + 1;
      if (!isStruck && !(isNext && isOwnParagraph(block.lines, at) && carriesMore(line))) continue;
      starts.push({ at, line, isStruck });
      if (isStruck) lastStruck = number;
      else last = number;
    } else if (severity === block.severity) starts.push({ at, line, isStruck });
  }
  return starts;
}

/** `I3's path …` in prose is no label: a label is followed by bold, stands in bold or in a heading. */
function isBoldLabel(text: string): boolean {
  return /^(?:#{1,6} +)?(?:~~)?(?:\*\*)?\[?[CIS]\d{1,3}/.test(text) && (text.includes("**") || text.startsWith("#"));
}

function isOwnParagraph(lines: readonly ScannedLine[], at: number): boolean {
  const before = lines[at - 1];
  return before === undefined || isBlank(before.text) || before.fence?.open === false || before.text.startsWith("#");
}

function carriesMore({ locations, places, attributions, notes, class: tag, invalid }: FindingLine): boolean {
  return locations.length + places.length + attributions.length + notes.length > 0 || tag !== undefined || invalid;
}
