import type { Definition, FileFacts, FileRole } from "#model/change/change-index.ts";
import { COMMENT, isWordCode, Scan, STRING, type Literal } from "../scan/scan.ts";
import { LineIndex } from "./line-index.ts";
import { commentSpans, stringSpans } from "./spans.ts";
import { dialectOf, type Dialect } from "./dialect.ts";
import { isDataByContent, roleByPath } from "./role.ts";

/** Where comments, strings and code stand in a text; positions as offsets. */
export interface Layout {
  /** Start, end and kind of every stretch that is not code, in order. */
  readonly segments: readonly number[];
  readonly literals: readonly Literal[];
  readonly lines: LineIndex;
}

/** One file's content with what is known of it; each part is worked out when it is first asked for. */
export interface FileReading {
  readonly dialect: Dialect;
  readonly role: FileRole;
  readonly text: string;
  readonly layout: Layout;
  readonly facts: FileFacts;
}

/** How definitions are found; apart, since it needs a grammar that is loaded beforehand. */
export type FindDefinitions = (text: string, dialect: Dialect) => readonly Definition[];

/** Reads one file: a function of its path and its content. */
export function readFile(path: string, text: string, findDefinitions: FindDefinitions): FileReading {
  const dialect = dialectOf(path, text);
  const byPath = roleByPath(path, dialect);
  const role = byPath !== "data" && isDataByContent(text, dialect) ? "data" : byPath;
  const layout = lazy(() => layoutOf(role === "data" || role === "doc" ? "" : text, dialect));
  const words = lazy(() => collectWords(text, layout()));
  const comments = lazy(() => commentSpans(text, layout()));
  const strings = lazy(() => stringSpans(text, layout()));
  const definitions = lazy(() => findDefinitions(text, dialect));
  const bare = role === "data" || role === "doc";
  const facts: FileFacts = {
    language: dialect.language,
    role,
    get words() {
      return bare ? NO_WORDS : words();
    },
    get comments() {
      return bare ? [] : comments();
    },
    get strings() {
      return bare ? [] : strings();
    },
    get definitions() {
      return bare ? [] : definitions();
    },
  };
  return {
    dialect,
    role,
    text,
    facts,
    get layout() {
      return layout();
    },
  };
}

const NO_WORDS: ReadonlyMap<string, readonly number[]> = new Map();

function layoutOf(text: string, { syntax }: Dialect): Layout {
  const scan = new Scan(text, syntax);
  scan.code(0);
  scan.literals.sort((a, b) => a.start - b.start);
  return { segments: scan.segments, literals: scan.literals, lines: new LineIndex(text) };
}

/** Words of the code with the lines they stand on, each line once. */
function collectWords(text: string, { segments, lines }: Layout): ReadonlyMap<string, readonly number[]> {
  const words = new Map<string, number[]>();
  const note = (start: number, end: number): void => {
    const word = text.slice(start, end);
    const line = lines.lineAt(start);
    const seen = words.get(word);
    if (seen === undefined) words.set(word, [line]);
    else if (seen.at(-1) !== line) seen.push(line);
  };
  let at = 0;
  for (let segment = 0; segment <= segments.length; segment += 3) {
    eachWord(text, { from: at, to: segments[segment] ?? text.length }, note);
    at = segments[segment + 1] ?? text.length;
  }
  return words;
}

function eachWord(
  text: string,
  { from, to }: { from: number; to: number },
  note: (a: number, b: number) => void,
): void {
  let start = -1;
  for (let at = from; at < to; at++) {
    if (isWordCode(text.charCodeAt(at))) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      note(start, at);
      start = -1;
    }
  }
  if (start !== -1) note(start, to);
}

/** What stands at an offset, by the segments around it. */
export function kindAt({ segments }: Layout, offset: number): "code" | "comment" | "string" {
  let low = 0;
  let high = segments.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle * 3 + 1] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  if ((segments[low * 3] ?? Infinity) > offset) return "code";
  const kind = segments[low * 3 + 2];
  return kind === COMMENT ? "comment" : kind === STRING ? "string" : "code";
}

/** Works something out once, when it is first asked for. */
function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
