import type { ProbeFile } from "../open-files.ts";
import { type SyntaxNode, childOf, parentsOf, partsOf } from "../syntax/node.ts";
import { conditionOf, statementsOf } from "../syntax/statements.ts";
import { isAridCondition } from "./conditions.ts";
import { REMEMBERING, SHOWING, SURROUNDINGS } from "./names.ts";
import { isArid } from "./statements.ts";

/** Whether code stands at a place where a break would say nothing, whatever the break is. */
export function isInAridPlace(node: SyntaxNode, file: ProbeFile): boolean {
  if (isArid(node, file) || isForSurroundings(node, file)) return true;
  let inner = node;
  for (const outer of parentsOf(node)) {
    if (isArid(outer, file) || isMessage(inner, outer, file) || isInOtherSurroundings(inner, outer, file)) return true;
    if (isAskedInVain(inner, outer, file)) return true;
    if (outer.type === "decorator" || isForSurroundings(outer, file)) return true;
    if (file.shape.functions.has(outer.type) && isShowing(outer, file)) return true;
    inner = outer;
  }
  return false;
}

/** What an error says: the arguments of what makes one. */
function isMessage(inner: SyntaxNode, outer: SyntaxNode, { shape, head }: ProbeFile): boolean {
  if (/^(?:throw|raise)_statement$/.test(outer.type)) return true;
  if (!shape.calls.has(outer.type) || inner.field !== "arguments") return false;
  const called = childOf(outer, "function") ?? childOf(outer, "constructor");
  if (called === undefined) return false;
  const name = head.slice(called.start, called.end);
  return /(?:^|\.)(?:\w*(?:Error|Exception|Warning)|Errorf|Wrapf?|createError)$/.test(name) || name === "errors.New";
}

/** Branches for another platform, another version or for debugging: here the tests run in one of them only. */
function isInOtherSurroundings(inner: SyntaxNode, outer: SyntaxNode, { shape, head }: ProbeFile): boolean {
  if (!shape.ifs.has(outer.type) && !/^(?:ternary_expression|conditional_expression)$/.test(outer.type)) return false;
  const condition = conditionOf(outer);
  if (condition === undefined || (inner.field === "alternative" && shape.ifs.has(inner.type))) return false;
  return SURROUNDINGS.test(head.slice(condition.start, condition.end));
}

/** A part of a condition that makes no difference, or what a cache gives in place of the work. */
function isAskedInVain(inner: SyntaxNode, outer: SyntaxNode, file: ProbeFile): boolean {
  if (!file.shape.ifs.has(outer.type)) return false;
  if (inner.field === "condition") return isAridCondition(outer, file);
  const condition = conditionOf(outer);
  return (
    inner.field === "consequence" &&
    condition !== undefined &&
    REMEMBERING.test(file.head.slice(condition.start, condition.end))
  );
}

/** `if __name__ == "__main__"`, `try: import x`. */
function isForSurroundings(outer: SyntaxNode, { shape, head }: ProbeFile): boolean {
  if (shape.name !== "python") return false;
  if (outer.type === "if_statement") return /^if __name__\b/.test(head.slice(outer.start, outer.start + 20));
  if (outer.type !== "try_statement") return false;
  const [first] = statementsOf(childOf(outer, "body"));
  return first !== undefined && /^import_(?:from_)?statement$/.test(first.type);
}

/** `toString`, `__repr__`, and what returns only a constant. */
function isShowing(node: SyntaxNode, file: ProbeFile): boolean {
  const name = childOf(node, "name");
  if (name !== undefined && SHOWING.test(file.head.slice(name.start, name.end))) return true;
  const [only, ...others] = statementsOf(childOf(node, "body"));
  if (only?.type !== "return_statement" || others.length > 0) return false;
  const value = partsOf(only)[0];
  return value !== undefined && isPlain(value, file);
}

/** A literal, or a name or field as it is. */
function isPlain(value: SyntaxNode, { shape }: ProbeFile): boolean {
  if (value.type === "expression_list") {
    const parts = partsOf(value);
    return (
      parts.length === 1 && parts[0] !== undefined && /identifier|literal|nil|true|false|selector/.test(parts[0].type)
    );
  }
  return (
    shape.names.has(value.type) ||
    (shape.strings.has(value.type) && value.type !== "template_string") ||
    shape.numbers.has(value.type) ||
    /^(?:true|false|null|none|undefined|this|member_expression|attribute|selector_expression)$/.test(value.type)
  );
}
