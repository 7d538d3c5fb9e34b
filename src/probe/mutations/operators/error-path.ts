import { isArid } from "../../arid/statements.ts";
import { functionAround } from "../../functions.ts";
import type { ProbeFile } from "../../open-files.ts";
import { replaceNode } from "../../patch/text-edit.ts";
import { leavesUnused } from "../../languages/go-unused.ts";
import { goResults } from "../../languages/go-results.ts";
import { type SyntaxNode, childOf, neighbourOf } from "../../syntax/node.ts";
import { exitOf, removeStatement, statementsOf } from "../../syntax/statements.ts";
import { type FindCandidates, quoteNode, sourceOf } from "../candidate.ts";
import { isGuard } from "./guard.ts";

// What is never reached, or only by those who write a subclass.
const NEVER =
  /NotImplemented|unreachable|not implemented|never happen|exhaustive|assertNever|AssertionError|should not|impossible/i;

/** A `throw`, a `raise` or a `panic` removed. */
export const removeThrow: FindCandidates = (node, file) => {
  if (exitOf(node, file.head) !== "throw" || NEVER.test(sourceOf(file, node))) return [];
  const call = node.type === "expression_statement" ? sourceOf(file, node) : undefined;
  if (call !== undefined && !call.startsWith("panic(")) return [];
  if (isOnlyHandling(node) || isInGuard(node, file) || endsFunction(node, file) || leavesUnused(file, node)) return [];
  return [
    {
      operator: "error-path",
      anchor: node,
      edit: removeStatement(file, node),
      text: `${quoteNode(file, node)} removed`,
      weight: 12,
    },
  ];
};

/** Then the handling is removed. */
const isOnlyHandling = ({ parent }: SyntaxNode): boolean =>
  parent !== undefined &&
  /^(?:catch_clause|except_clause)$/.test(parent.parent?.type ?? "") &&
  statementsOf(parent).length === 1;

/** Then the whole guard is removed. */
function isInGuard(node: SyntaxNode, file: ProbeFile): boolean {
  for (let outer = node.parent, depth = 0; outer !== undefined && depth < 3; outer = outer.parent, depth++) {
    if (isGuard(outer, file)) return file.codeLines.has(outer.startLine);
  }
  return false;
}

/** Go wants a function with results to end in `return` or `panic`. */
function endsFunction(node: SyntaxNode, file: ProbeFile): boolean {
  if (file.shape.name !== "go" || neighbourOf(node, 1) !== undefined) return false;
  const around = functionAround(file, node);
  return around !== undefined && goResults(around.node, file.head).length > 0;
}

/** What is done about an error, left out. */
export const removeHandling: FindCandidates = (node, file) => {
  if (node.type !== "catch_clause" && node.type !== "except_clause") return [];
  const body = childOf(node, "body") ?? node.children.find(({ type }) => type === "block");
  const statements = statementsOf(body);
  const [first] = statements;
  if (body === undefined || first === undefined || statements.every((each) => isArid(each, file))) return [];
  if (NEVER.test(sourceOf(file, body))) return [];
  const isPassedOn = statements.length === 1 && exitOf(first, file.head) === "throw";
  return [
    {
      operator: "error-path",
      anchor: first,
      edit: replaceNode(body, file.shape.name === "python" ? "pass" : "{}"),
      text: isPassedOn
        ? `the error swallowed: ${quoteNode(file, first)} removed`
        : `what is done about the error removed: ${quoteNode(file, first)}${statements.length > 1 ? " …" : ""}`,
      weight: 13,
    },
  ];
};
