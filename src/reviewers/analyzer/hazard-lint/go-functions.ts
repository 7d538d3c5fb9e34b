import { closingBracket } from "./blocks.ts";

/** A function or function literal of a Go file, by offsets into its blanked code. */
export interface GoFunction {
  /** Absent for a literal. */
  readonly name?: string;
  readonly start: number;
  /** The brace that opens the body. */
  readonly open: number;
  /** The brace that closes it. */
  readonly end: number;
  readonly params: string;
  readonly results: string;
}

/** Every function with a body, outer ones before the ones inside them. */
export function goFunctions(code: string): GoFunction[] {
  const functions: GoFunction[] = [];
  for (const match of code.matchAll(/\bfunc\b/g)) {
    const found = readFunction(code, match.index);
    if (found !== undefined) functions.push(found);
  }
  return functions;
}

/** The innermost function around an offset. */
export function goFunctionAt(functions: readonly GoFunction[], offset: number): GoFunction | undefined {
  return functions.findLast(({ open, end }) => open < offset && offset < end);
}

/** The body of a function with the bodies of the literals inside it as spaces. */
export function ownBody(code: string, functions: readonly GoFunction[], fn: GoFunction): string {
  let body = "";
  let from = fn.open + 1;
  for (const inner of functions) {
    if (inner.open < from || inner.end > fn.end || inner === fn) continue;
    body += code.slice(from, inner.open + 1) + " ".repeat(inner.end - inner.open - 1);
    from = inner.end;
  }
  return body + code.slice(from, fn.end);
}

function readFunction(code: string, start: number): GoFunction | undefined {
  const head = /^func\s*(\([^()]{0,200}\)\s*)?(\w+)?\s*(?:\[[^\]]{0,200}\])?\s*\(/.exec(code.slice(start, start + 500));
  // `func(a int)`: without a name the first bracket is the list of parameters, not a receiver.
  const plain = head === null || head[2] === undefined ? /^func\s*\(/.exec(code.slice(start, start + 20)) : head;
  if (plain === null) return undefined;
  const paramsOpen = start + plain[0].length - 1;
  const paramsEnd = closingBracket(code, paramsOpen);
  if (paramsEnd === undefined) return undefined;
  const open = bodyBrace(code, paramsEnd + 1);
  const end = open === undefined ? undefined : closingBracket(code, open);
  if (open === undefined || end === undefined) return undefined;
  return {
    ...(plain === head && head[2] !== undefined ? { name: head[2] } : {}),
    start,
    open,
    end,
    params: code.slice(paramsOpen + 1, paramsEnd),
    results: code.slice(paramsEnd + 1, open).trim(),
  };
}

/** The brace after the results; a type without a body ends before one. */
function bodyBrace(code: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < Math.min(code.length, from + 600); at++) {
    const char = code[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "{" && depth === 0) {
      if (!/\b(?:interface|struct)\s*$/.test(code.slice(Math.max(0, at - 12), at))) return at;
      const end = closingBracket(code, at);
      if (end === undefined) return undefined;
      at = end;
    } else if (
      depth < 0 ||
      (depth === 0 && (char === "\n" || char === "," || char === "}" || char === ";" || char === "="))
    ) {
      return undefined;
    }
  }
  return undefined;
}
