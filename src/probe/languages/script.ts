import { type SyntaxNode, childOf, parentsOf } from "../syntax/node.ts";
import { type Shape, setOf } from "./shape.ts";

const FUNCTIONS = setOf(
  "function_declaration function_expression generator_function generator_function_declaration arrow_function method_definition",
);
const CLASSES = setOf("class_declaration class abstract_class_declaration");

/** JavaScript and TypeScript. */
export const SCRIPT_SHAPE: Shape = {
  name: "script",
  functions: FUNCTIONS,
  classes: CLASSES,
  blocks: setOf("statement_block program"),
  ifs: setOf("if_statement"),
  loops: setOf("for_statement for_in_statement while_statement do_statement"),
  silent: setOf(
    "comment hash_bang_line import_statement export_clause namespace_export interface_declaration type_alias_declaration " +
      "ambient_declaration type_annotation type_arguments type_parameters type_predicate_annotation asserts_annotation " +
      "function_signature method_signature abstract_method_signature implements_clause predefined_type type_identifier " +
      "accessibility_modifier override_modifier opting_type_annotation omitting_type_annotation index_signature",
  ),
  strings: setOf("string template_string"),
  names: setOf(
    "identifier property_identifier private_property_identifier shorthand_property_identifier " +
      "shorthand_property_identifier_pattern statement_identifier",
  ),
  numbers: setOf("number"),
  calls: setOf("call_expression new_expression"),
  words: { and: "&&", or: "||", true: "true", false: "false", nothing: "undefined" },
  symbolOf: scriptSymbol,
  negate: (expression) => `!(${expression})`,
};

function scriptSymbol(node: SyntaxNode, text: string): string | undefined {
  const name = scriptName(node, text);
  if (name === undefined) return undefined;
  for (const outer of parentsOf(node)) {
    if (FUNCTIONS.has(outer.type)) return name;
    if (!CLASSES.has(outer.type)) continue;
    const holder = childOf(outer, "name") ?? declaredName(outer);
    return holder === undefined ? name : `${text.slice(holder.start, holder.end)}.${name}`;
  }
  return name;
}

function scriptName(node: SyntaxNode, text: string): string | undefined {
  const name = childOf(node, "name") ?? declaredName(node);
  if (name === undefined) return undefined;
  const written = text.slice(name.start, name.end).replaceAll(/\s+/g, "");
  const short = written.replace(/^(?:this|module\.exports|exports)\./, "").replace(".prototype.", ".");
  return short.length > 80 ? undefined : short;
}

/** `const drain = () => {}`, `drain: function () {}`, `Queue.prototype.drain = function () {}`, `drain = () => {}` in a class. */
function declaredName(node: SyntaxNode): SyntaxNode | undefined {
  const { parent } = node;
  if (parent === undefined) return undefined;
  switch (parent.type) {
    case "variable_declarator":
    case "public_field_definition":
      return childOf(parent, "name");
    case "field_definition":
      return childOf(parent, "property");
    case "assignment_expression":
      return childOf(parent, "left");
    case "pair":
      return childOf(parent, "key");
    default:
      return undefined;
  }
}
