/** A node of a parsed file. A copy of tree-sitter's, which lives outside of the garbage collector's memory. */
export interface SyntaxNode {
  readonly type: string;
  readonly isNamed: boolean;
  /** The parser expected something else here, or something more. */
  readonly isBroken: boolean;
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** Its role in the parent. */
  readonly field: string | undefined;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
}

/** The child with this role. */
export function childOf(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  return node?.children.find((child) => child.field === field);
}

/** The children that are no punctuation, words of the language or comments. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter((child) => child.isNamed && child.type !== "comment");
}

/** The node and all below it, in the order of the text. */
export function* walk(root: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) waiting.push(node.children[at] as SyntaxNode);
  }
}

/** The parents, from the inside. */
export function* parentsOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) yield outer;
}

export const isPartOf = (inner: SyntaxNode, outer: SyntaxNode): boolean =>
  inner.start >= outer.start && inner.end <= outer.end;

/** The sibling behind or in front of a node that is no comment. */
export function neighbourOf(node: SyntaxNode, step: 1 | -1): SyntaxNode | undefined {
  const siblings = node.parent === undefined ? [] : partsOf(node.parent);
  const at = siblings.indexOf(node);
  return at < 0 ? undefined : siblings[at + step];
}
