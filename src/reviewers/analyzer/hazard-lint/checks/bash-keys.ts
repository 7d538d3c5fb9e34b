import { loopsAround } from "../blocks.ts";
import type { LineHit, TouchedFile } from "../line-check.ts";

/** Bash: the keys of an associative array walked straight into printed text. Indexed arrays have an order. */
export function findUnorderedKeys({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  for (const line of added) {
    const text = view.codeLine(line);
    const name = /^\s*for\s+\w+\s+in\s+"?\$\{!(\w+)\[@\]\}"?\s*(?:;\s*do)?\s*$/.exec(text)?.[1];
    if (name === undefined) continue;
    const declared = new RegExp(`\\b(?:declare|local|typeset)\\s+-\\w*A\\w*\\s[^\\n;]{0,120}\\b${name}\\b`);
    const loop = loopsAround(view, line + (/\bdo\s*$/.test(text) ? 1 : 2))[0];
    if (!declared.test(view.code) || loop === undefined) continue;
    const body = view.code.slice(loop.open, loop.end);
    const after = view.codeLine(view.lineAt(loop.end));
    if (/^\s*(?:echo|printf)\b/m.test(body) && !/>&2|\bsort\b|\blog/.test(body) && !/\bsort\b|>&2/.test(after))
      hits.push({ start: line });
  }
  return hits;
}
