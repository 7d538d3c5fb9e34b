import type { Language } from "#model/change/change-index.ts";

/** Source with comments and strings turned into spaces; quotes and line ends stay, so every offset stays valid. */
export interface BlankedSource {
  readonly code: string;
  /** Offsets where comments begin. */
  readonly comments: readonly number[];
}

/** Blanks comments and the inside of strings. Shell: double-quoted text stays, since it is expanded like code. */
export function blankOut(source: string, language: Language): BlankedSource {
  const syntax = SYNTAX[language];
  if (syntax === undefined) return { code: source, comments: [] };
  const state: State = { source, syntax, kept: [], from: 0, comments: [], templates: [], heredocs: [], depth: 0 };
  let at = 0;
  while (at < source.length) {
    const next = step(state, at);
    at = next > at ? next : at + 1;
  }
  state.kept.push(source.slice(state.from));
  return { code: state.kept.join(""), comments: state.comments };
}

interface Syntax {
  readonly line?: string;
  readonly block?: readonly [string, string];
  readonly nestedBlocks?: boolean;
  /** Quotes of strings that end with their line, unless the language says otherwise. */
  readonly quotes: string;
  readonly multiline?: boolean;
  readonly triple?: string;
  /** Quotes inside which a backslash is plain. */
  readonly raw?: string;
  readonly style?: "javascript" | "rust" | "csharp" | "ruby" | "bash";
}

const C_COMMENTS = { line: "//", block: ["/*", "*/"] } as const;
const SCRIPT: Syntax = { ...C_COMMENTS, quotes: "\"'", style: "javascript" };

const SYNTAX: Partial<Record<Language, Syntax>> = {
  typescript: SCRIPT,
  javascript: SCRIPT,
  go: { ...C_COMMENTS, quotes: "\"'", raw: "`" },
  java: { ...C_COMMENTS, quotes: "\"'", triple: '"' },
  csharp: { ...C_COMMENTS, quotes: "\"'", triple: '"', style: "csharp" },
  rust: { ...C_COMMENTS, nestedBlocks: true, quotes: '"', multiline: true, style: "rust" },
  python: { line: "#", quotes: "\"'", triple: "\"'" },
  ruby: { line: "#", quotes: "\"'`", multiline: true, style: "ruby" },
  bash: { quotes: "", raw: "'", style: "bash" },
};

interface State {
  readonly source: string;
  readonly syntax: Syntax;
  readonly kept: string[];
  /** Everything before this offset has been kept or blanked. */
  from: number;
  readonly comments: number[];
  /** Brace depths at which a template literal goes on. */
  readonly templates: number[];
  readonly heredocs: string[];
  depth: number;
  lonely?: ReadonlyMap<string, number>;
}

/** Looks at one place and returns where to look next. */
function step(state: State, at: number): number {
  const { source, syntax } = state;
  const char = source[at] ?? "";
  if (char === "\n") return state.heredocs.length > 0 ? skipHeredocs(state, at + 1) : at + 1;
  if (syntax.style === "bash") return stepBash(state, at, char);
  if (syntax.line !== undefined && source.startsWith(syntax.line, at)) return comment(state, at, lineEnd(source, at));
  if (syntax.block !== undefined && source.startsWith(syntax.block[0], at))
    return comment(state, at, blockEnd(state, at));
  if (syntax.raw?.includes(char)) return string(state, at + 1, plainEnd(source, at + 1, char));
  if (syntax.triple?.includes(char) && source.startsWith(char.repeat(3), at)) {
    return string(state, at + 3, plainEnd(source, at + 3, char.repeat(3)));
  }
  const styled = stepStyled(state, at, char);
  if (styled !== undefined) return styled;
  if (syntax.quotes.includes(char)) return string(state, at + 1, quotedEnd(state, at + 1, char));
  return at + 1;
}

/** What only one language has; undefined when it is nothing of that kind. */
function stepStyled(state: State, at: number, char: string): number | undefined {
  switch (state.syntax.style) {
    case "javascript":
      return stepScript(state, at, char);
    case "rust":
      return stepRust(state, at, char);
    case "csharp":
      if (char === '"' && /[@$]{1,2}$/.test(state.source.slice(Math.max(0, at - 2), at))) {
        const verbatim = state.source.slice(Math.max(0, at - 2), at).includes("@");
        return verbatim ? string(state, at + 1, plainEnd(state.source, at + 1, '"')) : undefined;
      }
      return undefined;
    case "ruby":
      return stepRuby(state, at, char);
    default:
      return undefined;
  }
}

function stepScript(state: State, at: number, char: string): number | undefined {
  if (char === "`") return template(state, at + 1);
  if (char === "{") state.depth++;
  if (char === "}") {
    if (state.templates.at(-1) === state.depth) {
      state.templates.pop();
      return template(state, at + 1);
    }
    state.depth--;
  }
  if (char !== "/" || !regexMayBegin(state.source, at)) return undefined;
  const end = regexEnd(state.source, at + 1);
  return end === undefined ? undefined : string(state, at + 1, end);
}

/** Blanks a template literal up to its end or to the code inside it. */
function template(state: State, at: number): number {
  const { source } = state;
  let end = at;
  while (end < source.length && source[end] !== "`") {
    if (source[end] === "\\") end++;
    else if (source[end] === "$" && source[end + 1] === "{") {
      blank(state, at, end);
      state.templates.push(state.depth);
      return end + 2;
    }
    end++;
  }
  return string(state, at, Math.min(end, source.length));
}

