import type { RepositoryRule } from "../bundle-input.ts";
import { code, type Document, fencedBlocks } from "./document.ts";

/** What reviewers must know of this code base, from the base commit. Rules for other folders than the reviewed are left out. */
export function rulesDocument(rules: readonly RepositoryRule[], paths: readonly string[]): Document | undefined {
  const holding = rules.filter((rule) => rule.text.trim() !== "" && holdsFor(rule, paths));
  if (holding.length === 0) return undefined;
  return {
    name: "rules",
    about: "What the makers of this code base want reviewers to know: facts and conventions to judge the change by.",
    unit: "pieces of rule files",
    blocks: holding.flatMap(({ name, text, paths: scope }) => {
      const where = scope === undefined ? "" : `\n\nHolds for: ${scope.map(code).join(", ")}`;
      return fencedBlocks(`## ${code(name)}${where}`, text, "markdown");
    }),
  };
}

function holdsFor({ paths: scope }: RepositoryRule, paths: readonly string[]): boolean {
  if (scope === undefined) return true;
  return scope.some((own) => {
    const folder = own.endsWith("/") ? own : `${own}/`;
    return paths.some((path) => path === own || path.startsWith(folder));
  });
}
