import { closingBracket } from "../blocks.ts";
import type { LineHit, TouchedFile } from "../line-check.ts";

/** process.exit and its kin inside a try whose finally then never runs. */
export function findExitsBeforeFinally({ view, added }: TouchedFile): LineHit[] {
  const { code } = view;
  const hits: LineHit[] = [];
  for (const match of code.matchAll(/\}\s*finally\s*\{/g)) {
    const open = match.index + match[0].length - 1;
    const end = closingBracket(code, open);
    const start = tryBefore(code, match.index);
    if (end === undefined || start === undefined || !matters(code.slice(open + 1, end))) continue;
    const finallyLine = view.lineAt(open);
    const guarded = code.slice(start, match.index);
    for (const exit of guarded.matchAll(EXIT)) {
      const line = view.lineAt(start + exit.index);
      if (!(added.has(line) || added.has(finallyLine)) || inCallback(guarded.slice(0, exit.index))) continue;
      hits.push({ start: line, name: exit[1] ?? "", note: `skips the finally at line ${finallyLine}` });
    }
  }
  return hits;
}

const EXIT = /(?<![\w.$])(process\.exit|System\.exit|Environment\.Exit)\(/g;

/** Timers, spinners and messages end with the process anyway. */
function matters(body: string): boolean {
  const statements = body.split(/[;\n]/).filter((part) => /\w/.test(part));
  return statements.some(
    (part) => !/clearTimeout|clearInterval|spinner|console\.|log|loading|\btime|progress/i.test(part),
  );
}

/** Where the try begins whose last block closes at this offset. */
function tryBefore(code: string, close: number): number | undefined {
  let at = close;
  for (let blocks = 0; blocks < 6; blocks++) {
    const open = openingBrace(code, at);
    if (open === undefined) return undefined;
    const head = code.slice(Math.max(0, open - 300), open);
    if (/\btry\s*(?:\([^{}]{0,250}\)\s*)?$/.test(head)) return open;
    const previous = /\}\s*catch\s*(?:\([^{}]{0,200}\))?\s*(?:when\s*\([^{}]{0,200}\))?\s*$/.exec(head);
    if (previous === null) return undefined;
    at = open - (head.length - previous.index);
  }
  return undefined;
}

function openingBrace(code: string, close: number): number | undefined {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - 60_000); at--) {
    if (code[at] === "}") depth++;
    else if (code[at] === "{" && --depth === 0) return at;
  }
  return undefined;
}

/** A function made inside the try may run when the try is long over. */
function inCallback(before: string): boolean {
  return /=>|\bfunction\b|->|\bdelegate\b/.test(before);
}
