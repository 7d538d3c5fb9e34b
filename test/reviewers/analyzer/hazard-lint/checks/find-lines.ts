import type { FileRole, Language } from "#model/change/change-index.ts";
import { codeView } from "#reviewers/analyzer/hazard-lint/code-view.ts";
import type { LineCheck } from "#reviewers/analyzer/hazard-lint/line-check.ts";

/** The first lines of the places that a check finds when all lines are new, or only the given ones. */
export function findLines(check: LineCheck, language: Language, source: string, only?: readonly number[]): number[] {
  const view = codeView(source, language);
  const all = Array.from({ length: view.lineCount }, (_, index) => index + 1);
  const role: FileRole = "source";
  const file = { path: "shop/orders", language, role, view, added: new Set(only ?? all), definitions: [] };
  return check.find(file).map(({ start }) => start);
}

/** The body of a Go function that returns an error. */
export function goBody(...lines: readonly string[]): string {
  return ["func save(order Order) error {", ...lines.map((line) => `\t${line}`), "\treturn nil", "}"].join("\n");
}
