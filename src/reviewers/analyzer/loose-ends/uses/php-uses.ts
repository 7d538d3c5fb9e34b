import type { ChangeIndex, Definition, Mention } from "#model/change/change-index.ts";
import { lastPart } from "../text/path-set.ts";
import type { BrokenUse, GoneName } from "./broken-imports.ts";
import { familyOf, type Origins, typeAround, type TypePart } from "./type-family.ts";

interface GoneFromPhp extends GoneName {
  readonly definition: Definition;
}

/** The uses of a class, function, method or constant that PHP no longer finds under its full name. */
export async function brokenPhpUses(
  index: ChangeIndex,
  gone: GoneFromPhp,
  mentions: readonly Mention[],
): Promise<BrokenUse[]> {
  const { kind, container } = gone.definition;
  // A package may have it now.
  if (index.change.diffs.some(({ file }) => lastPart(file.path) === "composer.json")) return [];
  const own = mentions.filter(({ path }) => path.endsWith(".php"));
  if (container !== undefined && kind !== "type") return brokenMembers(index, { ...gone, container }, own);
  if (kind !== "type" && kind !== "function") return [];
  const every = await index.head.findWord(gone.name);
  // It gets another name, or the program asks first.
  if (every.some(({ text }) => /\b(?:class_alias|(?:class|interface|trait|enum|function)_exists)\b/.test(text)))
    return [];
  const namespace = namespaceOf((await index.base.tree.read(gone.path)) ?? "");
  const full = join(namespace, gone.name);
  for (const one of await index.head.findDefinitions(gone.name)) {
    if (one.kind === kind && (await fullNameOf(index, one)).toLowerCase() === full.toLowerCase()) return [];
  }
  const uses: BrokenUse[] = [];
  for (const { path, line, text } of own) {
    const source = await sourceOf(index, path);
    const isMeant = (kind === "type" ? resolve : resolveFunction)(gone.name, source) === full;
    const written = isMeant ? `(?:\\\\?${quote(full)}|${gone.name})` : `\\\\${quote(full)}`;
    if (forms(written, kind).some((form) => form.test(text))) uses.push({ path, line, text });
  }
  return uses;
}

/** How code needs a type or calls a function. An import alone, `::class`, `instanceof` and `catch` do no harm. */
function forms(written: string, kind: Definition["kind"]): RegExp[] {
  const start = `(?<![\\w\\\\$>:])${written}`;
  if (kind === "function") return [new RegExp(`(?<!\\b(?:function|new)\\s+&?)${start}\\s*\\(`)];
  return [
    new RegExp(`\\b(?:new|extends)\\s+${start}\\b(?!\\\\)`),
    new RegExp(`\\bimplements\\s[^{]*${start}\\b(?!\\\\)`),
    new RegExp(`${start}::(?!class\\b)`),
  ];
}

interface GoneMember extends GoneFromPhp {
  readonly container: string;
}

async function brokenMembers(index: ChangeIndex, gone: GoneMember, mentions: readonly Mention[]): Promise<BrokenUse[]> {
  const { name, container, definition, headPath } = gone;
  if (headPath === undefined || (definition.kind !== "method" && definition.kind !== "constant")) return [];
  const types = ((await index.head.facts(headPath))?.definitions ?? []).filter(
    (one) => one.kind === "type" && one.name === container,
  );
  const [type, ...others] = types.map((one) => ({ ...one, path: headPath }));
  if (type === undefined || others.length > 0) return [];
  const full = await fullNameOf(index, type);
  const named = (await index.head.findDefinitions(name)).filter(({ kind }) => kind === definition.kind);
  const after = definition.kind === "method" ? "\\s*\\(" : "(?!\\w|\\s*\\()";
  const inside = new RegExp(`(?:\\$this\\s*\\??->|\\bstatic::|\\bself::|\\bparent::)${name}${after}`);
  const behind = new RegExp(`(?<![\\w\\\\$])([\\w\\\\]+)::${name}${after}`);
  const old = ((await index.base.tree.read(gone.path)) ?? "").split("\n").slice(definition.start - 1, definition.end);
  const isPrivate = new RegExp(`\\bprivate\\b.*\\b${name}\\b`).test(old.join("\n"));
  const uses: BrokenUse[] = [];
  for (const { path, line, text } of mentions) {
    const source = await sourceOf(index, path);
    const written = behind.exec(text)?.[1];
    const isNamed = written !== undefined && resolve(written, source) === full;
    const user = isNamed ? type : inside.test(text) ? await typeAround(index, path, line) : undefined;
    // A type below may define it.
    if (user === undefined || (!isNamed && named.length > 0 && !/\bself::/.test(text))) continue;
    const family = await familyOf(index, [user], (body, type) => originsOf(index, { body, type }, isPrivate));
    if (family?.some((one) => one.path === headPath && one.name === container) !== true) continue;
    if (!named.some((one) => family.some((part) => part.path === one.path && part.name === one.container)))
      uses.push({ path, line, text });
  }
  return uses;
}

