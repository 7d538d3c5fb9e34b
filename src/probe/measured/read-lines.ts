import type { CoverageByPath } from "./line-coverage.ts";

/** Reads what our tracer of Python wrote: `path#line` for each line that has code, `path:line` for each that was run. */
export function readTracedLines(text: string): CoverageByPath {
  const files = new Map<string, { ran: Set<number>; known: Set<number> }>();
  for (const line of text.split("\n")) {
    const [, path = "", kind, number = ""] = /^(.+)([:#])(\d{1,9})$/.exec(line) ?? [];
    if (path === "") continue;
    const file = files.get(path) ?? { ran: new Set<number>(), known: new Set<number>() };
    file.known.add(Number(number));
    if (kind === ":") file.ran.add(Number(number));
    files.set(path, file);
  }
  return files;
}
