import { closeFences, isBlank, type ScannedLine, scanLines, trimBlankLines } from "#grammar/lines.ts";

/** One point of an assessment. */
export interface AssessmentPoint {
  readonly text: string;
  /** Its lead: the headings and the line with a colon above its list. */
  readonly lead: string;
}

/**
 * The points of an assessment: items of its outermost lists, and its paragraphs. A line that only leads to a list (`Not
 * covered:`) or a heading is not a point; it is kept as the lead of the following points.
 */
export function splitAssessment(text: string): AssessmentPoint[] {
  const blocks = blocksOf(scanLines(text));
  const points: AssessmentPoint[] = [];
  let lead = "";
  for (const [at, { lines, isItem }] of blocks.entries()) {
    const words = passage(lines);
    if (words === "" || RULE.test(words)) continue;
    if (HEADING.test(words) && !words.includes("\n")) lead = words;
    else if (!isItem && words.length < MAX_LEAD_LENGTH && /:[*_]*$/.test(words) && blocks[at + 1]?.isItem === true) {
      lead = words;
    } else points.push({ text: isItem ? words.replace(BULLET, "").trim() : words, lead: isItem ? lead : "" });
  }
  return points.filter(({ text: words }) => words !== "" && !NOTHING.test(words));
}

interface Block {
  readonly lines: string[];
  readonly isItem: boolean;
}

const BULLET = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;
const HEADING = /^#{1,9}\s/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;
const NOTHING = /^[*_(]*(?:none|n\/a|nothing)\b[^\n]{0,20}$/i;
const MAX_LEAD_LENGTH = 300;

/** An item extends to the next one, or to unindented text after a blank line. */
function blocksOf(lines: readonly ScannedLine[]): Block[] {
  const blocks: Block[] = [];
  let outer = 0;
  let before: string | undefined;
  for (const { text, inFence } of lines) {
    const current = blocks.at(-1);
    const isBullet = !inFence && BULLET.test(text);
    const indent = text.length - text.trimStart().length;
    const inItem = current?.isItem === true;
    if (isBullet && (!inItem || indent <= outer)) {
      outer = indent;
      blocks.push({ lines: [text], isItem: true });
    } else if (
      current === undefined ||
      (!inFence && !isBlank(text) && startsPart(text, { before, inItem, indent, outer }))
    ) {
      blocks.push({ lines: [text], isItem: false });
    } else current.lines.push(text);
    before = text;
  }
  return blocks;
}

interface Margin {
  readonly before: string | undefined;
  readonly inItem: boolean;
  readonly indent: number;
  readonly outer: number;
}

function startsPart(text: string, { before, inItem, indent, outer }: Margin): boolean {
  if (HEADING.test(text) || (before !== undefined && HEADING.test(before))) return true;
  return isBlank(before) && (!inItem || indent <= outer);
}

function passage(lines: readonly string[]): string {
  return closeFences(trimBlankLines(lines).join("\n")).trimEnd();
}
