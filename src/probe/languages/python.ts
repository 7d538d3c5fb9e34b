import { type SyntaxNode, childOf, parentsOf } from "../syntax/node.ts";
import { type Shape, setOf } from "./shape.ts";

export const PYTHON_SHAPE: Shape = {
  name: "python",
  functions: setOf("function_definition lambda"),
  classes: setOf("class_definition"),
  blocks: setOf("block module"),
  ifs: setOf("if_statement elif_clause"),
  loops: setOf("for_statement while_statement"),
  silent: setOf("comment import_statement import_from_statement future_import_statement type type_alias_statement"),
  strings: setOf("string concatenated_string"),
  names: setOf("identifier"),
  numbers: setOf("integer float"),
  calls: setOf("call"),
  words: { and: "and", or: "or", true: "True", false: "False", nothing: "None" },
  symbolOf: pythonSymbol,
  negate: (expression) => `not (${expression})`,
};

function pythonSymbol(node: SyntaxNode, text: string): string | undefined {
  const name = childOf(node, "name");
  if (name === undefined) return undefined;
  const own = text.slice(name.start, name.end);
  for (const outer of parentsOf(node)) {
    if (outer.type === "function_definition") return own;
    if (outer.type !== "class_definition") continue;
    const holder = childOf(outer, "name");
    return holder === undefined ? own : `${text.slice(holder.start, holder.end)}.${own}`;
  }
  return own;
}
