import { posix } from "node:path";
import { patternsWithin } from "#grammar/rules/concerns.ts";
import { readRuleFile } from "#grammar/rules/read-rule-file.ts";
import type { IsPath } from "#grammar/rules/read-scope.ts";
import { scanLines } from "#grammar/lines.ts";
import type { RepositoryRule, RuleSection } from "#model/agent/repository-rule.ts";
import type { Tree } from "#model/change/change.ts";

/** Where `deep-review rules propose` writes, and the first that is read. */
export const OWN_RULES = ".deep-review/rules.md";

/** Files of the root that hold rules, in the order in which reviewers get them. */
const IN_ROOT = [OWN_RULES, "deep-review-context.md", "REVIEW.md", "AGENTS.md", "CLAUDE.md"];
/** Those that may stand in any folder, and hold below it. */
const IN_FOLDERS = ["REVIEW.md", "AGENTS.md", "CLAUDE.md"];
/** Those whose `@file` is followed, as the agents that they are written for do. */
const WITH_IMPORTS = new Set(["AGENTS.md", "CLAUDE.md"]);
const MAX_FILES = 200;

/**
 * What a repository wants its reviewers to know, section by section: from the files of one commit, which in a review is
 * the base or the tip of the base branch, as a change does not instruct its own reviewers. Files near the changed ones come first where there are many.
 */
export async function readRules(tree: Tree, changed: readonly string[] = []): Promise<RuleSection[]> {
  const isPath = pathsOf(tree);
  const seen = new Set<string>();
  const sections: RuleSection[] = [];
  for (const file of findRuleFiles(tree, changed)) {
    for (const { path, text } of await readWithImports(tree, file, seen)) {
      const holds = folderOf(file);
      for (const section of readRuleFile(path, text, (own) => isPath(own) || isPath(posix.join(holds, own)))) {
        const paths = patternsWithin(holds, section.paths);
        sections.push(paths === undefined ? section : { ...section, paths });
      }
    }
  }
  return sections;
}

/** Sections that stand side by side and hold for the same files are one text again. */
export function rulesForBundles(sections: readonly RuleSection[]): RepositoryRule[] {
  const rules: RepositoryRule[] = [];
  for (const { name, text, paths, heading } of sections) {
    const last = rules.at(-1);
    if (last?.name === name && sameList(last.paths, paths)) {
      rules[rules.length - 1] = { ...last, text: `${last.text}\n${text}` };
    } else {
      rules.push({
        name,
        text,
        paths,
        heading,
      });
    }
  }
  return rules;
}

function sameList(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function findRuleFiles(tree: Tree, changed: readonly string[]): string[] {
  const known = new Set(tree.files.map(({ path }) => path));
  const nested = [...known].filter((path) => {
    const folder = folderOf(path);
    return folder !== "" && IN_FOLDERS.includes(posix.basename(path)) && !folder.split("/").includes("node_modules");
  });
  const isNear = (path: string): boolean => changed.some((own) => own.startsWith(`${folderOf(path)}/`));
  const sorted = nested.sort((one, other) => Number(isNear(other)) - Number(isNear(one)) || (one < other ? -1 : 1));
  return [...IN_ROOT.filter((path) => known.has(path)), ...sorted].slice(0, MAX_FILES);
}

const folderOf = (path: string): string => {
  const folder = posix.dirname(path);
  return folder === "." || path === OWN_RULES ? "" : folder;
};

interface RuleText {
  readonly path: string;
  readonly text: string;
}

/** The file and what it imports, one level deep. A text that was read before, under whatever name, is not read again. */
async function readWithImports(tree: Tree, path: string, seen: Set<string>): Promise<RuleText[]> {
  const text = await readOnce(tree, path, seen);
  if (text === undefined) return [];
  const texts: RuleText[] = [{ path, text }];
  if (!WITH_IMPORTS.has(posix.basename(path))) return texts;
  for (const imported of importsOf(text, path, tree)) {
    const more = await readOnce(tree, imported, seen);
    if (more !== undefined) texts.push({ path: imported, text: more });
  }
  return texts;
}

async function readOnce(tree: Tree, path: string, seen: Set<string>): Promise<string | undefined> {
  if (seen.has(path)) return undefined;
  const text = await tree.read(path);
  // The same words in AGENTS.md and CLAUDE.md of one folder are one text.
  const content = `${folderOf(path)}\0${text?.trim()}`;
  if (text === undefined || text.trim() === "" || text.length > MAX_TEXT || seen.has(content)) return undefined;
  seen.add(path);
  seen.add(content);
  return text;
}

const MAX_TEXT = 1_000_000;

/** Files of the repository that a text imports with `@docs/style.md`, outside code; nothing absolute, nothing above the root. */
function importsOf(text: string, path: string, tree: Tree): string[] {
  const files = new Set(tree.files.map((file) => file.path));
  const found = new Set<string>();
  for (const line of scanLines(text)) {
    if (line.inFence || !line.text.includes("@") || line.text.length > MAX_LINE) continue;
    for (const [, name = ""] of line.text.replaceAll(/`[^`]*`/g, " ").matchAll(/(?:^|\s)@([^\s@`/~][^\s@`]{0,300})/g)) {
      const target = posix.normalize(posix.join(posix.dirname(path), name.replace(/[.,;:)]+$/, "")));
      if (files.has(target)) found.add(target);
    }
  }
  return [...found].slice(0, MAX_IMPORTS);
}

const MAX_LINE = 4000;
const MAX_IMPORTS = 20;

function pathsOf(tree: Tree): IsPath {
  const known = new Set<string>();
  for (const { path } of tree.files) {
    for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) known.add(path.slice(0, at));
  }
  return (path) => known.has(path.replace(/^\.\//, "").replace(/\/$/, ""));
}
