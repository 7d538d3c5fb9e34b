import type { TreeFile } from "#model/change/change.ts";
import { folderOf, joinPath } from "../text/path-set.ts";
import type { ModuleImport } from "./module-import.ts";

const FROM =
  /(?:^|[;\n])[ \t]*(?:import|export)\s+(?:type\s+)?([\w$*{}\s,]{1,5000}?)\s*from\s*(["'])([^"'\n]{1,300})\2/g;
const LOADED =
  /(?:\b(?:const|let|var)\s+([\w$]+|\{[^{}]{0,2000}\})\s*=\s*(?:await\s+)?)?\b(?:require|import)\(\s*(["'])([^"'\n]{1,300})\2\s*\)(?:\.([\w$]+))?/g;
const BARE = /(?:^|[;\n])[ \t]*import\s+(["'])([^"'\n]{1,300})\1/g;

/** The imports of a TypeScript or JavaScript file from files of the same repository, as written. */
export function scriptImports(text: string): ModuleImport[] {
  const found: ModuleImport[] = [];
  const add = (match: RegExpMatchArray, source: string, { clause = "", member }: Imported): void => {
    if (!source.startsWith(".")) return;
    const names = new Map(namesOf(clause));
    if (member !== undefined) names.set(member, member);
    const start = match.index ?? 0;
    found.push({ source, start, end: start + match[0].length, names, alias: aliasOf(clause, member) });
  };
  for (const match of text.matchAll(FROM)) add(match, match[3] ?? "", { clause: match[1] });
  for (const match of text.matchAll(LOADED)) {
    const [, clause = "", , source = "", member] = match;
    add(match, source, { clause: clause.startsWith("{") ? clause.replaceAll(":", " as ") : clause, member });
  }
  for (const match of text.matchAll(BARE)) add(match, match[2] ?? "", {});
  return found;
}

interface Imported {
  /** What stands between `import` and `from`, or before `= require`. */
  readonly clause?: string | undefined;
  /** What stands behind the call: `require("./orders").take`. */
  readonly member?: string | undefined;
}

/** The names in braces: their own and the local one. */
function namesOf(clause: string): [string, string][] {
  const [, list = ""] = /\{([^{}]*)\}/.exec(clause) ?? [];
  return list.split(",").flatMap((part): [string, string][] => {
    const [, name, local] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*(?:=.*)?$/s.exec(part) ?? [];
    return name === undefined ? [] : [[name, local ?? name]];
  });
}

/** The local name of the whole module: `* as orders`, or what `require` returned. */
function aliasOf(clause: string, member: string | undefined): string | undefined {
  const [, star] = /\*\s+as\s+([\w$]+)/.exec(clause) ?? [];
  if (star !== undefined) return star;
  return member === undefined && /^[\w$]+$/.test(clause) ? clause : undefined;
}

const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".d.mts", ".d.cts"];

/** The files that a relative import may mean, as bundlers, Node and TypeScript look for them. */
export function scriptTargets(source: string, from: string, files: ReadonlyMap<string, TreeFile>): string[] {
  const path = joinPath(folderOf(from), source.replace(/[?#].*$/, ""));
  if (path === undefined) return [];
  const stem = path.replace(/\.(?:[cm]?js|jsx)$/, "");
  const candidates = [
    path,
    ...ENDINGS.flatMap((ending) => [path + ending, stem + ending, `${path === "" ? "" : `${path}/`}index${ending}`]),
  ];
  return [...new Set(candidates)].filter((one) => files.has(one));
}
