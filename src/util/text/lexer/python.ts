import { compileSyntax, lineComment, readQuoted } from "./constructs.ts";
import { COMMENT, previousSignificant, STRING, type Handler, type HandlerTable, type Scan } from "./scan.ts";

const MARK = /^([A-Za-z]{0,3})("""|'''|"|')/;
const PREFIXES = new Set(["", "r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"]);

/** All forms of Python strings. A string in the position of a docstring is a comment. */
const pythonString: Handler = (scan, at) => {
  const { text } = scan;
  if (/\w/.test(text[at - 1] ?? "")) return -1;
  const mark = MARK.exec(text.slice(at, at + 6));
  const prefix = mark?.[1]?.toLowerCase();
  if (mark === null || prefix === undefined || !PREFIXES.has(prefix)) return -1;
  const [open, , close = '"'] = mark;
  const hole = /[ft]/.test(prefix) ? { hole: { open: "{", close: "}" } as const } : {};
  const kind = isDocstring(scan, at, close) ? COMMENT : STRING;
  // A raw string cannot end in one backslash either, so the backslash escapes the quote there too.
  return readQuoted(scan, at, { open, close, escape: "\\", lines: close.length === 3, kind, ...hole });
};

function isDocstring(scan: Scan, at: number, close: string): boolean {
  const { text } = scan;
  // Walked, not sliced, because a line may have a million characters and as many strings.
  let before = at - 1;
  while (before >= 0 && text[before] !== "\n" && /\s/.test(text[before] ?? "")) before -= 1;
  if (before >= 0 && text[before] !== "\n") return false;
  const back = previousSignificant(scan, at);
  if (back < 0) return true;
  const char = text[back] ?? "";
  if (char === ":") return !/^\s*["']/.test(text.slice(text.lastIndexOf("\n", back) + 1, back + 1).slice(0, 200));
  // The documentation below an attribute is a statement of its own.
  return (
    close.length === 3 &&
    !"([{,=+-*/%|&<>\\\"'".includes(char) &&
    !/\b(?:return|in|and|or|not|else|yield)$/.test(text.slice(Math.max(0, back - 8), back + 1))
  );
}

const own: Readonly<Record<string, readonly Handler[]>> = {
  /** In an f-string `#` belongs to a format: `{code:#x}`. */
  "#": [(scan, at) => (scan.isInHole() ? at + 1 : lineComment(scan, at, 1))],
  ...Object.fromEntries([..."\"'rRuUbBfFtT"].map((first) => [first, [pythonString]])),
};

export const PYTHON: HandlerTable = compileSyntax({ own });
