import { scanLines } from "#grammar/lines.ts";
import { readItems } from "#grammar/rules/read-rule-file.ts";
import { type NotedRule, readNote } from "./read-note.ts";

/**
 * The rules for the repository that a report's process notes propose: items of the part on the repository's context,
 * and those marked `[repo]` anywhere. Notes are free prose in many layouts; ambiguous ones are left out.
 */
export function readNotes(notes: string): NotedRule[] {
  const rules: NotedRule[] = [];
  for (const { isRepository, items } of cutParts(notes)) {
    for (const item of items) {
      if (!isRepository && !TAG.test(item.slice(0, TAG_REACH))) continue;
      if (!isRepository && NONE.test(item)) continue;
      const rule = NONE.test(item.replace(TAG, "")) ? undefined : readNote(item);
      if (rule !== undefined) rules.push(rule);
    }
  }
  return rules;
}

const TAG = /\[repo(?:sitory)?\]/i;
const TAG_REACH = 40;
/** "None", in its usual wordings. */
const NONE =
  /^[(*_\s`-]*(?:none|nothing|n\/a|no (?:further |new |other )?(?:suggestions?|repo\b|repository|context|updates?|changes?|rules?|additions?|gaps?|recommendations?))\b/i;

interface Part {
  readonly isRepository: boolean;
  readonly items: readonly string[];
}

function cutParts(notes: string): Part[] {
  const parts: { isRepository: boolean; lines: ReturnType<typeof scanLines> }[] = [{ isRepository: false, lines: [] }];
  for (const line of scanLines(notes)) {
    const label = line.inFence || line.text.length > MAX_LABEL ? undefined : labelOf(line.text);
    if (label === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ isRepository: REPOSITORY.test(label), lines: [] });
  }
  return parts.map(({ isRepository, lines }) => ({
    isRepository,
    items: readItems(lines.filter(({ text }) => !/^\s*-{3,}\s*$/.test(text))).map(({ text }) => text),
  }));
}

const MAX_LABEL = 120;
const REPOSITORY =
  /\brepo(?:sitory)?\b.*\b(?:context|rules?|updates?|guidance|notes)\b|\bcontext (?:file )?updates?\b/i;

/** The text of a heading, or of a line that is entirely bold. */
function labelOf(text: string): string | undefined {
  const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(text)?.[1];
  return heading ?? /^ {0,3}(?:\*\*|__)([^*_]+)(?:\*\*|__)[:.]?\s*$/.exec(text)?.[1];
}
