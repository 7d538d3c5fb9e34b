import type { Shape } from "../languages/shape.ts";
import { type SyntaxNode, childOf, partsOf } from "./node.ts";

/**
 * The leaves that are code which runs: no comments, imports, types and documentation, no punctuation, and of the head
 * of a function only its default values.
 */
export function* runningTokens(root: SyntaxNode, shape: Shape): Generator<SyntaxNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (shape.silent.has(node.type) || isDocumentation(node, shape) || isDeclaration(node, shape)) continue;
    if (isRequire(node)) continue;
    if (node.children.length === 0) {
      if (isCode(node)) yield node;
      continue;
    }
    const parts = runningParts(node, shape);
    for (let at = parts.length - 1; at >= 0; at--) waiting.push(parts[at] as SyntaxNode);
  }
}

const DOING = new Set("return throw raise break continue yield await delete defer go".split(" "));

const isCode = ({ isNamed, type, start, end }: SyntaxNode): boolean => end > start && (isNamed || DOING.has(type));

function runningParts(node: SyntaxNode, shape: Shape): readonly SyntaxNode[] {
  if (shape.functions.has(node.type))
    return node.children.filter(({ field }) => field === "body" || isParameters(field));
  if (shape.classes.has(node.type))
    return node.children.filter(({ field, type }) => field === "body" || type === "decorator");
  if (isParameters(node.field)) return node.children.flatMap(defaultIn);
  // `const send = () => {}` declares a function.
  const value = childOf(node, "value");
  if (value !== undefined && (shape.functions.has(value.type) || shape.classes.has(value.type))) return [value];
  return node.children;
}

const isParameters = (field: string | undefined): boolean => field === "parameters" || field === "parameter";

/** The default values in one parameter. */
function defaultIn(parameter: SyntaxNode): SyntaxNode[] {
  if (
    parameter.type.endsWith("pattern") &&
    parameter.type !== "assignment_pattern" &&
    parameter.type !== "object_assignment_pattern"
  )
    return parameter.children.flatMap(defaultIn);
  const value = childOf(parameter, "value") ?? childOf(parameter, "right");
  const pattern = childOf(parameter, "pattern");
  return [...(pattern === undefined ? [] : defaultIn(pattern)), ...(value === undefined ? [] : [value])];
}

/** A docstring, or another string that stands alone. */
function isDocumentation({ type, children }: SyntaxNode, shape: Shape): boolean {
  return (
    type === "expression_statement" &&
    children.length > 0 &&
    children.every((child) => child.type === ";" || shape.strings.has(child.type))
  );
}

/** An overload, or a method of a protocol: its body is `...`. */
function isDeclaration(node: SyntaxNode, shape: Shape): boolean {
  if (shape.name !== "python" || !shape.functions.has(node.type)) return false;
  const statements = partsOf(childOf(node, "body") ?? node).filter((statement) => !isDocumentation(statement, shape));
  return statements.every(({ children: [only] }) => only?.type === "ellipsis");
}

/** `const { send } = require("./send")`: an import. Its arguments are a single text. */
function isRequire({ type, children, parent }: SyntaxNode): boolean {
  if (type !== "lexical_declaration" && type !== "variable_declaration") return false;
  const declared = children.filter((child) => child.type === "variable_declarator");
  if (parent?.type !== "program" || declared.length === 0) return false;
  return declared.every((one) => {
    let value = childOf(one, "value");
    if (value?.type === "member_expression") value = childOf(value, "object");
    const called = childOf(value, "function");
    const [argument, ...others] = partsOf(childOf(value, "arguments") ?? one);
    return (
      value?.type === "call_expression" &&
      called !== undefined &&
      called.end - called.start === "require".length &&
      called.type === "identifier" &&
      argument?.type === "string" &&
      others.length === 0
    );
  });
}
