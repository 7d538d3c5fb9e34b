import type { ChangeIndex, Language, Mention } from "#model/change/change-index.ts";
import { folderOf } from "../text/path-set.ts";
import { type BrokenUse, type GoneName, importsFrom } from "./broken-imports.ts";

interface GoneMember extends GoneName {
  readonly container: string;
  readonly language: Language;
}

const QUALIFIED: ReadonlySet<Language> = new Set(["typescript", "python", "java", "csharp", "rust"]);

/**
 * The uses of a member behind the name of its type: `Color.Red`, `Orders::take`. Only where the type is defined once, has
 * no parent that could provide the member, and the file that names it means this type.
 */
export async function brokenMembers(
  index: ChangeIndex,
  gone: GoneMember,
  mentions: readonly Mention[],
): Promise<BrokenUse[]> {
  const { name, container, headPath, language } = gone;
  if (headPath === undefined || !QUALIFIED.has(language) || !/^\w+$/.test(container)) return [];
  const types = await index.head.findDefinitions(container);
  const [type, ...others] = types.filter(({ kind }) => kind === "type" || kind === "module");
  if (type === undefined || others.length > 0 || type.path !== headPath) return [];
  const lines = ((await index.head.tree.read(headPath)) ?? "").split("\n");
  if (inherits(lines.slice(type.start - 1, type.start + 4).join("\n"), container, language)) return [];
  const body = (await index.head.facts(headPath))?.words.get(name) ?? [];
  if (body.some((line) => line >= type.start && line <= type.end)) return [];
  // A trait or an extension may provide it.
  const defined = await index.head.findDefinitions(name);
  if (defined.some((one) => one.container === container || language === "rust" || language === "csharp")) return [];
  const form = new RegExp(`(?<![\\w$.:])${container}(?:\\.|::)${name}(?![\\w$])(?!\\s*=(?!=))`);
  const uses: BrokenUse[] = [];
  for (const { path, line, text } of mentions.filter((one) => form.test(one.text))) {
    if (await means(index, { ...gone, headPath }, path)) uses.push({ path, line, text });
  }
  return uses;
}

/** Whether a file that names the type means the one of this module. */
async function means(index: ChangeIndex, gone: GoneMember & { headPath: string }, from: string): Promise<boolean> {
  if (from === gone.headPath) return true;
  if (gone.language === "typescript" || gone.language === "python") {
    return importsFrom(index, { name: gone.container, headPath: gone.headPath }, from);
  }
  if (folderOf(from) === folderOf(gone.headPath)) return true;
  if (gone.language !== "java") return true;
  const [, own] = /^\s*package\s+([\w.]+)\s*;/m.exec((await index.head.tree.read(gone.headPath)) ?? "") ?? [];
  return own !== undefined && ((await index.head.tree.read(from)) ?? "").includes(`import ${own}.${gone.container};`);
}

function inherits(header: string, container: string, language: Language): boolean {
  const open = header.slice(header.search(new RegExp(`\\b${container}\\b`)) + container.length);
  if (language === "python")
    return /^\s*(?:\[[^\]]*\])?\s*\((?!\s*(?:object)?\s*\))/.test(open) || /metaclass/.test(header);
  if (language === "rust") return false;
  if (language === "csharp") return /^[^{;]*(?::|\bpartial\b)/.test(open) || /\bpartial\b/.test(header);
  return /^[^{]*\b(?:extends|implements)\b/.test(open);
}
