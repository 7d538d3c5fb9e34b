import { type LineEdit, applyEdits, linesWithEnds } from "./line-edits.ts";

const CONTEXT = 3;
const NO_NEWLINE = "\\ No newline at end of file\n";

/** The edits of a text as a patch that git applies to it. */
export function formatPatch(path: string, before: string, edits: readonly LineEdit[]): string {
  const lines = linesWithEnds(before);
  const after = linesWithEnds(applyEdits(before, edits));
  const header = `--- ${sidePath(`a/${path}`)}\n+++ ${sidePath(`b/${path}`)}\n`;
  let shift = 0;
  const hunks = groupEdits(edits, lines).map((group) => {
    const text = formatHunk({ lines, after, shift, group });
    shift += group.edits.reduce((sum, { removed, added }) => sum + added.length - removed, 0);
    return text;
  });
  return header + hunks.join("");
}

interface EditGroup {
  /** Lines of the old text, from 1, with the lines around the edits; `end` is not included. */
  readonly start: number;
  readonly end: number;
  readonly edits: readonly LineEdit[];
}

/** Edits that are close together are one hunk. */
function groupEdits(edits: readonly LineEdit[], lines: readonly string[]): EditGroup[] {
  const groups: EditGroup[] = [];
  for (const edit of edits) {
    const start = Math.max(1, edit.start - CONTEXT);
    const end = Math.min(lines.length + 1, edit.start + edit.removed + CONTEXT);
    const last = groups.at(-1);
    if (last !== undefined && start <= last.end)
      groups[groups.length - 1] = { ...last, end, edits: [...last.edits, edit] };
    else groups.push({ start, end, edits: [edit] });
  }
  return groups;
}

interface HunkSource {
  readonly lines: readonly string[];
  /** The lines of the new text. */
  readonly after: readonly string[];
  /** How many lines the hunks before this one add. */
  readonly shift: number;
  readonly group: EditGroup;
}

function formatHunk({ lines, after, shift, group }: HunkSource): string {
  const body: string[] = [];
  let old = group.start;
  let fresh = group.start + shift;
  const keep = (until: number): void => {
    for (; old < until; old++, fresh++) {
      // A line that only gains its ending is changed as well.
      if (lines[old - 1] === after[fresh - 1]) body.push(signed(" ", lines[old - 1]));
      else body.push(signed("-", lines[old - 1]), signed("+", after[fresh - 1]));
    }
  };
  for (const { start, removed, added } of group.edits) {
    keep(start);
    for (const line of lines.slice(start - 1, start - 1 + removed)) body.push(signed("-", line));
    for (let count = 0; count < added.length; count++) body.push(signed("+", after[fresh - 1 + count]));
    old += removed;
    fresh += added.length;
  }
  keep(group.end);
  const [oldLines, newLines] = [group.end - group.start, fresh - group.start - shift];
  // A side without lines names the line before it.
  const oldStart = oldLines === 0 ? group.start - 1 : group.start;
  const newStart = newLines === 0 ? group.start + shift - 1 : group.start + shift;
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${body.join("")}`;
}

function signed(sign: string, line = ""): string {
  return line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n${NO_NEWLINE}`;
}

/** A tab ends a name with spaces, as git writes it; other odd names are quoted. */
function sidePath(path: string): string {
  if (/["\\\u0000-\u001f\u007f]/.test(path)) return `"${path.replaceAll(/["\\\u0000-\u001f\u007f]/g, quoted)}"`;
  return path.includes(" ") ? `${path}\t` : path;
}

function quoted(sign: string): string {
  if (sign === '"' || sign === "\\") return `\\${sign}`;
  return `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
