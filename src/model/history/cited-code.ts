import type { Excerpt } from "../grounding.ts";

/** Code at a problem's places, from the commit that was reviewed. */
export interface CitedCode {
  readonly path: string;
  readonly lines: readonly string[];
}

/** The cited lines alone: what stands around them may change without a bearing on the problem. */
export function citedCode(excerpts: readonly Excerpt[]): CitedCode[] {
  return excerpts
    .map(({ path, start: first, lines, cited }) => ({
      path,
      lines: cited.flatMap(({ start, end }) => lines.slice(start - first, end - first + 1)),
    }))
    .filter(({ lines }) => lines.length > 0 && isShort(lines));
}

/** Whether code is kept: longer code is left out as a whole, since cut code would look like code that changed. */
export function isShort(lines: readonly string[]): boolean {
  return lines.length <= 200 && lines.reduce((sum, line) => sum + line.length, 0) <= 20_000;
}