function regexMayBegin(source: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (source[before] === " " || source[before] === "\t")) before--;
  if (before < 0 || "\n(,=:[!&|?{};+-*%~^>".includes(source[before] ?? "")) return true;
  return /\b(?:return|typeof|case|in|of|do|else|void|yield|await)$/.test(
    source.slice(Math.max(0, before - 7), before + 1),
  );
}

function regexEnd(source: string, at: number): number | undefined {
  let inClass = false;
  // Longer ones do not occur; on a line of a megabyte each slash would look to its end.
  const limit = Math.min(source.length, at + 2000);
  for (let end = at; end < limit && source[end] !== "\n"; end++) {
    const char = source[end];
    if (char === "\\") end++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return end;
  }
  return undefined;
}

function stepRust(state: State, at: number, char: string): number | undefined {
  const { source } = state;
  if (char === "'") {
    const literal = /^'(?:\\[^\n]{1,10}?|[^'\\\n]{1,2})'/.exec(source.slice(at, at + 14));
    return literal === null ? at + 1 : string(state, at + 1, at + literal[0].length - 1);
  }
  if (char !== '"') return undefined;
  const hashes = /\br(#{0,8})$/.exec(source.slice(Math.max(0, at - 10), at));
  return hashes === null ? undefined : string(state, at + 1, plainEnd(source, at + 1, `"${hashes[1] ?? ""}`));
}

function stepRuby(state: State, at: number, char: string): number | undefined {
  const { source } = state;
  if (char === "=" && source.startsWith("=begin", at) && (at === 0 || source[at - 1] === "\n")) {
    const end = source.indexOf("\n=end", at);
    return comment(state, at, end < 0 ? source.length : end + 5);
  }
  if (char === "<") noteHeredoc(state, at, /^<<[~-]?(["'`]?)([A-Z_][A-Z0-9_]*)\1/);
  return undefined;
}

function stepBash(state: State, at: number, char: string): number {
  const { source } = state;
  if (char === "\\") return at + 2;
  if (char === "#" && (at === 0 || " \t\n;(&|".includes(source[at - 1] ?? ""))) {
    return comment(state, at, lineEnd(source, at));
  }
  if (char === "'") return string(state, at + 1, plainEnd(source, at + 1, "'"));
  if (char === '"') return quotedEnd(state, at + 1, '"');
  if (char === "<" && source[at + 1] === "<" && source[at + 2] !== "<") {
    noteHeredoc(state, at, /^<<-?\s?(["'\\]?)([A-Za-z_]\w*)/);
    return at + 2;
  }
  return source.startsWith("<<<", at) ? at + 3 : at + 1;
}

/** Notes a heredoc whose end stands further down; `1 << n` looks the same and has none. */
function noteHeredoc(state: State, at: number, pattern: RegExp): void {
  const word = pattern.exec(state.source.slice(at, at + 80))?.[2];
  if (word === undefined) return;
  state.lonely ??= lonelyWords(state.source);
  if ((state.lonely.get(word) ?? -1) > at) state.heredocs.push(word);
}

/** Words that have a line of their own, and where the last of those lines begins. */
function lonelyWords(source: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const match of source.matchAll(/^[ \t]*([A-Za-z_]\w*)[ \t\r]*$/gm)) words.set(match[1] ?? "", match.index);
  return words;
}

function skipHeredocs(state: State, at: number): number {
  let from = at;
  for (const word of state.heredocs.splice(0)) {
    let end = from;
    while (end < state.source.length && state.source.slice(end, lineEnd(state.source, end)).trim() !== word) {
      end = lineEnd(state.source, end) + 1;
    }
    from = Math.min(end, state.source.length);
    blank(state, at, from);
    from = Math.min(lineEnd(state.source, from) + 1, state.source.length);
    at = from;
  }
  return from;
}

function comment(state: State, from: number, to: number): number {
  state.comments.push(from);
  return blank(state, from, to);
}

/** Turns a stretch into spaces, line ends kept, and returns where it ends. */
function blank(state: State, from: number, to: number): number {
  if (to > from) {
    state.kept.push(state.source.slice(state.from, from), state.source.slice(from, to).replace(/[^\r\n]/g, " "));
    state.from = to;
  }
  return to;
}

/** Blanks the inside of a string and passes over its closing quote, so that it does not open the next one. */
function string(state: State, from: number, to: number): number {
  blank(state, from, to);
  return state.source[to] === "\n" ? to : to + 1;
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}

function plainEnd(source: string, at: number, close: string): number {
  const end = source.indexOf(close, at);
  return end < 0 ? source.length : end + close.length - 1;
}

function quotedEnd(state: State, at: number, quote: string): number {
  const { source, syntax } = state;
  const endsWithLine = syntax.multiline !== true && syntax.style !== "bash";
  let end = at;
  while (end < source.length && source[end] !== quote) {
    if (endsWithLine && source[end] === "\n") return end;
    end += source[end] === "\\" ? 2 : 1;
  }
  return syntax.style === "bash" ? end + 1 : Math.min(end, source.length);
}

function blockEnd(state: State, at: number): number {
  const { source, syntax } = state;
  const [open, close] = syntax.block ?? ["", ""];
  if (syntax.nestedBlocks !== true) {
    const end = source.indexOf(close, at + open.length);
    return end < 0 ? source.length : end + close.length;
  }
  let depth = 0;
  for (let end = at; end < source.length; end++) {
    if (source.startsWith(open, end)) {
      depth++;
      end++;
    } else if (source.startsWith(close, end)) {
      depth--;
      end++;
      if (depth === 0) return end + 1;
    }
  }
  return source.length;
}
