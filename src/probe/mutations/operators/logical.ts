import { isAridAsking } from "../../arid/conditions.ts";
import type { ProbeFile } from "../../open-files.ts";
import { replaceNode } from "../../patch/text-edit.ts";
import { type SyntaxNode, childOf, parentsOf } from "../../syntax/node.ts";
import { isInLoopHead } from "../../syntax/statements.ts";
import { type Candidate, type FindCandidates, quoteCode, sourceOf } from "../candidate.ts";

interface Logical {
  readonly left: SyntaxNode;
  readonly operator: SyntaxNode;
  readonly right: SyntaxNode;
  readonly word: string;
}

/** `a && b`, `a or b`. */
function logicalOf(node: SyntaxNode, file: ProbeFile): Logical | undefined {
  if (node.type !== "binary_expression" && node.type !== "boolean_operator") return undefined;
  const [left, operator, right] = ["left", "operator", "right"].map((field) => childOf(node, field));
  if (left === undefined || operator === undefined || right === undefined) return undefined;
  const word = sourceOf(file, operator);
  const { and, or } = file.shape.words;
  return word === and || word === or ? { left, operator, right, word } : undefined;
}

/** One side of `&&` or `||` dropped. */
export const dropOperand: FindCandidates = (node, file) => {
  const logical = logicalOf(node, file);
  if (logical === undefined || isInLoopHead(node, file)) return [];
  const { left, right, word } = logical;
  // As a value, `a || b` is a default, and `a && a.b` optional chaining.
  const isUsed = word === file.shape.words.and && !isProtection(sourceOf(file, left), sourceOf(file, right));
  if (!isAsked(node, file) && !isUsed) return [];
  const [one, two] = [sourceOf(file, left), sourceOf(file, right)];
  const found: Candidate[] = [];
  if (!isAridAsking(two) && !isSameAsking(one, two)) {
    found.push({
      operator: "operand-dropped",
      anchor: right,
      edit: { start: left.end, end: right.end, text: "" },
      text: `${quoteCode(`${word} ${two}`)} dropped from the condition`,
      weight: 30 + penalty(two),
    });
  }
  if (logicalOf(left, file) === undefined && !isAridAsking(one) && !isProtection(one, two)) {
    found.push({
      operator: "operand-dropped",
      anchor: left,
      edit: { start: left.start, end: right.start, text: "" },
      text: `${quoteCode(`${one} ${word}`)} dropped from the condition`,
      weight: 31 + penalty(one),
    });
  }
  return found;
};

/** `&&` in place of `||`, and the other way round. */
export const swapLogical: FindCandidates = (node, file) => {
  const logical = logicalOf(node, file);
  if (logical === undefined || !isAsked(node, file) || isInLoopHead(node, file)) return [];
  const { left, operator, right, word } = logical;
  const text = sourceOf(file, node);
  if (isAridAsking(text) || isProtection(sourceOf(file, left), sourceOf(file, right))) return [];
  const { and, or } = file.shape.words;
  const other = word === and ? or : and;
  return [
    {
      operator: "operator-swapped",
      anchor: operator,
      edit: replaceNode(operator, other),
      text: `\`${word}\` turned into \`${other}\` in ${quoteCode(text)}`,
      weight: 36,
    },
  ];
};

/** Whether an expression is asked, not used as a value: `a || b` as a value is a default. */
export function isAsked(node: SyntaxNode, file: ProbeFile): boolean {
  if (file.shape.name === "go") return true;
  let inner = node;
  for (const outer of parentsOf(node)) {
    if (inner.field === "condition" || outer.type === "not_operator") return true;
    if (outer.type === "conditional_expression") return outer.children.filter(({ isNamed }) => isNamed)[1] === inner;
    if (outer.type === "unary_expression") return true;
    if (outer.type !== "parenthesized_expression" && logicalOf(outer, file) === undefined) break;
    inner = outer;
  }
  // `const isOpen = a.open && b.open;`, `return x > 1 || y < 2`
  return isBoolean(node, file);
}

const ASKING =
  /^(?:is|has|can|should|are|was|needs|allows|contains|includes|starts|ends|some|every|any|all|test|match(?:es)?|equals?|exists?)(?:[A-Z_]|$)|^(?:startsWith|endsWith|startswith|endswith|isinstance|issubclass|callable|hasattr)$/;

/** Whether the value is surely true or false. */
export function isBoolean(node: SyntaxNode, file: ProbeFile): boolean {
  const logical = logicalOf(node, file);
  if (logical !== undefined) return isBoolean(logical.left, file) && isBoolean(logical.right, file);
  switch (node.type) {
    case "true":
    case "false":
    case "comparison_operator":
    case "not_operator":
      return true;
    case "parenthesized_expression":
      return node.children.filter(({ isNamed }) => isNamed).every((each) => isBoolean(each, file));
    case "unary_expression":
      return file.head[node.start] === "!";
    case "binary_expression":
      return /^(?:[!=]==?|[<>]=?|in|instanceof)$/.test(sourceOf(file, childOf(node, "operator") ?? node));
    case "call":
    case "call_expression": {
      const called = sourceOf(file, childOf(node, "function") ?? node);
      return ASKING.test(/[\w$]+$/.exec(called)?.[0] ?? "");
    }
    default:
      return false;
  }
}

/** `a && a.b`: without the left side the right one fails, as without optional chaining. */
function isProtection(left: string, right: string): boolean {
  const asked =
    /^\(?!*(?:typeof )?([\w$.]+?)(?:\s*(?:!==?|===?|is not|is)\s*(?:null|undefined|None|nil|["']\w+["']))?\)?$/.exec(
      left,
    )?.[1];
  if (asked !== undefined && new RegExp(`(?<![\\w$])${escaped(asked)}(?![\\w$])`).test(right)) return true;
  const instance = /^isinstance\((\w+)|^([\w$.]+) instanceof|^Array\.isArray\(([\w$.]+)/.exec(left);
  const tested = instance?.[1] ?? instance?.[2] ?? instance?.[3];
  if (tested !== undefined && right.includes(tested)) return true;
  return /\.length\b|\blen\(|hasattr\(| in /.test(left) && /\[/.test(right);
}

const escaped = (name: string): string => name.replaceAll(/[$.]/g, "\\$&");

/** `x !== null && x !== undefined` asks one thing. */
function isSameAsking(left: string, right: string): boolean {
  const pattern = /([\w$.]+)\s*(?:!==?|===?)\s*(?:null|undefined)$/;
  const [one, two] = [pattern.exec(left)?.[1], pattern.exec(right)?.[1]];
  return one !== undefined && one === two;
}

const penalty = (operand: string): number =>
  /\btypeof\b|\binstanceof\b|isinstance|(?:null|undefined|None|nil)$/.test(operand) ? 4 : 0;
