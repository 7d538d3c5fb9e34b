import { isCountAgainstZero } from "../../arid/conditions.ts";
import { replaceNode } from "../../patch/text-edit.ts";
import { type SyntaxNode, childOf, partsOf } from "../../syntax/node.ts";
import { isInLoopHead } from "../../syntax/statements.ts";
import { type FindCandidates, quoteNode, sourceOf } from "../candidate.ts";

const NEIGHBOURS: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
]);

/** `<` in place of `<=`. Bounds of loops are left out, and counts against zero. */
export const moveBoundary: FindCandidates = (node, file) => {
  if (node.type !== "binary_expression" && node.type !== "comparison_operator") return [];
  const parts = partsOf(node);
  const operator = childOf(node, "operator") ?? childOf(node, "operators");
  const [left, right] = [parts[0], parts.at(-1)];
  if (operator === undefined || left === undefined || right === undefined || parts.length > 2) return [];
  const other = NEIGHBOURS.get(sourceOf(file, operator));
  if (other === undefined || isInLoopHead(node, file)) return [];
  if (isCountAgainstZero(sourceOf(file, left), sourceOf(file, right))) return [];
  return [
    {
      operator: "boundary",
      anchor: operator,
      edit: replaceNode(operator, other),
      text: `\`${sourceOf(file, operator)}\` turned into \`${other}\` in ${quoteNode(file, node)}`,
      weight: 48,
    },
  ];
};

/** `-` in place of `+`, where one side is surely a number. */
export const swapArithmetic: FindCandidates = (node, file) => {
  if (node.type !== "binary_expression" && node.type !== "binary_operator") return [];
  const [left, operator, right] = ["left", "operator", "right"].map((field) => childOf(node, field));
  if (left === undefined || operator === undefined || right === undefined || isInLoopHead(node, file)) return [];
  const word = sourceOf(file, operator);
  const other = word === "+" ? "-" : word === "-" ? "+" : undefined;
  const isNumber = (side: SyntaxNode): boolean =>
    file.shape.numbers.has(side.type) || /^len\(|\.length$/.test(sourceOf(file, side));
  if (other === undefined || (!isNumber(left) && !isNumber(right))) return [];
  return [
    {
      operator: "operator-swapped",
      anchor: operator,
      edit: replaceNode(operator, other),
      text: `\`${word}\` turned into \`${other}\` in ${quoteNode(file, node)}`,
      weight: 54,
    },
  ];
};
