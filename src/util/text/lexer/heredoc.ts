import { lineEnd, STRING, type Scan } from "./scan.ts";

/** The opening of a heredoc. */
interface Heredoc {
  /** The opening as written: `<<-EOF`. */
  readonly open: string;
  readonly name: string;
  /** Whether the closing name may be indented. */
  readonly indented: boolean;
  /** What begins code in the body; `$` means all forms of the shell. */
  readonly hole?: { readonly open: string; readonly close: "}" | ")" };
  readonly readHole?: (scan: Scan, at: number) => number;
}

/**
 * Reads the body that begins on the next line. The rest of the opening line is scanned first, because it comes before
 * the body. Returns -1 if the closing name never comes.
 */
export function heredocBody(scan: Scan, at: number, heredoc: Heredoc): number {
  const { text } = scan;
  const key = `<<${heredoc.name}`;
  if (scan.isHopeless(key, at) || scan.isTooDeep()) return -1;
  const firstLine = text.indexOf("\n", at);
  const close = firstLine === -1 ? -1 : closingLine(text, firstLine, heredoc);
  if (close === -1) {
    scan.hopeless.set(key, text.length);
    return -1;
  }
  const reached = scan.deeper(() => scan.codeUpTo(at + heredoc.open.length, firstLine));
  // A string from the opening line continues below it, which is not supported.
  if (reached > firstLine) return reached;
  const inner = firstLine + 1;
  const innerEnd = Math.max(inner, close - 1);
  markBody(scan, { inner, close }, heredoc);
  scan.literals.push({ kind: STRING, start: inner, innerStart: inner, innerEnd });
  return lineEnd(text, close);
}

function markBody(scan: Scan, { inner, close }: { inner: number; close: number }, heredoc: Heredoc): void {
  const { text } = scan;
  const { hole, readHole } = heredoc;
  let piece = inner;
  let at = inner;
  const last = hole === undefined && readHole === undefined ? inner : close;
  while (at < last) {
    let end = -1;
    if (text[at] === "\\") at++;
    else if (hole !== undefined && text.startsWith(hole.open, at) && !scan.isTooDeep()) {
      scan.mark(STRING, piece, at);
      end = Math.min(close, scan.hole(at + hole.open.length, hole.close) + 1);
    } else if (readHole !== undefined && text[at] === "$") {
      const saved = scan.save();
      scan.mark(STRING, piece, at);
      end = Math.min(close, readHole(scan, at));
      if (end <= at) scan.restore(saved);
    }
    if (end > at) piece = end;
    at = end > at ? end : at + 1;
  }
  scan.mark(STRING, piece, close);
}

function closingLine(text: string, from: number, { name, indented }: Heredoc): number {
  let found = text.indexOf(name, from);
  while (found !== -1) {
    const start = text.lastIndexOf("\n", found - 1) + 1;
    const before = text.slice(start, found);
    const alone = before === "" || (indented && before.trim() === "");
    if (alone && text.slice(found + name.length, lineEnd(text, found)).trim() === "") return start;
    found = text.indexOf(name, found + name.length);
  }
  return -1;
}
