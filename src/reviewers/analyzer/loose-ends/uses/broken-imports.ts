import type { ChangeIndex, FileFacts, SideIndex } from "#model/change/change-index.ts";
import type { TreeFile } from "#model/change/change.ts";
import type { ModuleImport } from "./module-import.ts";
import { pythonImports, pythonTargets } from "./python-imports.ts";
import { scriptImports, scriptTargets } from "./script-imports.ts";

/** A line of code that can no longer work, because what it names is gone. */
export interface BrokenUse {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** A name that a module no longer has. */
export interface GoneName {
  readonly name: string;
  /** The module at the base, and at the head unless it was deleted. */
  readonly path: string;
  readonly headPath?: string | undefined;
}

/** Whether imports of files of this language are understood. */
export function hasImports({ language }: Pick<FileFacts, "language">): boolean {
  return language === "typescript" || language === "javascript" || language === "python";
}

/** The imports of a name, in one file of the head, from a module that does not have it any more. */
export async function brokenImports(index: ChangeIndex, gone: GoneName, from: string): Promise<BrokenUse[]> {
  const file = await openImporter(index, from);
  if (file === undefined) return [];
  const broken: BrokenUse[] = [];
  for (const one of file.imports) {
    if (one.isGuarded === true || !refersTo(file, one, gone)) continue;
    const isNamed = one.names.has(gone.name);
    const lines = isNamed ? file.linesOf(gone.name, one) : one.alias === undefined ? [] : file.members(one.alias, gone);
    if (lines.length === 0 || (await isProvided(index, file.atHead(one), gone.name))) continue;
    broken.push(...lines.map((line) => ({ path: from, line, text: file.lines[line - 1] ?? "" })));
  }
  return broken;
}

/** The imports, in one file of the head, of a module that is gone. */
export async function importsOfGone(index: ChangeIndex, gone: string, from: string): Promise<BrokenUse[]> {
  const file = await openImporter(index, from);
  if (file === undefined) return [];
  const broken: BrokenUse[] = [];
  for (const one of file.imports) {
    if (one.isGuarded === true || !file.atBase(one).includes(gone) || file.atHead(one).length > 0) continue;
    if (one.inPackage !== undefined) {
      // A package may have a name of its own in place of the module.
      const modules = file.atHead({ ...one, source: one.inPackage.source });
      if (await isProvided(index, modules, one.inPackage.name)) continue;
    }
    broken.push(...file.lineOf(one).map((line) => ({ path: from, line, text: file.lines[line - 1] ?? "" })));
  }
  return broken;
}

function refersTo(file: Importer, one: ModuleImport, { path, headPath }: GoneName): boolean {
  return file.atBase(one).includes(path) || (headPath !== undefined && file.atHead(one).includes(headPath));
}

interface Importer {
  readonly imports: readonly ModuleImport[];
  readonly lines: readonly string[];
  atBase(one: ModuleImport): readonly string[];
  atHead(one: ModuleImport): readonly string[];
  /** The line of a name within a statement; none if the statement is text. */
  linesOf(name: string, one: ModuleImport): readonly number[];
  /** The last line of a statement; none if it is text. */
  lineOf(one: ModuleImport): readonly number[];
  /** The lines that name it behind the module: `orders.take`. */
  members(alias: string, gone: GoneName): readonly number[];
}

async function openImporter(index: ChangeIndex, from: string): Promise<Importer | undefined> {
  const [facts, text] = [await index.head.facts(from), await index.head.tree.read(from)];
  if (facts === undefined || text === undefined || !hasImports(facts) || facts.role === "data") return undefined;
  const isPython = facts.language === "python";
  const targets = isPython ? pythonTargets : scriptTargets;
  const [base, head] = [filesOf(index.base), filesOf(index.head)];
  const lines = text.split("\n");
  const between = (name: string, one: ModuleImport): number[] => {
    const [first, last] = [lineAt(text, one.start + leadingSpace(text, one)), lineAt(text, one.end)];
    return (facts.words.get(name) ?? []).filter((line) => line >= first && line <= last).slice(0, 1);
  };
  return {
    imports: isPython ? pythonImports(text) : scriptImports(text),
    lines,
    atBase: ({ source }) => targets(source, from, base),
    atHead: ({ source }) => targets(source, from, head),
    linesOf: between,
    lineOf: (one) => ["import", "from", "require", "export"].flatMap((word) => between(word, one)).slice(0, 1),
    members(alias, { name }) {
      if (isRebound(lines, facts, alias)) return [];
      const form = new RegExp(`(?<![\\w$.])${escape(alias)}\\s*\\??\\.\\s*${escape(name)}(?![\\w$])(?!\\s*=(?!=))`);
      return (facts.words.get(name) ?? []).filter((line) => form.test(lines[line - 1] ?? ""));
    },
  };
}

function leadingSpace(text: string, { start }: ModuleImport): number {
  return /^[\s;]*/.exec(text.slice(start, start + 200))?.[0].length ?? 0;
}

/** Whether the file also uses the module's name for something else: a parameter, another variable. */
function isRebound(lines: readonly string[], facts: FileFacts, alias: string): boolean {
  const [first = ""] = alias.split(".");
  const form = new RegExp(
    `\\b(?:const|let|var|for|as)\\s+\\(?${escape(first)}\\b|^\\s*${escape(first)}\\s*=(?!=)|[(,]\\s*${escape(first)}\\s*[,)=:]`,
  );
  const own = new RegExp(`require\\(|^\\s*(?:import|from)\\b|\\*\\s+as\\b`);
  return (facts.words.get(first) ?? []).some((line) => {
    const text = lines[line - 1] ?? "";
    return form.test(text) && !own.test(text);
  });
}

/** Whether one of these modules may have the name: in its code, or by exporting all of another module. */
async function isProvided(index: ChangeIndex, modules: readonly string[], name: string): Promise<boolean> {
  for (const path of modules) {
    const [facts, text] = [await index.head.facts(path), await index.head.tree.read(path)];
    if (facts === undefined || text === undefined || facts.role === "data" || !hasImports(facts)) return true;
    if (facts.words.has(name) || isOpen(text, facts)) return true;
    // `from shop import orders` where shop/orders.py exists.
    if (/(?:^|\/)__init__\.pyi?$/.test(path)) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      if (index.head.tree.files.some((file) => file.path.startsWith(`${folder}${name}`))) return true;
    }
  }
  return false;
}

