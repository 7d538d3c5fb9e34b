import { isAridCondition } from "../../arid/conditions.ts";
import type { ProbeFile } from "../../open-files.ts";
import { type TextEdit, replaceNode } from "../../patch/text-edit.ts";
import { type SyntaxNode, childOf } from "../../syntax/node.ts";
import { conditionOf, exitOf, removeStatement, statementsOf } from "../../syntax/statements.ts";
import { type Candidate, type FindCandidates, quoteCode, sourceOf } from "../candidate.ts";

// What does more before it leaves is a branch.
const MAX_STATEMENTS = 3;

/** Whether an `if` only leaves early. */
export function isGuard(node: SyntaxNode, { shape, head }: ProbeFile): boolean {
  if (!shape.ifs.has(node.type) || node.type === "elif_clause" || childOf(node, "alternative") !== undefined)
    return false;
  if (node.field === "alternative" || node.parent?.type === "else_clause") return false;
  const statements = statementsOf(childOf(node, "consequence"));
  return statements.length <= MAX_STATEMENTS && exitOf(statements.at(-1), head) !== undefined;
}

/** An `if` that leaves early removed; of Go, where a name may then be unused, switched off. */
export const removeGuard: FindCandidates = (node, file) => {
  const condition = conditionOf(node);
  if (condition === undefined || !isGuard(node, file) || isAridCondition(node, file)) return [];
  const statements = statementsOf(childOf(node, "consequence"));
  const exit = exitOf(statements.at(-1), file.head);
  // Without it the loop goes on: it takes longer, or for ever.
  if (exit === "break") return [];
  const asked = sourceOf(file, condition);
  const isOfError = /\b(?:err|error|e|exc|ex)\b/i.test(asked);
  const isPassedOn =
    file.shape.name === "go" &&
    isOfError &&
    statements.length === 1 &&
    /\berr$/.test(sourceOf(file, node).replace(/[\s}]+$/, ""));
  const candidate: Candidate = {
    operator: isOfError ? "error-path" : "guard-removed",
    anchor: condition,
    edit: file.shape.name === "go" ? forceOff(file, condition) : removeStatement(file, node),
    text: `the guard ${quoteCode(`if ${file.shape.name === "script" ? `(${asked})` : asked}`)} removed`,
    weight: isPassedOn ? 42 : exit === "throw" || isOfError ? 10 : exit === "return" ? 11 : 14,
    covers: node,
    loses: statements[0],
  };
  return [candidate];
};

/** `n > limit` → `n > limit && false`: what it names stays used. */
export function forceOff(file: ProbeFile, condition: SyntaxNode): TextEdit {
  return replaceNode(condition, `${bracketed(file, condition, "||")} && false`);
}

export function forceOn(file: ProbeFile, condition: SyntaxNode): TextEdit {
  return replaceNode(condition, `${sourceOf(file, condition)} || true`);
}

function bracketed(file: ProbeFile, condition: SyntaxNode, operator: string): string {
  const code = sourceOf(file, condition);
  const own = childOf(condition, "operator");
  return own !== undefined && sourceOf(file, own) === operator ? `(${code})` : code;
}
