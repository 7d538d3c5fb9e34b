import type { ProbeFile } from "../open-files.ts";
import { type SyntaxNode, childOf, partsOf } from "../syntax/node.ts";
import { isTellingCall, isTerminalCall, isTextValue } from "./names.ts";

/** Whether a statement only tells people something, measures, waits or claims: nothing that a test would look at. */
export function isArid(statement: SyntaxNode, file: ProbeFile): boolean {
  const { shape, head } = file;
  if (shape.ifs.has(statement.type)) return isAridBranch(statement, file);
  switch (statement.type) {
    case "pass_statement":
    case "empty_statement":
    case "debugger_statement":
    case "assert_statement":
    case "comment":
      return true;
    case "statement_block":
    case "block":
    case "statement_list":
    case "else_clause":
      return partsOf(childOf(statement, "body") ?? statement).every((each) => isArid(each, file));
    case "defer_statement":
    case "go_statement":
    case "await":
    case "await_expression":
    case "parenthesized_expression":
    case "expression_statement":
      return partsOf(statement).every((each) => isArid(each, file));
    case "assignment":
    case "assignment_expression":
    case "assignment_statement":
    case "augmented_assignment":
    case "augmented_assignment_expression":
    case "short_var_declaration":
      return isTextValue(sliceOf(head, childOf(statement, "left")));
    case "variable_declarator":
      return isTextValue(sliceOf(head, childOf(statement, "name")));
    case "lexical_declaration":
    case "variable_declaration":
      return partsOf(statement).every((each) => isArid(each, file));
    case "call":
    case "call_expression":
      return (
        isTellingCall(sliceOf(head, childOf(statement, "function"))) ||
        isTerminalCall(head.slice(statement.start, statement.end))
      );
    default:
      return shape.strings.has(statement.type);
  }
}

/** An `if` whose branches all do nothing but that. */
function isAridBranch(node: SyntaxNode, file: ProbeFile): boolean {
  const branches = node.children.filter(({ field }) => field === "consequence" || field === "alternative");
  return branches.length > 0 && branches.every((branch) => isArid(branch, file));
}

const sliceOf = (head: string, node: SyntaxNode | undefined): string =>
  node === undefined ? "" : head.slice(node.start, node.end);