/** Where a type gets its members from. What was private cannot come from a parent. */
async function originsOf(
  index: ChangeIndex,
  { body, type }: { readonly body: string; readonly type: TypePart },
  isPrivate: boolean,
): Promise<Origins> {
  const source = await sourceOf(index, type.path);
  const header = body.slice(0, Math.max(0, body.indexOf("{")));
  const above = /\b(?:extends|implements)\b(.*)/s.exec(header.slice(header.indexOf(type.name)))?.[1] ?? "";
  const traits = [...body.matchAll(/^[ \t]+use[ \t]+([\w\\, \n]{1,500})[;{]/gm)].map(([, list = ""]) => list).join(",");
  const names = `${isPrivate ? "" : above},${traits}`.match(/[\w\\]+/g)?.filter((one) => one !== "implements") ?? [];
  const parents: TypePart[] = [];
  let isOpen = /\bfunction\s+__call(?:Static)?\b/.test(body);
  for (const name of names) {
    const full = resolve(name, source);
    const found: TypePart[] = [];
    for (const one of await index.head.findDefinitions(lastName(full))) {
      if (one.kind === "type" && (await fullNameOf(index, one)) === full) found.push(one);
    }
    isOpen ||= found.length !== 1;
    parents.push(...found);
  }
  return { parents, isOpen };
}

async function fullNameOf(index: ChangeIndex, { path, name }: TypePart): Promise<string> {
  return join((await sourceOf(index, path)).namespace, name);
}

/** What a file says about the names in it. */
interface Source {
  readonly namespace: string;
  /** Local names of imported types and functions, each with its full name. */
  readonly types: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, string>;
}

const sources = new WeakMap<ChangeIndex, Map<string, Source>>();

async function sourceOf(index: ChangeIndex, path: string): Promise<Source> {
  const known = sources.get(index) ?? new Map<string, Source>();
  sources.set(index, known);
  const text = known.has(path) ? "" : ((await index.head.tree.read(path)) ?? "");
  const source = known.get(path) ?? {
    namespace: namespaceOf(text),
    types: importsOf(text, ""),
    functions: importsOf(text, "function "),
  };
  known.set(path, source);
  return source;
}

function namespaceOf(text: string): string {
  return /^[ \t]*(?:<\?php[ \t]+)?namespace[ \t]+([\w\\]+)\s*[;{]/m.exec(text)?.[1] ?? "";
}

function importsOf(text: string, kind: "" | "function "): ReadonlyMap<string, string> {
  const imports = new Map<string, string>();
  for (const [, statement = ""] of text.matchAll(new RegExp(`^use[ \\t]+${kind}([\\w\\\\]+[^;()]{0,2000});`, "gm"))) {
    const [, prefix = "", list = statement] = /^([\w\\]+\\)\{([^}]*)\}/.exec(statement) ?? [];
    for (const one of list.split(",")) {
      const [, full, alias] = /^\s*\\?([\w\\]+)(?:\s+as\s+(\w+))?\s*$/.exec(one) ?? [];
      if (full !== undefined) imports.set(alias ?? lastName(full), prefix + full);
    }
  }
  return imports;
}

function join(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}\\${name}`;
}

function lastName(full: string): string {
  return full.slice(full.lastIndexOf("\\") + 1);
}

/** The full name of a type as a file writes it. */
function resolve(written: string, { namespace, types }: Source): string {
  if (written.startsWith("\\")) return written.slice(1);
  const [first = "", ...rest] = written.split("\\");
  const imported = types.get(first);
  return imported === undefined ? join(namespace, written) : [imported, ...rest].join("\\");
}

/** What a call of a function means. Without an import, PHP's own functions stand behind those of the namespace. */
function resolveFunction(written: string, { namespace, functions }: Source): string | undefined {
  const isOwn = namespace === "" || /[a-z][A-Z]/.test(written);
  return functions.get(written) ?? (isOwn ? join(namespace, written) : undefined);
}

function quote(full: string): string {
  return full.replaceAll("\\", "\\\\");
}
