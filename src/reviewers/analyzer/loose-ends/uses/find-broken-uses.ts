import type { ChangeIndex, Definition, Language, Mention } from "#model/change/change-index.ts";
import { brokenImports, type BrokenUse } from "./broken-imports.ts";
import { brokenCUses } from "./c-uses.ts";
import { brokenGoUses } from "./go-uses.ts";
import { brokenCalls } from "./local-calls.ts";
import { brokenMembers } from "./member-uses.ts";
import { brokenPhpUses } from "./php-uses.ts";
import { brokenRubyUses } from "./ruby-uses.ts";
import { brokenRustPaths } from "./rust-paths.ts";

/** A definition that the change removed from a file. */
export interface GoneDefinition {
  readonly definition: Definition;
  /** The file at the base, and at the head unless it was deleted. */
  readonly path: string;
  readonly headPath?: string | undefined;
  readonly language: Language;
}

const BY_NAME: Partial<Record<Language, typeof brokenCUses>> = {
  c: brokenCUses,
  cpp: brokenCUses,
  php: brokenPhpUses,
  ruby: brokenRubyUses,
};

/** The lines of code that must mean the removed definition and can no longer work. `mentions` are of code. */
export async function findBrokenUses(
  index: ChangeIndex,
  { definition, path, headPath, language }: GoneDefinition,
  mentions: readonly Mention[],
): Promise<BrokenUse[]> {
  const { name, kind, container } = definition;
  if (mentions.length === 0 || name.length < 3) return [];
  const gone = { name, path, headPath };
  const find = BY_NAME[language];
  if (find !== undefined) {
    return /^\w*$/.test(container ?? "") ? find(index, { ...gone, definition }, mentions) : [];
  }
  if (container !== undefined && kind !== "type") {
    return brokenMembers(index, { ...gone, container, language }, mentions);
  }
  switch (language) {
    case "go":
      return brokenGoUses(index, gone, mentions);
    case "rust":
      return brokenRustPaths(index, gone, mentions);
    case "typescript":
    case "javascript":
    case "python": {
      const found = kind === "function" ? await brokenCalls(index, gone, mentions) : [];
      const others = new Set(mentions.map((one) => one.path).filter((one) => one !== headPath));
      for (const from of others) found.push(...(await brokenImports(index, gone, from)));
      return found;
    }
    default:
      return [];
  }
}
