import type { ChangeIndex, Definition, Mention, SideIndex } from "#model/change/change-index.ts";
import { diffLinesOf } from "../text/diff-lines.ts";
import { isCompound } from "../text/identifiers.ts";
import { lastPart } from "../text/path-set.ts";
import type { BrokenUse, GoneName } from "./broken-imports.ts";

interface GoneFromC extends GoneName {
  readonly definition: Definition;
}

/**
 * The uses of a name that no file of a C or C++ program defines any more. Only if every occurrence in code is plainly a
 * use: a macro, another platform's version or a member of that name may be what the code means.
 */
export async function brokenCUses(
  index: ChangeIndex,
  gone: GoneFromC,
  mentions: readonly Mention[],
): Promise<BrokenUse[]> {
  const { name, definition } = gone;
  if (definition.kind === "method") return undeclaredMembers(index, gone);
  if (!isCompound(name) || SETTING.test(name) || definition.kind === "field") return [];
  if ((await isMember(index, gone)) || (await mayBeForeign(index, gone))) return [];
  const visible = await whereVisible(index, gone);
  if (visible === undefined) return [];
  const uses: BrokenUse[] = [];
  for (const path of new Set(mentions.map((one) => one.path))) {
    const language = (await index.head.facts(path))?.language;
    if (language !== "c" && language !== "cpp" && !PARSER.test(path)) return [];
    const conditions = readConditions(await linesOf(index.head, path), name);
    for (const { line, text } of mentions.filter((one) => one.path === path)) {
      const form = visible.declarations.has(`${path}:${line}`) ? "other" : formOf(text, definition);
      const around = conditions[line - 1];
      if (form === "unclear" || around?.namesIt === true) return [];
      if (form === "use" && visible.inFile(path) && around?.isOff !== true) uses.push({ path, line, text });
    }
  }
  return uses;
}

async function linesOf({ tree }: SideIndex, path: string): Promise<readonly string[]> {
  return ((await tree.read(path)) ?? "").split("\n");
}

// Grammars, which hold code of C.
const PARSER = /\.(?:y|l|yy|ll|ypp|lpp)$/;
// Settings of the build, which no code needs to define.
const SETTING = /^_*(?:HAVE|SIZEOF|USE|ENABLE|DISABLE|WITH|WITHOUT|NEED|NO|BUILD|PACKAGE)_/;

/** Whether a header of the system or of a library may have the name, so that only a fallback was removed. */
async function mayBeForeign(index: ChangeIndex, { path, definition, name }: GoneFromC): Promise<boolean> {
  const around = readConditions(await linesOf(index.base, path), name)[definition.start - 1];
  const added = additionsOf(index);
  return around?.isPlatform === true || around?.namesIt === true || added.isForeign || mayMake(added, name);
}

interface Additions {
  /** The change includes a header that the tree does not have, or a repository. */
  readonly isForeign: boolean;
  /** The change has `##`. */
  readonly canPaste: boolean;
  /** Words that the change gives to macros. */
  readonly given: ReadonlySet<string>;
}

const additions = new WeakMap<ChangeIndex, Additions>();

