import { join } from "node:path";
import { SyntaxKind, type Node, type SourceFile } from "typescript/unstable/ast";
import {
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isComputedPropertyName,
  isElementAccessExpression,
  isParenthesizedExpression,
} from "typescript/unstable/ast/is";
import { API, TypeFlags, type Checker, type Type } from "typescript/unstable/sync";

/** A place where an object is asked for a name that the types do not know. */
export interface NameLookup {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

/** The one function that may: it asks whether the name is the table's own. */
const EXEMPT = "src/util/look-up.ts";
const CONFIG = "tsconfig.name-lookups.json";

/**
 * Finds `table[name]`, `name in table` and `const { [name]: value } = table` in `src/` where `name` may be any string. A
 * name from outside may be `constructor` or `__proto__`, which every object has and which a plain object cannot hold.
 * `planted` are files that count as if they were there.
 */
export function findNameLookups(root: string, planted: ReadonlyMap<string, string> = new Map()): NameLookup[] {
  const config = JSON.stringify({ extends: "./tsconfig.json", include: ["src"], files: [...planted.keys()] });
  const virtual = new Map([[CONFIG, config] as const, ...planted].map(([path, text]) => [join(root, path), text]));
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => virtual.get(path),
      fileExists: (path) => (virtual.has(path) ? true : undefined),
    },
  });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, CONFIG)] }).getProjects();
    if (project === undefined) throw new Error("the compiler opens no project");
    const names = project.program.getSourceFileNames().filter((name) => name.startsWith(join(root, "src/")));
    return names.flatMap((name) => {
      const file = name.slice(join(root, "/").length);
      const source = project.program.getSourceFile(name);
      return source === undefined || file === EXEMPT ? [] : lookupsIn(source, project.checker, file);
    });
  } finally {
    api.close();
  }
}

function lookupsIn(source: SourceFile, checker: Checker, file: string): NameLookup[] {
  const keys = keysIn(source);
  const types = keys.length === 0 ? [] : checker.getTypeAtLocation(keys);
  return keys.flatMap((key, at) => {
    const type = types[at];
    if (type !== undefined && isKnown(type)) return [];
    const before = source.text.slice(0, key.end);
    const code = source.text.slice(key.parent.pos, key.parent.end).trim();
    return [{ file, line: before.split("\n").length, code }];
  });
}

/** Every expression by which an object is asked, but for those that are written out. */
function keysIn(source: SourceFile): Node[] {
  const keys: Node[] = [];
  const walk = (node: Node): void => {
    const key = keyOf(node);
    if (key !== undefined && key.kind !== SyntaxKind.StringLiteral && key.kind !== SyntaxKind.NumericLiteral) {
      keys.push(bare(key));
    }
    node.forEachChild((child) => void walk(child));
  };
  walk(source);
  return keys;
}

function keyOf(node: Node): Node | undefined {
  if (isElementAccessExpression(node)) return node.argumentExpression;
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) return node.left;
  if (isBindingElement(node) && node.propertyName !== undefined && isComputedPropertyName(node.propertyName)) {
    return node.propertyName.expression;
  }
  return undefined;
}

/** What is looked up in truth: a type that was only claimed does not make a name known. */
function bare(node: Node): Node {
  return isAsExpression(node) || isParenthesizedExpression(node) ? bare(node.expression) : node;
}

const KNOWN = TypeFlags.StringLiteral | TypeFlags.NumberLike | TypeFlags.ESSymbolLike | TypeFlags.Never;

function isKnown(type: Type): boolean {
  return type.isUnionType() ? type.getTypes().every(isKnown) : (type.flags & KNOWN) !== 0;
}
