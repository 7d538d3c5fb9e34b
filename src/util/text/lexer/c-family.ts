import { compileSyntax, readQuoted, type StringForm, type Syntax } from "./constructs.ts";
import { STRING, type Handler, type HandlerTable } from "./scan.ts";

const SLASHES = { line: ["//"], block: [{ open: "/*", close: "*/" }] };
const DOUBLE: StringForm = { open: '"', escape: "\\" };
const SINGLE: StringForm = { open: "'", escape: "\\" };
const TRIPLE: StringForm = { open: '"""', escape: "\\", lines: true };

/** Any language with `//`, block comments and plain quotes. */
export const PLAIN_C: HandlerTable = compileSyntax({ ...SLASHES, quotes: [DOUBLE, SINGLE] });

export const GO: HandlerTable = compileSyntax({ ...SLASHES, quotes: [DOUBLE, SINGLE, { open: "`", lines: true }] });

export const JAVA: HandlerTable = compileSyntax({ ...SLASHES, quotes: [TRIPLE, DOUBLE, SINGLE] });

/** Kotlin, Scala, Groovy, Dart, Swift: Java with code in strings. */
export const JAVA_LIKE: HandlerTable = compileSyntax({
  ...SLASHES,
  quotes: [
    { ...TRIPLE, hole: { open: "${", close: "}" }, variables: true },
    { ...DOUBLE, hole: { open: "${", close: "}" }, variables: true },
    SINGLE,
  ],
});

/** `r"…"`, `r#"…"#`, `br"…"`, not inside a word. */
const rawRust: Handler = (scan, at) => {
  const { text } = scan;
  if (/\w/.test(text[at - 1] ?? "")) return -1;
  const mark = /^[bc]?r(#{0,20})"/.exec(text.slice(at, at + 24));
  if (mark === null) return -1;
  return readQuoted(scan, at, { open: mark[0], close: `"${mark[1]}`, lines: true });
};

/** A character, not a lifetime: `'a'`, `'\n'`, `'😀'`. */
const rustChar: Handler = (scan, at) => {
  const { text } = scan;
  if (text[at + 1] === "\\") return readQuoted(scan, at, SINGLE);
  const code = text.codePointAt(at + 1) ?? 0;
  const end = at + (code > 0xffff ? 3 : 2);
  // Skips the apostrophe of a lifetime, which must not open a string later on.
  if (text[end] !== "'") return at + 1;
  return scan.add({ kind: STRING, start: at, innerStart: at + 1, innerEnd: end }, end + 1);
};

export const RUST: HandlerTable = compileSyntax({
  line: ["//"],
  block: [{ open: "/*", close: "*/", nests: true }],
  quotes: [{ ...DOUBLE, lines: true }],
  own: { r: [rawRust], b: [rawRust], c: [rawRust], "'": [rustChar] },
});

const CPP_RAW = /^R"([^\s()\\]{0,16})\(/;

const rawCpp: Handler = (scan, at) => {
  const mark = CPP_RAW.exec(scan.text.slice(at, at + 20));
  if (mark === null) return -1;
  return readQuoted(scan, at, { open: mark[0], close: `)${mark[1]}"`, lines: true });
};

/** `1'000'000` is a number. */
const digitSeparator: Handler = (scan, at) => {
  const { text } = scan;
  return /[\da-fA-F]/.test(text[at - 1] ?? "") && /^\d/.test(lastWord(text, at)) ? at + 1 : -1;
};

function lastWord(text: string, at: number): string {
  return /[\w']{1,40}$/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? "";
}

export const CPP: HandlerTable = compileSyntax({
  ...SLASHES,
  quotes: [DOUBLE, SINGLE],
  own: { R: [rawCpp], "'": [digitSeparator] },
});

/** `@"…"`, `$"…{x}…"`, `$@"…"`, `"""…"""`, `$$"""…{{x}}…"""`. */
const sharpString: Handler = (scan, at) => {
  const mark = /^([$@]{0,8})("{1,8})/.exec(scan.text.slice(at, at + 16));
  if (mark === null) return -1;
  const [, prefix = "", quotes = ""] = mark;
  const dollars = prefix.split("$").length - 1;
  const hole = dollars === 0 ? {} : { hole: { open: "{".repeat(dollars), close: "}" } as const };
  // `@"""x"""` begins with a doubled quote.
  if (quotes.length >= 3 && !prefix.includes("@"))
    return readQuoted(scan, at, { open: prefix + quotes, close: quotes, lines: true, ...hole });
  if (prefix.includes("@"))
    return readQuoted(scan, at, { open: `${prefix}"`, close: '"', escape: "double", lines: true, ...hole });
  return readQuoted(scan, at, { open: `${prefix}"`, close: '"', escape: "\\", ...hole });
};

export const CSHARP: HandlerTable = compileSyntax({
  ...SLASHES,
  quotes: [SINGLE],
  own: { $: [sharpString], "@": [sharpString], '"': [sharpString] },
});

const PHP_DOUBLE: StringForm = { ...DOUBLE, lines: true, hole: { open: "{$", close: "}" }, variables: true };

/** `<<<EOT` and `<<<'EOT'`, up to the line that begins with the name. */
const phpHeredoc: Handler = (scan, at) => {
  const { text } = scan;
  const mark = /^<<<[ \t]*(["']?)([A-Za-z_]\w{0,80})\1\r?\n/.exec(text.slice(at, at + 100));
  if (mark === null || scan.isHopeless("<<<", at)) return -1;
  const inner = at + mark[0].length;
  const close = new RegExp(`^[ \\t]*${mark[2]}\\b`, "gm");
  close.lastIndex = inner;
  const end = close.exec(text);
  if (end === null) {
    scan.hopeless.set("<<<", text.length);
    return -1;
  }
  const innerEnd = Math.max(inner, end.index - 1);
  return scan.add({ kind: STRING, start: at, innerStart: inner, innerEnd }, end.index + end[0].length);
};

/** Text outside `<?php … ?>` is HTML, where apostrophes open nothing. */
const phpPage: Handler = (scan, at) => {
  if (!scan.text.startsWith("?>", at)) return -1;
  const next = scan.text.indexOf("<?", at);
  return next === -1 ? scan.text.length : next + 2;
};

const PHP_SYNTAX: Syntax = {
  ...SLASHES,
  quotes: [PHP_DOUBLE, { ...SINGLE, lines: true }],
  own: {
    "<": [phpHeredoc],
    "?": [phpPage],
    // `#[Attribute]` is code.
    "#": [(scan, at) => (scan.text[at + 1] === "[" ? at + 1 : -1)],
  },
};

export const PHP: HandlerTable = compileSyntax({ ...PHP_SYNTAX, line: ["//", "#"] });

export const CSS: HandlerTable = compileSyntax({ block: SLASHES.block, quotes: [DOUBLE, SINGLE] });

/** SCSS and Less: `//` opens a comment, but not after a colon, as in `url(https://…)`. */
export const SCSS: HandlerTable = compileSyntax({
  ...SLASHES,
  quotes: [DOUBLE, SINGLE],
  own: { "/": [(scan, at) => (scan.text[at - 1] === ":" ? at + 2 : -1)] },
});

export const SQL: HandlerTable = compileSyntax({
  line: ["--"],
  block: SLASHES.block,
  quotes: [
    { open: "'", escape: "double", lines: true },
    { open: '"', escape: "double" },
  ],
});
