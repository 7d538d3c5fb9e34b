import { isInitialValue } from "../../arid/conditions.ts";
import { REMEMBERING } from "../../arid/names.ts";
import { functionAround } from "../../functions.ts";
import { leavesUnused } from "../../languages/go-unused.ts";
import type { ProbeFile } from "../../open-files.ts";
import { type SyntaxNode, childOf, parentsOf, partsOf, walk } from "../../syntax/node.ts";
import { removeStatement } from "../../syntax/statements.ts";
import { type FindCandidates, quoteNode, sourceOf } from "../candidate.ts";

/** An assignment removed, unless it sets what the variable starts with. */
export const removeAssignment: FindCandidates = (node, file) => {
  const statement = node.type === "expression_statement" || node.type === "assignment_statement" ? node : undefined;
  const assignment = statement?.type === "expression_statement" ? partsOf(statement)[0] : statement;
  if (statement === undefined || assignment === undefined) return [];
  if (!/^(?:augmented_)?assignment(?:_expression|_statement)?$/.test(assignment.type)) return [];
  if (statement.parent?.type === "for_clause" || functionAround(file, node) === undefined) return [];
  const [left, right] = [childOf(assignment, "left"), childOf(assignment, "right")];
  if (left === undefined || right === undefined) return [];
  const [target, value] = [sourceOf(file, left), sourceOf(file, right)];
  // Of Go: the result is thrown away, so this is a call.
  if (/^[_, ]+$/.test(target)) return [];
  if (isInitialValue(value) || REMEMBERING.test(target) || /(?:^|\.)(?:exports|prototype)\b/.test(target)) return [];
  if (isFirst(assignment, left, file) || leavesUnused(file, statement)) return [];
  return [
    {
      operator: "assignment-removed",
      anchor: assignment,
      edit: removeStatement(file, statement),
      text: `the assignment ${quoteNode(file, assignment)} removed`,
      weight: isConstruction(node, file) ? 66 : 60,
    },
  ];
};

/** Python declares a variable by its first assignment; without it nothing runs. */
function isFirst(assignment: SyntaxNode, left: SyntaxNode, file: ProbeFile): boolean {
  if (file.shape.name !== "python" || assignment.type !== "assignment") return false;
  if (left.type === "attribute" || left.type === "subscript") return false;
  if (left.type !== "identifier") return true;
  const name = sourceOf(file, left);
  const around = functionAround(file, assignment)?.node ?? file.root;
  for (const node of walk(around)) {
    if (node.start >= assignment.start) return true;
    if (node.type === "identifier" && sourceOf(file, node) === name) return false;
  }
  return true;
}

/** `this.size = size` in a constructor. */
function isConstruction(node: SyntaxNode, file: ProbeFile): boolean {
  for (const outer of parentsOf(node)) {
    if (!file.shape.functions.has(outer.type)) continue;
    return /(?:^|\.)(?:constructor|__init__|[Nn]ew\w*)$/.test(file.shape.symbolOf(outer, file.head) ?? "");
  }
  return false;
}