function additionsOf(index: ChangeIndex): Additions {
  const known = additions.get(index);
  if (known !== undefined) return known;
  const headers = new Set(index.head.tree.files.map(({ path }) => lastPart(path).replace(/\.in$/, "")));
  const lines = index.change.diffs.flatMap((diff) => diffLinesOf(diff, "added").map(({ text }) => text));
  const included = lines.flatMap((text) => /^\s*#\s*include\s*[<"]([^>"]+)[>"]/.exec(text)?.[1] ?? []);
  const given = lines.flatMap((text) => /\b[A-Z][A-Z\d_]*\(([^()]*)/.exec(text)?.[1]?.match(/\w{3,}/g) ?? []);
  const made = {
    isForeign:
      index.change.diffs.some(({ file }) => file.path === ".gitmodules") ||
      included.some((header) => !headers.has(lastPart(header))),
    canPaste: lines.some((text) => text.includes("##")),
    given: new Set(given),
  };
  additions.set(index, made);
  return made;
}

/** Whether the change gives a macro the name or a part of it, from which `##` may make the whole. */
function mayMake({ canPaste, given }: Additions, name: string): boolean {
  if (canPaste) return true;
  return [...name].some((_, at) => given.has(name.slice(at)) || given.has(name.slice(0, at)));
}

/** Whether a function belongs to a class, not to a namespace: a parent of the class may have it too. */
async function isMember(index: ChangeIndex, { path, definition }: GoneFromC): Promise<boolean> {
  if (definition.kind !== "function" || definition.container === undefined) return false;
  const around = (await index.base.facts(path))?.definitions ?? [];
  return !around.some(({ kind, name }) => kind === "module" && name === definition.container);
}

/** Definitions outside of a class (`void Mail::send() {`) that the class no longer declares. */
async function undeclaredMembers(index: ChangeIndex, { name, headPath, definition }: GoneFromC): Promise<BrokenUse[]> {
  const { container } = definition;
  if (headPath === undefined || container === undefined) return [];
  // Its constructors have the same name.
  const [type, ...others] = (await index.head.findDefinitions(container)).filter(
    ({ kind }) => kind !== "method" && kind !== "function",
  );
  if (type?.kind !== "type" || type.path !== headPath || others.length > 0) return [];
  const words = (await index.head.facts(headPath))?.words.get(name) ?? [];
  if (words.some((line) => line >= type.start && line <= type.end)) return [];
  if (mayMake(additionsOf(index), name)) return [];
  const form = new RegExp(`(?<!::|[\\w>])${container}::${name}\\s*\\(`);
  const left = (await index.head.findDefinitions(name)).filter((one) => one.container === container);
  const uses: BrokenUse[] = [];
  for (const path of new Set(left.map((one) => one.path))) {
    const lines = await linesOf(index.head, path);
    const conditions = readConditions(lines, name);
    for (const { start } of left.filter((one) => one.path === path)) {
      // The type of the result may stand on lines of its own.
      const line = [start, start + 1, start + 2].find((at) => form.test(lines[at - 1] ?? ""));
      if (line !== undefined && conditions[line - 1]?.isOff !== true)
        uses.push({ path, line, text: lines[line - 1] ?? "" });
    }
  }
  return uses;
}

interface Visibility {
  /** `path:line` of the declarations that are left. */
  readonly declarations: ReadonlySet<string>;
  /** Whether the definition that is gone was visible in a file, and none is now. */
  readonly inFile: (path: string) => boolean;
}

/** Undefined if something may still define the name for its users. */
async function whereVisible(index: ChangeIndex, gone: GoneFromC): Promise<Visibility | undefined> {
  const { name, definition, path, headPath } = gone;
  const left = await index.head.findDefinitions(name);
  if (left.length > 0 && definition.kind !== "function") return undefined;
  const declarations = new Set<string>();
  const bodies = new Set<string>();
  for (const one of left) {
    if (one.kind !== "function") return undefined;
    for (let line = one.start; line <= one.end; line++) declarations.add(`${one.path}:${line}`);
    if (await hasBody(index.head, one)) bodies.add(one.path);
  }
  const isHeader = HEADER.test(path);
  const isLocal = !isHeader && (!definition.exported || definition.kind !== "function");
  if (bodies.size === 0) {
    // What still declares a function does not define it.
    if (left.length > 0 && (isHeader || !(await hasBody(index.base, { ...definition, path })))) return undefined;
    return { declarations, inFile: (file) => !isLocal || file === headPath };
  }
  // Without its declaration, only the file of a function knows it.
  const isHidden = isHeader && left.every((one) => bodies.has(one.path) && /\.(?:c|cc|cpp|cxx)$/.test(one.path));
  return isHidden ? { declarations, inFile: (file) => !bodies.has(file) } : undefined;
}

const HEADER = /\.(?:h|hh|hpp|hxx|ipp|inl|tpp|cuh)(?:\.in)?$/;

async function hasBody(
  side: SideIndex,
  { path, start, end }: Pick<Definition, "start" | "end"> & { readonly path: string },
): Promise<boolean> {
  const lines = (await linesOf(side, path)).slice(start - 1, end);
  return lines.some((line) => line.includes("{") || /^\s*#/.test(line));
}

// Words that may stand directly before a use.
const BEFORE_VALUE = /\b(?:return|else|case|do|throw|sizeof|co_return|co_await|co_yield|new|delete|not|and|or|in)$/;
const BEFORE_TYPE = /\b(?:const|volatile|static|extern|inline|register|typename|struct|union|enum|typedef|sizeof|new)$/;

/** Whether a line plainly uses the name. Of several occurrences, the least clear one counts. */
function formOf(text: string, { name, kind, container }: Definition): "use" | "other" | "unclear" {
  let form: "use" | "other" = "other";
  for (const { index: at } of text.matchAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, "g"))) {
    const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
    if (/^\s*#\s*(?:if|ifdef|ifndef|elif|undef)\b/.test(before) || /#\s*define\s+$/.test(before)) return "unclear";
    if (/^\s*#/.test(before) || /(?:\.|->|\bgoto)\s*$/.test(before)) continue;
    // `TEST(mail, name)`: a macro may make anything of it.
    if (/\b[A-Z][A-Z\d_]*\s*\([^()]*$/.test(before) && !/^\s*\(/.test(after)) continue;
    const prior = before.replace(/[\s*&]+$/, "");
    const qualifier = /(\w*)\s*::$/.exec(prior)?.[1];
    if (qualifier !== undefined && qualifier !== (container ?? "")) return "unclear";
    if (/\(\s*\*+\s*$/.test(before) && /^\s*\)/.test(after)) return "unclear";
    if (kind === "type") {
      if (/^\s*(?:[{;]|:(?!:)|=(?!=)|$)/.test(after)) return "unclear";
      const isType = prior === "" || /(?:[(,<{;=!&|?:])$/.test(prior) || BEFORE_TYPE.test(prior);
      if (!isType && !BEFORE_VALUE.test(prior)) return "unclear";
      form = "use";
      continue;
    }
    const isStatement = prior === "" ? /^\s/.test(text) : /[(,=!+\-/%?:;{}|^~[<&]$|\)\s$|::$/.test(prior);
    if (!isStatement && !BEFORE_VALUE.test(prior) && !(prior.endsWith(")") && /^\s/.test(text))) return "unclear";
    if (kind === "function" ? /^\s*\(/.test(after) : prior !== "" && !/^\s*(?:\(|=(?!=))/.test(after)) form = "use";
  }
  return form;
}

/** What the conditions of the preprocessor around a line say. */
interface Conditions {
  readonly isOff: boolean;
  /** They ask for a platform, or whether something is missing. */
  readonly isPlatform: boolean;
  readonly namesIt: boolean;
}

const PLATFORM = /\bHAVE_|\bSIZEOF_|\b_|WIN32|MSC|GNUC|APPLE|LINUX|!\s*defined|#\s*(?:ifndef|else)\b/;

/** The conditions around each line, without the guard of the whole file. */
function readConditions(lines: readonly string[], name: string): Conditions[] {
  const none: Conditions = { isOff: false, isPlatform: false, namesIt: false };
  const open: Conditions[] = [];
  return lines.map((text, at) => {
    const [, word, asked] = /^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b\s*(\w*)/.exec(text) ?? [];
    const outer = open.at(-1) ?? none;
    if (word === undefined) return outer;
    if (!word.startsWith("if")) open.pop();
    if (word === "endif") return outer;
    const isGuard = word === "ifndef" && /^\s*#\s*define\s+(\w+)\s*$/.exec(lines[at + 1] ?? "")?.[1] === asked;
    open.push({
      isOff: outer.isOff || /#\s*if\s+(?:0|false)\b/.test(text),
      isPlatform: outer.isPlatform || (!isGuard && PLATFORM.test(text)),
      namesIt: outer.namesIt || text.includes(name),
    });
    return outer;
  });
}
