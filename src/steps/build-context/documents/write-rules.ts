import { concerns } from "#grammar/rules/concerns.ts";
import type { RepositoryRule } from "#model/agent/repository-rule.ts";
import { printable } from "#util/printable.ts";
import { type Document, fencedBlocks, inlineCode } from "./document.ts";
import { capLines, listSome } from "#util/words.ts";

/** The rules of this code base, from the base commit. Rules for files outside the review are only named. */
export function rulesDocument(rules: readonly RepositoryRule[], paths: readonly string[]): Document | undefined {
  const written = rules.filter(({ text }) => text.trim() !== "");
  if (written.length === 0) return undefined;
  const holding = written.filter((rule) => holdsFor(rule, paths));
  const others = written.filter((rule) => !holding.includes(rule));
  return {
    name: "rules",
    about:
      "What the maintainers of this code base want reviewers to know: facts and conventions to judge the change by.",
    unit: "pieces of rule files",
    blocks: [...holding.flatMap(blocksOf), ...(others.length === 0 ? [] : [nameOthers(others)])],
    aside: others.length === 0 ? [] : [describeOthers(others)],
  };
}

function holdsFor({ paths: scope }: RepositoryRule, paths: readonly string[]): boolean {
  return scope === undefined || paths.some((path) => concerns(scope, path));
}

function blocksOf({ name, text, paths: scope }: RepositoryRule): string[] {
  const where = scope === undefined ? "" : `\n\nHolds for: ${scope.map(inlineCode).join(", ")}`;
  return fencedBlocks(`## ${inlineCode(name)}${where}`, text, "markdown");
}

/** Lets a reviewer know that they exist and look them up in the repository. */
function nameOthers(others: readonly RepositoryRule[]): string {
  const named = others.map(({ name, heading, paths: scope = [] }) => {
    const title = heading === undefined ? "" : `, ${inlineCode(heading)}`;
    return `${inlineCode(name)}${title}: holds for ${scope.slice(0, MAX_PATHS).map(inlineCode).join(", ")}`;
  });
  const items = capLines(named, MAX_NAMED).map((line) => `- ${line}`);
  return ["Rules about files outside this part are not given:", "", ...items].join("\n");
}

function describeOthers(others: readonly RepositoryRule[]): string {
  const names = others.map(({ name, heading }) => {
    return printable(name + (heading === undefined ? "" : ` (${heading.slice(0, MAX_TITLE)})`));
  });
  return `rules.md does not give what holds for other files: ${listSome(names, MAX_IN_NOTE)}`;
}

const MAX_NAMED = 40;
const MAX_PATHS = 5;
const MAX_IN_NOTE = 5;
const MAX_TITLE = 80;
