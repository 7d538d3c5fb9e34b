import type { ProbeFile } from "../open-files.ts";
import type { LineEdit } from "../patch/line-edits.ts";
import { runningTokens } from "../syntax/running-tokens.ts";
import { type SyntaxNode, parentsOf } from "../syntax/node.ts";

interface Run {
  readonly new: number;
  readonly added: number;
}

/**
 * Whether lines are only new functions, methods, types or fields. Nobody needs to take
 * them back: whether they are tested is known from their controls and from coverage. What is removed there was dead.
 */
export function isOnlyDeclared({ root, shape }: ProbeFile, { new: start, added }: Run, isInFunction: boolean): boolean {
  if (added === 0 && isInFunction) return false;
  for (const token of runningTokens(root, shape)) {
    if (token.startLine < start || token.startLine >= start + added) continue;
    const isInNew = [...parentsOf(token)].some(
      (outer) => (shape.functions.has(outer.type) || shape.classes.has(outer.type)) && isWithin(outer, start, added),
    );
    if (!isInNew) return false;
  }
  return true;
}

const isWithin = ({ startLine, endLine }: SyntaxNode, start: number, lines: number): boolean =>
  startLine >= start && endLine < start + lines;

/** Whether the old lines that are put back only declare variables, which the code of today does not need. */
export function isOnlyDeclaring({ back, edit }: { readonly back: ProbeFile; readonly edit: LineEdit }): boolean {
  if (edit.removed > 0 || edit.added.length === 0) return false;
  for (const token of runningTokens(back.root, back.shape)) {
    if (token.startLine < edit.start || token.startLine >= edit.start + edit.added.length) continue;
    const isDeclared = [...parentsOf(token)].some(
      (outer) =>
        /^(?:lexical_declaration|variable_declaration|short_var_declaration|var_declaration|assignment)$/.test(
          outer.type,
        ) && isWithin(outer, edit.start, edit.added.length),
    );
    if (!isDeclared || token.type === "await") return false;
  }
  return true;
}
