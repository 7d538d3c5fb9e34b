import type { FixGrounding } from "#model/grounding.ts";

/**
 * The one block of lines in which two texts differ, and its new content. If lines are only added, the block includes
 * the line before them, or the next line at the very start, so that it is never empty. Undefined if the block is too
 * long, as when distant lines change, or if a line contains a carriage return.
 */
export function changedBlock(before: readonly string[], after: readonly string[]): FixGrounding["replaces"] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (head + tail === before.length) {
    if (head > 0) head -= 1;
    else if (tail > 0) tail -= 1;
    else return undefined;
  }
  const replaced = before.slice(head, before.length - tail);
  const by = after.slice(head, after.length - tail);
  const isLong = replaced.length > MAX_LINES || by.length > MAX_LINES;
  if (isLong || [...replaced, ...by].some((line) => /[\r\n]/.test(line))) return undefined;
  return { start: head + 1, end: head + replaced.length, by };
}

const MAX_LINES = 100;
