import { compileSyntax, lineComment, readQuoted } from "./constructs.ts";
import { CSS } from "./c-family.ts";
import { SCRIPT } from "./javascript.ts";
import { lineEnd, STRING, type Handler, type HandlerTable, type Scan } from "./scan.ts";

const TOML_QUOTES = [
  { open: '"""', escape: "\\", lines: true },
  { open: "'''", lines: true },
  { open: '"', escape: "\\" },
  { open: "'" },
] as const;

export const TOML: HandlerTable = compileSyntax({ line: ["#"], quotes: TOML_QUOTES });

/** JSON, with the comments that many tools allow. */
export const JSON_TEXT: HandlerTable = compileSyntax({
  line: ["//"],
  block: [{ open: "/*", close: "*/" }],
  quotes: [{ open: '"', escape: "\\" }],
});

/** `#` at the beginning of a line or after white space. */
const spacedHash: Handler = (scan, at) => {
  const before = scan.text[at - 1];
  return before === undefined || /\s/.test(before) ? lineComment(scan, at, 1) : -1;
};

/** `#` as the first character of a line. */
const leadingHash: Handler = (scan, at) => (lineHead(scan.text, at).trim() === "" ? lineComment(scan, at, 1) : -1);

function lineHead(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return at - start > 2000 ? "far" : text.slice(start, at);
}

/** A quoted value, only where a value may begin, so that an apostrophe in a plain value opens nothing. */
const yamlQuote: Handler = (scan, at) => {
  const { text } = scan;
  if (!/(?:^|[:\-[{,?!]|\s-)\s*$/.test(lineHead(text, at).slice(-40))) return -1;
  const open = text[at] ?? '"';
  return readQuoted(
    scan,
    at,
    open === "'" ? { open, escape: "double", lines: true } : { open, escape: "\\", lines: true },
  );
};

/** `key: |` and `key: >`: the indented lines that follow are one string, including any `#`. */
const blockScalar: Handler = (scan, at) => {
  const { text } = scan;
  const eol = lineEnd(text, at);
  if (!/^[|>][+-]?\d?[+-]?[ \t]*(?:#.*)?$/.test(text.slice(at, Math.min(eol, at + 200)))) return -1;
  const head = lineHead(text, at);
  if (!/(?:^|[:-]|!\S+)\s+$/.test(head.slice(-60))) return -1;
  const indent = /^[ ]*/.exec(head)?.[0].length ?? 0;
  const inner = Math.min(text.length, text.indexOf("\n", at) + 1);
  if (inner === 0) return -1;
  const end = scalarEnd(text, inner, indent);
  if (end <= inner) return -1;
  return scan.add({ kind: STRING, start: inner, innerStart: inner, innerEnd: end }, end);
};

function scalarEnd(text: string, from: number, indent: number): number {
  let end = from;
  let at = from;
  while (at < text.length) {
    const eol = lineEnd(text, at);
    let depth = 0;
    while (text.charCodeAt(at + depth) === 32) depth++;
    if (at + depth < eol) {
      if (depth <= indent) return end;
      end = eol;
    }
    const next = text.indexOf("\n", at);
    if (next === -1) return end;
    at = next + 1;
  }
  return end;
}

export const YAML: HandlerTable = compileSyntax({
  own: { "#": [spacedHash], '"': [yamlQuote], "'": [yamlQuote], "|": [blockScalar], ">": [blockScalar] },
});

export const DOCKERFILE: HandlerTable = compileSyntax({
  own: { "#": [leadingHash] },
  quotes: [{ open: '"', escape: "\\" }, { open: "'" }],
});

/** Comments only. Quotes have no meaning there. */
export const MAKEFILE: HandlerTable = compileSyntax({
  line: ["#"],
  own: { "\\": [(_scan, at) => at + 2], $: [(_scan, at) => at + 2] },
});

/** `;` or `#` as the first character of a line. */
export const INI: HandlerTable = compileSyntax({
  own: {
    "#": [leadingHash],
    ";": [(scan, at) => (lineHead(scan.text, at).trim() === "" ? lineComment(scan, at, 1) : -1)],
  },
});

/** `#` and plain quotes: Perl, R, Elixir, CMake, Nix, Terraform, PowerShell. */
export const HASHES: HandlerTable = compileSyntax({
  own: { "#": [spacedHash] },
  block: [
    { open: "<#", close: "#>" },
    { open: "/*", close: "*/" },
  ],
  quotes: [
    { open: '"', escape: "\\" },
    { open: "'", escape: "\\" },
  ],
});

/** `--` and plain quotes: Lua, Haskell, Elm. */
export const DASHES: HandlerTable = compileSyntax({
  line: ["--"],
  block: [
    { open: "--[[", close: "]]" },
    { open: "{-", close: "-}" },
  ],
  quotes: [{ open: '"', escape: "\\" }],
});

/** The parts of a page in another language. */
const embedded =
  (name: "script" | "style", table: HandlerTable): Handler =>
  (scan: Scan, at: number) => {
    const { text } = scan;
    if (!new RegExp(`^<${name}[\\s>]`, "i").test(text.slice(at, at + 8))) return -1;
    const start = text.indexOf(">", at);
    if (start === -1) return -1;
    const close = text.indexOf(`</${name}`, start);
    const end = close === -1 ? text.length : close;
    return scan.codeAs(table, start + 1, end);
  };

export const HTML: HandlerTable = compileSyntax({
  block: [{ open: "<!--", close: "-->" }],
  own: { "<": [embedded("script", SCRIPT), embedded("style", CSS)] },
});

/** Comments and strings are unknown. */
export const PLAIN: HandlerTable = compileSyntax({});
