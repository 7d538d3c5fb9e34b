import type { SyntaxNode } from "../syntax/node.ts";

/** A piece of a text replaced by another. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyTextEdit(before: string, { start, end, text }: TextEdit): string {
  return before.slice(0, start) + text + before.slice(end);
}

export const replaceNode = ({ start, end }: SyntaxNode, text: string): TextEdit => ({ start, end, text });

export const insertAt = (start: number, text: string): TextEdit => ({ start, end: start, text });

/** Removes a statement, and its lines if nothing else is on them. */
export function removeNode({ start, end }: SyntaxNode, source: string): TextEdit {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const stop = source.indexOf("\n", end);
  const lineEnd = stop < 0 ? source.length : stop + 1;
  const isAlone = source.slice(lineStart, start).trim() === "" && /^[\s;]*$/.test(source.slice(end, lineEnd));
  return isAlone ? { start: lineStart, end: lineEnd, text: "" } : { start, end, text: "" };
}
