import type { ProbeFile } from "../open-files.ts";
import { type SyntaxNode, childOf, walk } from "../syntax/node.ts";

interface Run {
  readonly new: number;
  readonly added: number;
}

/** Whether other lines of the file use a name that these lines declare: without them, nothing would run. */
export function isNeeded({ root, head, shape }: ProbeFile, { new: start, added }: Run): boolean {
  const isIn = (line: number): boolean => line >= start && line < start + added;
  const declared = new Set<string>();
  for (const node of walk(root)) {
    const name = isIn(node.startLine) ? declaredName(node) : undefined;
    if (name !== undefined) declared.add(head.slice(name.start, name.end));
  }
  if (declared.size === 0) return false;
  for (const node of walk(root)) {
    if (shape.names.has(node.type) && !isIn(node.startLine) && declared.has(head.slice(node.start, node.end)))
      return true;
  }
  return false;
}

const DECLARING =
  /^(?:variable_declarator|.*function_declaration|method_declaration|function_definition|class_declaration|class_definition|var_spec|const_spec|import_specifier|required_parameter|parameter_declaration)$/;

function declaredName(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === "short_var_declaration" || node.type === "assignment") {
    const left = childOf(node, "left");
    const name = left?.type === "expression_list" ? left.children[0] : left;
    return name?.type === "identifier" ? name : undefined;
  }
  if (!DECLARING.test(node.type)) return undefined;
  const name = childOf(node, "name") ?? childOf(node, "pattern");
  return name?.type === "identifier" || name?.type === "type_identifier" ? name : undefined;
}
