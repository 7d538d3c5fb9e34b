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

/** What a method of Go calls the value that it belongs to. */
export function goReceiver(node: SyntaxNode, head: string): string | undefined {
  const [declared] = partsOf(childOf(node, "receiver") ?? node);
  const name = declared === undefined ? undefined : childOf(declared, "name");
  return name === undefined ? undefined : head.slice(name.start, name.end);
}
