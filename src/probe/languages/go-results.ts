import { type SyntaxNode, childOf, partsOf } from "../syntax/node.ts";

/** The types of what a function of Go returns, as written. */
export function goResults(node: SyntaxNode, head: string): string[] {
  const result = childOf(node, "result");
  if (result === undefined) return [];
  if (result.type !== "parameter_list") return [head.slice(result.start, result.end)];
  return partsOf(result).flatMap((one) => {
    const type = childOf(one, "type") ?? one;
    const names = one.children.filter(({ field }) => field === "name").length;
    return Array.from({ length: Math.max(1, names) }, () => head.slice(type.start, type.end));
  });
}
