import type { ChangeIndex, Definition, Mention } from "#model/change/change-index.ts";
import { isCompound } from "../text/identifiers.ts";
import { lastPart } from "../text/path-set.ts";
import type { BrokenUse, GoneName } from "./broken-imports.ts";
import { familyOf, type Origins, typeAround, type TypePart } from "./type-family.ts";

interface GoneFromRuby extends GoneName {
  readonly definition: Definition;
}

/**
 * The uses of a class, constant or method that no Ruby file defines any more. Nothing is said of a name that is also a
 * symbol or a string, because such names may be defined while the program runs.
 */
export async function brokenRubyUses(
  index: ChangeIndex,
  gone: GoneFromRuby,
  mentions: readonly Mention[],
): Promise<BrokenUse[]> {
  const { name, definition } = gone;
  const { kind, container } = definition;
  // A gem may have it now.
  if (index.change.diffs.some(({ file }) => /^Gemfile|\.gemspec$/.test(lastPart(file.path)))) return [];
  const own: Mention[] = [];
  for (const mention of mentions) {
    if ((await index.head.facts(mention.path))?.language === "ruby") own.push(mention);
  }
  if (kind === "method" && container !== undefined) return brokenCalls(index, { ...gone, container }, own);
  if ((kind !== "type" && kind !== "constant") || !(await isDistinct(index, name))) return [];
  const start = container === undefined ? "" : `|\\b${container}::`;
  const form = new RegExp(`(?:(?<![\\w:@$.])(?:::)?${start})${name}(?![\\w?!]|:(?!:)|\\s*(?:\\|\\|)?=(?!=))`);
  return own.filter(({ text }) => form.test(text) && !/\brescue\b/.test(text)).map(useAt);
}

/** Whether the name means nothing else: no other definition, symbol or string has it. */
async function isDistinct(index: ChangeIndex, name: string): Promise<boolean> {
  if (!isCompound(name) || (await index.head.findDefinitions(name)).length > 0) return false;
  return !(await index.head.findWord(name)).some((one) => mayDefine(one, name));
}

function mayDefine({ where, text }: Mention, name: string): boolean {
  // What loads a file defines nothing.
  if (/^\s*autoload\b/.test(text)) return false;
  if (where === "code") return new RegExp(`(?<!:):["']?${name}\\b|\\bdefined\\?|\\balias\\b|%[iIwW]`).test(text);
  return where === "string" && new RegExp(`["':.]${name}["']|\\b(?:def|class|module|attr_\\w+)\\b`).test(text);
}

interface GoneMethod extends GoneFromRuby {
  readonly container: string;
}

/** Calls behind the name of the module, and in the class itself or one below it, if all its parents are known. */
async function brokenCalls(index: ChangeIndex, gone: GoneMethod, mentions: readonly Mention[]): Promise<BrokenUse[]> {
  const { name, container, path: from, headPath } = gone;
  // From outside: `Send.define_singleton_method(name)`.
  const opened = new RegExp(`\\b${container}\\s*\\.\\s*(?:extend\\b|(?:__|public_)?send\\b|.*${OPENS.source})`);
  if ((await index.head.findWord(container)).some(({ where, text }) => where === "code" && opened.test(text)))
    return [];
  const isOnly = await isDistinct(index, name);
  const defined = new Set((await index.head.findDefinitions(name)).map(({ path }) => path));
  const dynamic = (await index.head.findWord(name)).filter((one) => mayDefine(one, name)).map(({ path }) => path);
  const named = new RegExp(`(?:(?<![\\w.:])|(\\w+)::)${container}\\.${name}(?![\\w?!])(?!\\s*=(?!=))`);
  const bare = new RegExp(`(?<![\\w.@$&:])(?:self\\.)?${name}(?![\\w?!])`);
  const bound = new RegExp(
    `\\b${name}\\s*(?:[|&+*/-]{0,2}=(?![=~>])|,.*=)|\\|[^|]*\\b${name}\\b[^|]*\\||\\b${name}:|\\bdef\\b.*\\b${name}\\b`,
  );
  const hiding = new Set(mentions.filter(({ text }) => bound.test(text)).map(({ path }) => path));
  const uses: BrokenUse[] = [];
  for (const mention of mentions) {
    const [written, qualifier] = named.exec(mention.text) ?? [];
    const isBare = isOnly && !hiding.has(mention.path) && bare.test(mention.text);
    if (written === undefined && !isBare) continue;
    const user = written === undefined ? (await typeAround(index, mention.path, mention.line))?.name : container;
    const parts = user === undefined ? [] : await partsOf(index, [user]);
    // The module is gone as a whole.
    if (isOnly && written !== undefined && parts.length === 0) uses.push(useAt(mention));
    const family = await familyOf(index, parts, (body) => originsOf(index, body));
    if (family?.some((one) => one.name === container && (one.path === headPath || one.path === from)) !== true)
      continue;
    // Another module may have the same last name.
    if (!isOnly && parts.some((one) => one.container !== qualifier)) continue;
    if (!family.some(({ path }) => defined.has(path) || dynamic.includes(path))) uses.push(useAt(mention));
  }
  return uses;
}

/** Everything that is a type or a module of this name: `["Mail", "Queue"]` is `Mail::Queue`. */
async function partsOf(index: ChangeIndex, names: readonly string[]): Promise<readonly TypePart[]> {
  const [outer, last = ""] = [names.at(-2), names.at(-1)];
  const found = (await index.head.findDefinitions(last)).filter(({ kind }) => kind === "type" || kind === "module");
  return outer === undefined ? found : found.filter(({ container }) => container === outer);
}

// Parents that define nothing of interest.
const CORE = new Set(["Object", "BasicObject", "StandardError", "RuntimeError", "ArgumentError", "self"]);

// What may define methods under names that no text has.
const OPENS =
  /\b(?:method_missing|define_(?:singleton_)?method|(?:class|module|instance|singleton)_(?:class|eval|exec)|const_set)\b/;

async function originsOf(index: ChangeIndex, body: string): Promise<Origins> {
  const parents: TypePart[] = [];
  const above = /^\s*class\s+[\w:]+\s*<\s*([^#\n;]+)/.exec(body)?.[1] ?? "";
  const mixed = [...body.matchAll(/^[ \t]*(?:include|extend|prepend)\b[ \t(]*([^#\n)]*)/gm)].map(
    ([, list = ""]) => list,
  );
  let isOpen = OPENS.test(body);
  for (const name of [above, ...mixed].flatMap((list) => list.split(",")).map((one) => one.trim())) {
    if (name === "" || CORE.has(name)) continue;
    const isPlain = /^(?:::)?[A-Z][\w:]*$/.test(name);
    const found = isPlain ? await partsOf(index, name.replace(/^::/, "").split("::")) : [];
    isOpen ||= found.length === 0;
    parents.push(...found);
  }
  return { parents, isOpen };
}

function useAt({ path, line, text }: Mention): BrokenUse {
  return { path, line, text };
}
