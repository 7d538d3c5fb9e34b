import { compileSyntax, lineComment, type StringForm, readQuoted } from "./constructs.ts";
import { heredocBody } from "./heredoc.ts";
import { STRING, type Handler, type HandlerTable, type Scan } from "./scan.ts";

/** `#` opens a comment only at the start of a word: not in `${v#x}`, `$#`, `a#b`. */
const shellComment: Handler = (scan, at) => {
  const before = scan.text[at - 1];
  return before === undefined || /[\s;&|()`]/.test(before) ? lineComment(scan, at, 1) : at + 1;
};

/** `"…"`: variables and commands inside are code. */
const doubleQuoted: Handler = (scan, at) =>
  scan.isHopeless('"', at) || scan.isTooDeep() ? -1 : scan.deeper(() => readDoubleQuoted(scan, at));

function readDoubleQuoted(scan: Scan, at: number): number {
  const { text } = scan;
  const saved = scan.save();
  let piece = at;
  let position = at + 1;
  while (position < text.length && !scan.hasGivenUp()) {
    const char = text[position];
    if (char === '"') {
      scan.mark(STRING, piece, position + 1);
      scan.literals.push({ kind: STRING, start: at, innerStart: at + 1, innerEnd: position });
      return position + 1;
    }
    if (char === "\\") position += 2;
    else if (char === "$") {
      const before = scan.save();
      scan.mark(STRING, piece, position);
      const end = expansion(scan, position);
      if (end > position) {
        position = end;
        piece = end;
      } else {
        scan.restore(before);
        position++;
      }
    } else position++;
  }
  scan.restore(saved);
  scan.hopeless.set('"', text.length);
  scan.giveUp();
  return -1;
}

/** `$name`, `${…}`, `$(…)`, `$((…))`. Returns the position after it, or -1. */
function expansion(scan: Scan, at: number): number {
  const { text } = scan;
  const next = text[at + 1];
  if (next === "{") {
    return scan.isHopeless("${", at) || scan.isTooDeep() ? -1 : scan.deeper(() => braces(scan, at));
  }
  if (next === "(") return scan.isTooDeep() ? -1 : Math.min(text.length, scan.hole(at + 2, ")") + 1);
  let end = at + 1;
  while (/\w/.test(text[end] ?? "")) end++;
  if (end > at + 1) return end;
  return /[#?@*!$-]/.test(next ?? "") ? at + 2 : -1;
}

/** `${v#x}`: quotes and braces inside count, `#` opens nothing. */
function braces(scan: Scan, at: number): number {
  const { text } = scan;
  const saved = scan.save();
  let position = at + 2;
  while (position < text.length && !scan.hasGivenUp()) {
    const char = text[position];
    if (char === "}") return position + 1;
    let end = -1;
    if (char === "\\") end = position + 2;
    else if (char === '"') end = doubleQuoted(scan, position);
    else if (char === "$") end = expansion(scan, position);
    position = end > position ? end : position + 1;
  }
  scan.restore(saved);
  scan.hopeless.set("${", text.length);
  scan.giveUp();
  return -1;
}

const ANSI_QUOTE: StringForm = { open: "$'", close: "'", escape: "\\", lines: true };

const dollar: Handler = (scan, at) => {
  if (scan.text[at + 1] === "'") return readQuoted(scan, at, ANSI_QUOTE);
  const next = scan.text[at + 1];
  return next === "{" || next === "#" ? expansion(scan, at) : -1;
};

const heredoc: Handler = (scan, at) => {
  const { text } = scan;
  if (text[at - 1] === "<" || text[at + 2] === "<") return text.startsWith("<<<", at) ? at + 3 : -1;
  const mark = /^<<(-?)[ \t]*(["']?|\\)([A-Za-z_][\w.-]{0,80})["']?/.exec(text.slice(at, at + 100));
  if (mark === null) return -1;
  const [open, dash = "", quote = "", name = ""] = mark;
  const readHole = quote === "" ? { readHole: expansion } : {};
  return heredocBody(scan, at, { open, name, indented: dash !== "", ...readHole });
};

export const BASH: HandlerTable = compileSyntax({
  quotes: [{ open: "'", lines: true }],
  own: {
    "#": [shellComment],
    '"': [doubleQuoted],
    $: [dollar],
    "<": [heredoc],
    "\\": [(_scan, at) => at + 2],
  },
});
