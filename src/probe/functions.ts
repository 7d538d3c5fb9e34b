import type { ProbeFile } from "./open-files.ts";
import { runningTokens } from "./syntax/running-tokens.ts";
import { type SyntaxNode, parentsOf, walk } from "./syntax/node.ts";

/** A function of a file, with the changed lines in it. */
export interface ChangedNode {
  readonly node: SyntaxNode;
  readonly symbol: string;
  readonly lines: readonly number[];
}

interface NamedFunction {
  readonly node: SyntaxNode;
  readonly symbol: string;
}

/** The innermost function with a name around a node. */
export function functionAround(
  { shape, head }: Pick<ProbeFile, "shape" | "head">,
  node: SyntaxNode,
): NamedFunction | undefined {
  for (const outer of [node, ...parentsOf(node)]) {
    const symbol = shape.functions.has(outer.type) ? shape.symbolOf(outer, head) : undefined;
    if (symbol !== undefined) return { node: outer, symbol };
  }
  return undefined;
}

/** The innermost function with a name that all of these lines are in. */
export function functionAtLines(file: ProbeFile, start: number, end: number): NamedFunction | undefined {
  let found: NamedFunction | undefined;
  for (const node of walk(file.root)) {
    if (node.startLine > start || node.endLine < end || !file.shape.functions.has(node.type)) continue;
    const symbol = file.shape.symbolOf(node, file.head);
    if (symbol !== undefined) found = { node, symbol };
  }
  return found;
}

/** The functions with a name that have changed lines of code, in the order of the file. */
export function changedNodes(file: ProbeFile): ChangedNode[] {
  const found = new Map<SyntaxNode, { symbol: string; lines: Set<number> }>();
  for (const token of runningTokens(file.root, file.shape)) {
    if (!file.codeLines.has(token.startLine)) continue;
    const around = functionAround(file, token);
    if (around === undefined) continue;
    const known = found.get(around.node) ?? { symbol: around.symbol, lines: new Set() };
    known.lines.add(token.startLine);
    found.set(around.node, known);
  }
  return [...found].map(([node, { symbol, lines }]) => ({ node, symbol, lines: [...lines].sort((a, b) => a - b) }));
}

/** Whether code outside of the file can reach it, by a plain reading of its language. */
export function isForOthers({ path, shape, head }: ProbeFile, node: SyntaxNode, symbol: string): boolean {
  const name = symbol.slice(symbol.lastIndexOf(".") + 1);
  if (shape.name === "go") return /^\p{Lu}/u.test(name);
  if (shape.name === "python") {
    return !/(?:^|\/)_(?!_init__\.py$)[^/]*(?:\/|$)/.test(path) && (!name.startsWith("_") || /^__\w+__$/.test(name));
  }
  for (const outer of parentsOf(node)) {
    if (outer.type === "export_statement") return !name.startsWith("#");
    if (outer.type === "assignment_expression" && /^(?:module\.)?exports\b/.test(head.slice(outer.start, outer.end)))
      return true;
  }
  return false;
}
