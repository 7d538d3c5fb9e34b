import { type SyntaxNode, childOf, walk } from "../syntax/node.ts";
import { type Shape, setOf } from "./shape.ts";

export const GO_SHAPE: Shape = {
  name: "go",
  functions: setOf("function_declaration method_declaration func_literal"),
  classes: new Set(),
  blocks: setOf("block statement_list"),
  ifs: setOf("if_statement"),
  loops: setOf("for_statement"),
  silent: setOf("comment package_clause import_declaration type_declaration"),
  strings: setOf("interpreted_string_literal raw_string_literal"),
  names: setOf("identifier field_identifier package_identifier"),
  numbers: setOf("int_literal float_literal"),
  calls: setOf("call_expression"),
  words: { and: "&&", or: "||", true: "true", false: "false", nothing: "nil" },
  symbolOf: goSymbol,
  negate: (expression) => `!(${expression})`,
};

function goSymbol(node: SyntaxNode, text: string): string | undefined {
  const name = childOf(node, "name");
  if (name === undefined) return undefined;
  const own = text.slice(name.start, name.end);
  const receiver = childOf(node, "receiver");
  if (receiver === undefined) return own;
  for (const part of walk(receiver)) {
    if (part.type === "type_identifier") return `${text.slice(part.start, part.end)}.${own}`;
  }
  return own;
}
