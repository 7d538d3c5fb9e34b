import type { HunkIndex } from "../hunk-index.ts";
import { type Anchor, type HunkSide, MIN_ANCHOR_LENGTH } from "./anchors.ts";
import { normalise } from "./same-line.ts";
import type { SeeTarget } from "./scan-output.ts";

/** This many unique lines of the change within this many consecutive ones are not a coincidence. */
const MIN_UNIQUE = 2;
const IN_A_ROW = 3;
/** Longer lines are not written by people, and would be costly to compare. */
const MAX_LENGTH = 20_000;

/**
 * Finds hunks in plain text, as `cat` shows it: from each line that is unique in the change it extends up and down as
 * long as the lines match the hunk. Linear, since matched lines are not visited again.
 */
export function matchBlocks(
  lines: readonly string[],
  path: string | undefined,
  { index: { anchors }, see }: { readonly index: HunkIndex; readonly see: SeeTarget },
): void {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const anchor =
      line.length < MIN_ANCHOR_LENGTH || line.length > MAX_LENGTH ? undefined : anchors.find(normalise(line), path);
    if (anchor === undefined) continue;
    const block = anchors.block(anchor.hunk);
    const { from, to } = extend(lines, at, { anchor, block });
    if (isProof({ from, to, block }, (line) => anchors.find(line, path) !== undefined, path !== undefined)) {
      for (const target of block.targets.slice(from, to)) if (target !== undefined) see(target);
    }
    at += to - anchor.at - 1;
  }
}

/** Lines of a block, `to` not included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

function extend(lines: readonly string[], at: number, { anchor, block }: { anchor: Anchor; block: HunkSide }): Stretch {
  let [from, to] = [anchor.at, anchor.at + 1];
  const isAt = (own: number): boolean => {
    const line = lines[at + own - anchor.at];
    return line !== undefined && line.length <= MAX_LENGTH && normalise(line) === block.lines[own];
  };
  while (from > 0 && isAt(from - 1)) from--;
  while (to < block.lines.length && isAt(to)) to++;
  return { from, to };
}

function isProof(
  { from, to, block }: Stretch & { readonly block: HunkSide },
  isDistinctive: (line: string) => boolean,
  isFileKnown: boolean,
): boolean {
  if (isFileKnown && from === 0 && to === block.lines.length) return true;
  return to - from >= IN_A_ROW && block.lines.slice(from, to).filter(isDistinctive).length >= MIN_UNIQUE;
}
