import { compileSyntax, type StringForm } from "./constructs.ts";
import {
  isWordCode,
  lineEnd,
  previousSignificant,
  STRING,
  type Handler,
  type HandlerTable,
  type Scan,
} from "./scan.ts";

const TEMPLATE: StringForm = { open: "`", escape: "\\", lines: true, hole: { open: "${", close: "}" } };
const QUOTES: readonly StringForm[] = [{ open: '"', escape: "\\" }, { open: "'", escape: "\\" }, TEMPLATE];
const BASE = { line: ["//"], block: [{ open: "/*", close: "*/" }], quotes: QUOTES };

// After these a value begins, so `/` opens a regular expression and `<` an element.
const BEFORE_VALUE = new Set(
  "await case default delete do else export extends in instanceof new of return throw typeof void yield".split(" "),
);

const hashbang: Handler = (scan, at) => (at === 0 && scan.text.startsWith("#!") ? lineEnd(scan.text, 0) : -1);

/** A regular expression that starts where a value may begin and ends on the line. */
const regexLiteral: Handler = (scan, at) => {
  const { text } = scan;
  const second = text[at + 1];
  if (second === "/" || second === "*" || !mayBeginValue(scan, at)) return -1;
  let inClass = false;
  for (let position = at + 1; position < text.length; position++) {
    const char = text[position];
    if (char === "\n") return -1;
    if (char === "\\") position++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) {
      return scan.add({ kind: STRING, start: at, innerStart: at + 1, innerEnd: position }, position + 1);
    }
  }
  return -1;
};

/** Whether the code so far requires a value, not an operator. */
export function mayBeginValue(scan: Scan, at: number): boolean {
  const back = previousSignificant(scan, at);
  if (back < 0) return true;
  const { text } = scan;
  const code = text.charCodeAt(back);
  if (isWordCode(code) || code === 36) {
    const start = Math.max(0, back - 12);
    const word = /[\w$]+$/.exec(text.slice(start, back + 1))?.[0] ?? "";
    return BEFORE_VALUE.has(word);
  }
  return !")]}\"'`".includes(text[back] ?? "");
}

/** A JSX element: its text is string, braces contain code. Gives up on the file if one never closes. */
const jsxElement: Handler = (scan, at) => {
  const { text } = scan;
  if (scan.isHopeless("<jsx", at) || scan.isTooDeep()) return -1;
  const opener = /^<(?:>|[A-Za-z][\w.:-]{0,80}(?=[\s>/]))/.exec(text.slice(at, at + 90));
  if (opener === null || !mayBeginValue(scan, at)) return -1;
  // `<T,>(…)` and `<T extends X>(…)` are type parameters.
  if (/^<\w+\s+extends\s/.test(text.slice(at, at + 120))) return -1;
  const saved = scan.save();
  const end = readElement(scan, at);
  if (end !== -1) return end;
  scan.restore(saved);
  scan.hopeless.set("<jsx", text.length);
  return -1;
};

function readElement(scan: Scan, from: number): number {
  const { text } = scan;
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === "<") {
      const closing = text[at + 1] === "/";
      const tag = closing ? closingTag(text, at) : readTag(scan, at + 1);
      if (tag === -1) return -1;
      if (closing) depth--;
      else if (text[tag - 2] !== "/") depth++;
      at = tag;
      if (depth <= 0) return at;
    } else if (char === "{") at = scan.hole(at + 1, "}") + 1;
    else at = readText(scan, at);
  }
  return -1;
}

function closingTag(text: string, at: number): number {
  const end = text.indexOf(">", at);
  return end === -1 || end - at > 200 ? -1 : end + 1;
}

/** Attributes up to `>`. Returns the position after it. */
function readTag(scan: Scan, from: number): number {
  const { text } = scan;
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === ">") return at + 1;
    if (char === "{") at = scan.hole(at + 1, "}") + 1;
    else if (char === '"' || char === "'") {
      const end = text.indexOf(char, at + 1);
      if (end === -1) return -1;
      at = scan.add({ kind: STRING, start: at, innerStart: at + 1, innerEnd: end }, end + 1);
    } else if (char === ";") return -1;
    else at++;
  }
  return -1;
}

function readText(scan: Scan, from: number): number {
  const { text } = scan;
  let end = from;
  while (end < text.length && text[end] !== "<" && text[end] !== "{") end++;
  const raw = text.slice(from, end);
  const inner = raw.trim();
  if (inner === "") return end;
  const start = from + raw.indexOf(inner);
  scan.add({ kind: STRING, start, innerStart: start, innerEnd: start + inner.length }, start + inner.length);
  return end;
}

const OWN = { "#": [hashbang], "/": [regexLiteral] };

/** JavaScript and TypeScript without elements: there `<T>x` is a cast. */
export const SCRIPT: HandlerTable = compileSyntax({ ...BASE, own: OWN });

/** JavaScript and TypeScript with JSX. */
export const SCRIPT_WITH_JSX: HandlerTable = compileSyntax({ ...BASE, own: { ...OWN, "<": [jsxElement] } });
