import type { LineEdit } from "../patch/line-edits.ts";
import { linesWithEnds } from "../patch/line-edits.ts";
import type { NamedHunk } from "./read-patch.ts";

/** The edits that a reviewer's hunks are, wherever their lines now stand. A clause if they do not apply. */
export function editsOf(hunks: readonly NamedHunk[], head: string): readonly LineEdit[] | string {
  const lines = linesWithEnds(head);
  const plain = lines.map((line) => line.replace(/\r?\n$/, ""));
  const edits: LineEdit[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const old = hunk.lines.filter(({ sign }) => sign !== "+").map(({ text }) => text);
    if (old.length === 0) return "the patch names no line of the file that it changes";
    const at = findLines(plain, old, { from, near: hunk.start });
    if (at === undefined) return "the patch does not apply to the head";
    if (at === "several") return "the patch applies to the head in several places";
    edits.push(...editsAt(hunk, at, lines));
    from = at + old.length;
  }
  return edits;
}

/** Where these lines stand: at the line that the patch names, or in the only place that has them. */
function findLines(
  lines: readonly string[],
  wanted: readonly string[],
  { from, near }: { from: number; near: number | undefined },
): number | "several" | undefined {
  const isAt = (start: number): boolean => wanted.every((text, index) => lines[start + index] === text);
  if (near !== undefined && near - 1 >= from && isAt(near - 1)) return near - 1;
  const [first = ""] = wanted;
  const found: number[] = [];
  for (let at = lines.indexOf(first, from); at >= 0 && found.length < 2; at = lines.indexOf(first, at + 1)) {
    if (isAt(at)) found.push(at);
  }
  return found.length > 1 ? "several" : found[0];
}

/** One edit for each run of changed lines. */
function editsAt(hunk: NamedHunk, at: number, lines: readonly string[]): LineEdit[] {
  const ending = lines[at]?.endsWith("\r\n") === true ? "\r\n" : "\n";
  const edits: { start: number; removed: number; added: string[] }[] = [];
  let line = at + 1;
  let isOpen = false;
  for (const { sign, text } of hunk.lines) {
    if (sign === " ") {
      line += 1;
      isOpen = false;
      continue;
    }
    if (!isOpen) edits.push({ start: line, removed: 0, added: [] });
    isOpen = true;
    const edit = edits.at(-1);
    if (edit === undefined) continue;
    if (sign === "-") {
      edit.removed += 1;
      line += 1;
    } else edit.added.push(text + ending);
  }
  return edits;
}
