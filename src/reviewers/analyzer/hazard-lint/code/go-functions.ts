import type { CodeText } from "./code-text.ts";

/** A function with a body, named or literal. */
export interface GoFunction {
  /** Offset of `func`. */
  readonly start: number;
  /** Undefined for a literal. */
  readonly name?: string;
  readonly params: string;
  /** Offsets of the braces. */
  readonly open: number;
  readonly close: number;
}

/** The functions around an offset, innermost first. */
export function goFunctionsAround(file: CodeText, at: number): GoFunction[] {
  const functions = known.get(file) ?? goFunctions(file);
  known.set(file, functions);
  return file.around(at).flatMap((open) => functions.get(open) ?? []);
}

/** By the brace that opens the body. */
const known = new WeakMap<CodeText, ReadonlyMap<number, GoFunction>>();

function goFunctions(file: CodeText): ReadonlyMap<number, GoFunction> {
  const found = [...file.code.matchAll(/\bfunc\b/g)].flatMap(({ index }) => readFunction(file, index));
  return new Map(found.map((one) => [one.open, one]));
}

function readFunction(file: CodeText, start: number): GoFunction[] {
  const { code } = file;
  let at = skipSpace(code, start + 4);
  let name: string | undefined;
  if (code[at] === "(") {
    // A receiver, if a name follows.
    const after = skipSpace(code, file.closing(at) + 1);
    if (after > 0 && /[A-Za-z_]/.test(code[after] ?? "") && isNamed(code, after)) at = after;
  }
  if (/[A-Za-z_]/.test(code[at] ?? "")) {
    name = /^\w+/.exec(code.slice(at, at + 200))?.[0];
    at += name?.length ?? 0;
    if (code[at] === "[") at = file.closing(at) + 1;
  }
  if (code[at] !== "(") return [];
  const end = file.closing(at);
  const open = end < 0 ? -1 : findBody(file, end + 1);
  if (open < 0 || file.closing(open) < 0) return [];
  return [{ start, name, params: code.slice(at + 1, end), open, close: file.closing(open) }];
}

/** Whether a name and then parameters start here. A result type is not followed by parameters. */
function isNamed(code: string, at: number): boolean {
  return /^\w+\s*[([]/.test(code.slice(at, at + 200));
}

/** The brace that opens the body after the parameters; -1 if there is none. */
function findBody(file: CodeText, from: number): number {
  const { code } = file;
  for (let at = from; at < code.length; at++) {
    const char = code[at] ?? "";
    if (char === "{") {
      if (!/(?:interface|struct)\s*$/.test(code.slice(Math.max(0, at - 12), at))) return at;
      at = file.closing(at);
    } else if (char === "(" || char === "[") at = file.closing(at);
    else if (/[,;=:)\]}\n"]/.test(char)) return -1;
    if (at < from) return -1;
  }
  return -1;
}

function skipSpace(code: string, from: number): number {
  let at = from;
  while (at < code.length && /\s/.test(code[at] ?? "")) at++;
  return at;
}
