import { createRequire } from "node:module";
import type * as TreeSitter from "web-tree-sitter";
import { loadTreeSitter } from "#util/text/tree-sitter.ts";
import type { SyntaxNode } from "./node.ts";

/** Parses a text; undefined if that fails or takes too long. */
export type Parse = (text: string) => SyntaxNode | undefined;

const MAX_PARSE_MS = 4000;

/** Loads the parser of a grammar. Undefined: it cannot be loaded. */
export async function loadParser(grammar: string): Promise<Parse | undefined> {
  try {
    const treeSitter = await loadTreeSitter();
    const file = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
    const parser = new treeSitter.Parser();
    parser.setLanguage(await treeSitter.Language.load(file));
    return (text) => parse(parser, text);
  } catch {
    return undefined;
  }
}

function parse(parser: TreeSitter.Parser, text: string): SyntaxNode | undefined {
  const deadline = Date.now() + MAX_PARSE_MS;
  try {
    const tree = parser.parse(text, undefined, { progressCallback: () => Date.now() > deadline });
    if (tree === null) {
      parser.reset();
      return undefined;
    }
    try {
      return copyTree(tree.walk());
    } finally {
      tree.delete();
    }
  } catch {
    return undefined;
  }
}

interface Growing extends SyntaxNode {
  readonly parent: Growing | undefined;
  readonly children: Growing[];
}

/** Not recursive: an expression may be nested thousands deep. */
function copyTree(cursor: TreeSitter.TreeCursor): SyntaxNode {
  try {
    const root = copyNode(cursor, undefined);
    let node = root;
    for (;;) {
      if (cursor.gotoFirstChild()) {
        node = copyNode(cursor, node);
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent() || node.parent === undefined) return root;
        node = node.parent;
      }
      node = copyNode(cursor, node.parent);
    }
  } finally {
    cursor.delete();
  }
}

function copyNode(cursor: TreeSitter.TreeCursor, parent: Growing | undefined): Growing {
  const { nodeType: type, startIndex: start, endIndex: end, startPosition, endPosition } = cursor;
  const node: Growing = {
    type,
    isNamed: cursor.nodeIsNamed,
    isBroken: type === "ERROR" || cursor.nodeIsMissing,
    start,
    end,
    startLine: startPosition.row + 1,
    // A node that ends with its line break ends on the line before.
    endLine: endPosition.row + (endPosition.column === 0 && end > start ? 0 : 1),
    field: cursor.currentFieldName ?? undefined,
    parent,
    children: [],
  };
  parent?.children.push(node);
  return node;
}