/** Whether a module of the head certainly does not have the name. */
export async function lacks(index: ChangeIndex, path: string, name: string): Promise<boolean> {
  return !(await isProvided(index, [path], name));
}

/** Whether a module has names that its text does not show. */
function isOpen(text: string, facts: FileFacts): boolean {
  if (facts.language === "python") {
    return (
      computesNames(facts, text) || /^\s*from\s+\S+\s+import\s+\*|\bglobals\(\)|\bsys\.modules\b|\bvars\(\)/m.test(text)
    );
  }
  return /\bexport\s*\*|\bmodule\.exports\s*=\s*(?!\s*\{)|\bObject\.(?:assign|definePropert\w+)\(\s*(?:module\.)?exports|\bmodule\.exports\s*=\s*\{[^}]*\.\.\.|\bexports\[|\bexport\s*=/.test(
    text,
  );
}

/** Whether a Python module has a `__getattr__` of its own. That of a class says nothing about the names of the module. */
export function computesNames(facts: FileFacts, text: string): boolean {
  if (!/\bdef\s+__getattr__\b/.test(text)) return false;
  const found = facts.definitions.filter(({ name }) => name === "__getattr__");
  return found.length === 0 || found.some(({ container }) => container === undefined);
}

const fileMaps = new WeakMap<SideIndex, ReadonlyMap<string, TreeFile>>();

function filesOf(side: SideIndex): ReadonlyMap<string, TreeFile> {
  const known = fileMaps.get(side) ?? new Map(side.tree.files.map((file) => [file.path, file]));
  fileMaps.set(side, known);
  return known;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Whether a file imports a name from a module of the head, under its own name. */
export async function importsFrom(
  index: ChangeIndex,
  { name, headPath }: { readonly name: string; readonly headPath: string },
  from: string,
): Promise<boolean> {
  const file = await openImporter(index, from);
  if (file === undefined) return false;
  return file.imports.some((one) => one.names.get(name) === name && file.atHead(one).includes(headPath));
}
