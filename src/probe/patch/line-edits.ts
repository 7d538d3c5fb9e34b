/** The lines of a text with their endings; the last one may have none. */
export function linesWithEnds(text: string): string[] {
  return text === "" ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

/** Lines of a text replaced by others. */
export interface LineEdit {
  /** The first replaced line, from 1; the line before which lines are added if none is replaced. */
  readonly start: number;
  readonly removed: number;
  /** With their endings. */
  readonly added: readonly string[];
}

/** The one edit between two texts: what is left between their common beginning and end. Undefined: they are equal. */
export function editBetween(before: string, after: string): LineEdit | undefined {
  if (before === after) return undefined;
  const old = linesWithEnds(before);
  const fresh = linesWithEnds(after);
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, fresh.length) - head;
  while (tail < most && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  return { start: head + 1, removed: old.length - head - tail, added: fresh.slice(head, fresh.length - tail) };
}

/** The text with the edits applied, which are in order and do not overlap. */
export function applyEdits(before: string, edits: readonly LineEdit[]): string {
  const lines = linesWithEnds(before);
  const parts: string[] = [];
  let at = 0;
  for (const { start, removed, added } of edits) {
    parts.push(...lines.slice(at, start - 1), ...added);
    at = start - 1 + removed;
  }
  return closeLines([...parts, ...lines.slice(at)]).join("");
}

/** A line without an ending is the last one of its text. In the middle of another text it needs one. */
function closeLines(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index < lines.length - 1 && !line.endsWith("\n") ? `${line}\n` : line));
}
