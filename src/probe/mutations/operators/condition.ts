import { containsAssignment, isAridCondition, isFullTest } from "../../arid/conditions.ts";
import type { ProbeFile } from "../../open-files.ts";
import { replaceNode } from "../../patch/text-edit.ts";
import { type SyntaxNode, childOf, partsOf } from "../../syntax/node.ts";
import { conditionOf, exitOf, statementsOf } from "../../syntax/statements.ts";
import { type Candidate, type FindCandidates, quoteNode, sourceOf } from "../candidate.ts";
import { isGuard, forceOff, forceOn } from "./guard.ts";

/** The condition of an `if` or of a ternary forced to one side. */
export const forceCondition: FindCandidates = (node, file) => {
  const isTernary = /^(?:ternary_expression|conditional_expression)$/.test(node.type);
  if (!isTernary && !file.shape.ifs.has(node.type)) return [];
  const condition = conditionOf(node);
  if (condition === undefined || containsAssignment(condition) || isGuard(node, file) || isAridCondition(node, file))
    return [];
  if (isTernary) return hasValue(node, file) ? [force(file, condition, { to: true, weight: 23 })] : [];
  const statements = statementsOf(childOf(node, "consequence"));
  const loses = statements[0];
  // Who always leaves here ends every other way, which any test notices.
  const isExit = exitOf(statements.at(-1), file.head) !== undefined;
  const never = force(file, condition, { to: false, weight: isExit ? 22 : 24, loses });
  const otherwise = childOf(node, "alternative");
  return isExit || (otherwise === undefined && isFullTest(sourceOf(file, condition)))
    ? [never]
    : [force(file, condition, { to: true, weight: 20, loses: otherwise && statementsOf(otherwise)[0] }), never];
};

/** Both sides of a ternary are no mere texts, as in plurals and messages. */
function hasValue(node: SyntaxNode, { shape }: ProbeFile): boolean {
  const parts = partsOf(node);
  const sides =
    node.type === "conditional_expression"
      ? [parts[0], parts[2]]
      : [childOf(node, "consequence"), childOf(node, "alternative")];
  return sides.some((side) => side !== undefined && !shape.strings.has(side.type));
}

function force(
  file: ProbeFile,
  condition: SyntaxNode,
  { to, weight, loses }: { to: boolean; weight: number; loses?: SyntaxNode | undefined },
): Candidate {
  const { words, name } = file.shape;
  const plain = replaceNode(condition, to ? words.true : words.false);
  const edit = name === "go" ? (to ? forceOn(file, condition) : forceOff(file, condition)) : plain;
  return {
    operator: to ? "condition-true" : "condition-false",
    anchor: condition,
    edit,
    text: `the condition ${quoteNode(file, condition)} always ${to ? "true" : "false"}`,
    weight,
    loses,
  };
}
