import type { TreeFile } from "#model/change/change.ts";
import { folderOf } from "../text/path-set.ts";
import type { ModuleImport } from "./module-import.ts";

const FROM = /^([ \t]*)from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^()]{0,5000}\)|(?:[^\n\\]|\\\r?\n){1,2000})/gm;
const WHOLE = /^([ \t]*)import[ \t]+([^\n#;]{1,500})/gm;

/** The imports of a Python file, as written. */
export function pythonImports(text: string): ModuleImport[] {
  const found: ModuleImport[] = [];
  for (const { 0: whole, 1: indent = "", 2: source = "", 3: list = "", index } of text.matchAll(FROM)) {
    const isGuarded = indent !== "" && isTried(text, index);
    const names = new Map(namesOf(list));
    found.push({ source, start: index, end: index + whole.length, names, isGuarded });
    // `from shop import orders` may import the module shop.orders.
    for (const [name, alias] of names) {
      const module = source.endsWith(".") ? source + name : `${source}.${name}`;
      const place = { start: index, end: index + whole.length, isGuarded };
      found.push({ source: module, ...place, names: new Map(), alias, inPackage: { source, name } });
    }
  }
  for (const { 0: whole, 1: indent = "", 2: list = "", index } of text.matchAll(WHOLE)) {
    for (const part of list.split(",")) {
      const [, source, alias] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (source === undefined) continue;
      const place = { start: index, end: index + whole.length, isGuarded: indent !== "" && isTried(text, index) };
      found.push({ source, ...place, names: new Map(), alias: alias ?? source });
    }
  }
  return found;
}

function namesOf(list: string): [string, string][] {
  const plain = list.replaceAll(/#[^\n]*/g, "").replaceAll(/[()\\]/g, " ");
  return plain.split(",").flatMap((part): [string, string][] => {
    const [, name, local] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*;?\s*$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, local ?? name]];
  });
}

/** Whether a `try` or an `except` is right above: another module takes over if this one is missing. */
function isTried(text: string, at: number): boolean {
  const above = text
    .slice(Math.max(0, at - 600), at)
    .split("\n")
    .slice(-6);
  return above.some((line) => /^\s*(?:try|except\b[^:]*|else)\s*:/.test(line));
}

/** The files that a module's name may mean. */
export function pythonTargets(source: string, from: string, files: ReadonlyMap<string, TreeFile>): string[] {
  const [, dots = "", name = ""] = /^(\.*)(.*)$/.exec(source) ?? [];
  const parts = name.split(".").filter((part) => part !== "");
  if (dots === "")
    return parts.length === 0 ? [] : rootsFor(from, files).flatMap((root) => filesAt(root, parts, files));
  const folders = folderOf(from).split("/");
  if (dots.length - 1 > folders.length) return [];
  return filesAt(folders.slice(0, folders.length - (dots.length - 1)).join("/"), parts, files);
}

function filesAt(folder: string, parts: readonly string[], files: ReadonlyMap<string, TreeFile>): string[] {
  const path = [...(folder === "" ? [] : [folder]), ...parts].join("/");
  const inside = path === "" ? "" : `${path}/`;
  return [`${path}.py`, `${inside}__init__.py`, `${path}.pyi`, `${inside}__init__.pyi`].filter((one) => files.has(one));
}

/** Where absolute imports are looked up: folders around the file that are not packages, and their `src` and `lib`. */
function rootsFor(from: string, files: ReadonlyMap<string, TreeFile>): string[] {
  const roots: string[] = [];
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    const inside = folder === "" ? "" : `${folder}/`;
    if (!files.has(`${inside}__init__.py`)) roots.push(folder, `${inside}src`, `${inside}lib`);
    if (folder === "") return roots;
  }
}
