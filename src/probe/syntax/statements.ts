import type { ProbeFile } from "../open-files.ts";
import { type TextEdit, removeNode, replaceNode } from "../patch/text-edit.ts";
import { type SyntaxNode, childOf, parentsOf, partsOf } from "./node.ts";

/** The statements of a body, which may be a single one without a block. */
export function statementsOf(body: SyntaxNode | undefined): readonly SyntaxNode[] {
  if (body === undefined) return [];
  if (!/^(?:statement_block|block|statement_list|program|module|source_file)$/.test(body.type)) return [body];
  const parts = partsOf(body);
  const [first] = parts;
  return parts.length === 1 && first?.type === "statement_list" ? partsOf(first) : parts;
}

/** What an `if`, a loop or a ternary asks, without its brackets. */
export function conditionOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === "conditional_expression") return partsOf(node)[1];
  const condition = childOf(node, "condition");
  return condition?.type === "parenthesized_expression" ? partsOf(condition)[0] : condition;
}

export type Exit = "throw" | "return" | "continue" | "break";

/** How a statement leaves the block around it. Undefined: it does not. */
export function exitOf(statement: SyntaxNode | undefined, head: string): Exit | undefined {
  switch (statement?.type) {
    case "throw_statement":
    case "raise_statement":
      return "throw";
    case "return_statement":
      return "return";
    case "continue_statement":
      return "continue";
    case "break_statement":
      return "break";
    case "expression_statement":
      return /^(?:panic|log\.(?:Fatal|Panic)\w*|os\.Exit|process\.exit|sys\.exit)\(/.test(
        head.slice(statement.start, statement.start + 30),
      )
        ? "throw"
        : undefined;
    default:
      return undefined;
  }
}

/** The edit that removes a statement, or leaves an empty one where the language wants one. */
export function removeStatement({ shape, head }: ProbeFile, statement: SyntaxNode): TextEdit {
  const { parent } = statement;
  const isBody =
    parent !== undefined &&
    !shape.blocks.has(parent.type) &&
    !/^(?:switch_(?:case|default)|source_file)$/.test(parent.type);
  if (shape.name === "script" && isBody) return replaceNode(statement, ";");
  const isOnly = parent !== undefined && partsOf(parent).length === 1;
  if (shape.name === "python" && (isOnly || isBody)) return replaceNode(statement, "pass");
  return removeNode(statement, head);
}

/** Whether a node belongs to the head of a loop: what it starts with, asks and does after each turn. */
export function isInLoopHead(node: SyntaxNode, { shape }: Pick<ProbeFile, "shape">): boolean {
  let inner = node;
  for (const outer of parentsOf(node)) {
    if (shape.loops.has(outer.type)) return inner.field !== "body";
    if (shape.blocks.has(outer.type) || shape.functions.has(outer.type)) return false;
    inner = outer;
  }
  return false;
}
