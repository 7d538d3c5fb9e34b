import type { ChangeIndex } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { MAX_LINE } from "./diff-lines.ts";

/** A line of a document or a comment. */
export interface ProseLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly where: "doc" | "comment";
}

/** The prose lines that the change added to a file, without code blocks of documents. */
export async function addedProse(index: ChangeIndex, { file }: FileDiff): Promise<ProseLine[]> {
  const added = index.addedLines(file.path);
  if (added.size === 0 || file.listed !== undefined) return [];
  const facts = await index.head.facts(file.path);
  const lines = (await index.head.tree.read(file.path))?.split("\n");
  if (facts === undefined || lines === undefined || facts.role === "data") return [];
  const where = facts.role === "doc" ? "doc" : "comment";
  const numbers = where === "doc" ? outsideFences(lines) : commentLines(facts.comments);
  return [...numbers]
    .filter((line) => added.has(line))
    .map((line) => ({ path: file.path, line, text: (lines[line - 1] ?? "").replace(/\r$/, ""), where }) as const)
    .filter(({ text }) => text.length <= MAX_LINE);
}

function outsideFences(lines: readonly string[]): Set<number> {
  const outside = new Set<number>();
  let fence: string | undefined;
  for (const [at, text] of lines.entries()) {
    const mark = /^\s{0,8}(```+|~~~+)/.exec(text)?.[1];
    if (fence === undefined) {
      if (mark === undefined) outside.add(at + 1);
      else fence = mark;
    } else if (mark !== undefined && mark.startsWith(fence)) fence = undefined;
  }
  return outside;
}

function commentLines(comments: readonly { readonly start: number; readonly end: number }[]): Set<number> {
  const lines = new Set<number>();
  for (const { start, end } of comments) for (let line = start; line <= end; line++) lines.add(line);
  return lines;
}
