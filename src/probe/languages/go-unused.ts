import type { ProbeFile } from "../open-files.ts";
import { type SyntaxNode, childOf, isPartOf, parentsOf, walk } from "../syntax/node.ts";

/**
 * Whether Go would refuse to compile the file without this code, because a variable or an import would be unused. A
 * variable counts as used where it is read.
 */
export function leavesUnused({ shape, root, head }: ProbeFile, removed: SyntaxNode): boolean {
  if (shape.name !== "go") return false;
  const nameOf = ({ start, end }: SyntaxNode): string => head.slice(start, end);
  const names = new Set([...walk(removed)].filter(isName).map(nameOf));
  if (names.size === 0) return false;
  const imports = importsOf(root, head);
  let around = root;
  for (const outer of parentsOf(removed)) if (shape.functions.has(outer.type)) around = outer;
  const declared = new Set<string>();
  const used = new Set<string>();
  for (const node of walk(around)) {
    if (!isName(node)) continue;
    if (isDeclared(node)) declared.add(nameOf(node));
    else if (!isPartOf(node, removed) && !isWritten(node)) used.add(nameOf(node));
  }
  if ([...names].some((name) => declared.has(name) && !used.has(name))) return true;
  const wanted = [...names].filter((name) => imports.has(name) && !used.has(name));
  return wanted.some((name) => {
    for (const node of walk(root))
      if (isName(node) && nameOf(node) === name && !isPartOf(node, removed) && node.parent?.type !== "import_spec")
        return false;
    return true;
  });
}

function importsOf(root: SyntaxNode, head: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of walk(root)) {
    if (node.type !== "import_spec") continue;
    const alias = childOf(node, "name");
    const path = childOf(node, "path");
    if (alias !== undefined) names.add(head.slice(alias.start, alias.end));
    else if (path !== undefined) {
      const parts = head.slice(path.start + 1, path.end - 1).split("/");
      const last = parts.at(-1) ?? "";
      names.add(/^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last);
    }
  }
  return names;
}

function isDeclared(node: SyntaxNode): boolean {
  const list = node.parent;
  if (list?.type === "var_spec") return node.field === "name";
  const statement = list?.parent;
  return list?.field === "left" && (statement?.type === "short_var_declaration" || statement?.type === "range_clause");
}

function isWritten(node: SyntaxNode): boolean {
  const list = node.parent;
  return list?.field === "left" && list.parent?.type === "assignment_statement" && list.type === "expression_list";
}

const isName = ({ type }: SyntaxNode): boolean => type === "identifier" || type === "package_identifier";
