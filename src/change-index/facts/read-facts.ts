import type { Definition, FileFacts, FileRole } from "#model/change/change-index.ts";
import { COMMENT, isWordCode, Scan, STRING, type Literal } from "#util/text/lexer/scan.ts";
import { LineTable } from "#util/text/line-table.ts";
import { commentSpans, stringSpans } from "./spans.ts";
import { dialectOf, type Dialect } from "#util/text/lexer/dialect.ts";
import { isDataByContent, roleByPath } from "./role.ts";

/** The comments, strings and code of a text, as offsets. */
export interface Layout {
  /** Start, end and kind of every stretch that is not code, in order. */
  readonly segments: readonly number[];
  readonly literals: readonly Literal[];
  readonly lines: LineTable;
}

/** One file's content and facts. Each part is computed on first use. */
export interface FileReading {
  readonly dialect: Dialect;
  readonly role: FileRole;
  readonly text: string;
  readonly layout: Layout;
  readonly facts: FileFacts;
}

/** Finds definitions. Passed in, because it needs a grammar that is loaded beforehand. */
type FindDefinitions = (text: string, dialect: Dialect) => readonly Definition[] | undefined;

/** A file to be read. */
interface FileToRead {
  readonly path: string;
  readonly text: string;
  /** Whether the change touches it and it is reviewed line by line. It is then not data, whatever it claims to be. */
  readonly isReviewed?: boolean;
}

/** Reads one file. The result depends only on its path, its content and whether it is under review. */
export function readFile(file: FileToRead, findDefinitions: FindDefinitions): FileReading {
  return new LazyReading(file, findDefinitions);
}

/** A class because thousands are kept at a time, which should not each have their own functions. */
class LazyReading implements FileReading, FileFacts {
  readonly dialect: Dialect;
  readonly role: FileRole;
  readonly text: string;
  private readonly findDefinitions: FindDefinitions;
  private madeLayout: Layout | undefined;
  private madeWords: FileFacts["words"] | undefined;
  private madeComments: FileFacts["comments"] | undefined;
  private madeStrings: FileFacts["strings"] | undefined;
  private madeDefinitions: { readonly found: readonly Definition[] | undefined } | undefined;

  constructor({ path, text, isReviewed = false }: FileToRead, findDefinitions: FindDefinitions) {
    const dialect = dialectOf(path, text);
    const byPath = roleByPath(path, dialect, isReviewed);
    this.dialect = dialect;
    this.role = byPath !== "data" && !isReviewed && isDataByContent(text, dialect) ? "data" : byPath;
    this.text = text;
    this.findDefinitions = findDefinitions;
  }

  get facts(): FileFacts {
    return this;
  }

  get language(): FileFacts["language"] {
    return this.dialect.language;
  }

  get layout(): Layout {
    return (this.madeLayout ??= layoutOf(this.isBare ? "" : this.text, this.dialect));
  }

  get words(): FileFacts["words"] {
    return (this.madeWords ??= this.isBare ? NO_WORDS : collectWords(this.text, this.layout));
  }

  get comments(): FileFacts["comments"] {
    return (this.madeComments ??= this.isBare ? NOTHING : commentSpans(this.text, this.layout));
  }

  get strings(): FileFacts["strings"] {
    return (this.madeStrings ??= this.isBare ? NOTHING : stringSpans(this.text, this.layout));
  }

  get definitions(): FileFacts["definitions"] {
    return this.parsed ?? NOTHING;
  }

  get isUnparsed(): boolean {
    return this.parsed === undefined;
  }

  private get parsed(): readonly Definition[] | undefined {
    this.madeDefinitions ??= { found: this.isBare ? NOTHING : this.findDefinitions(this.text, this.dialect) };
    return this.madeDefinitions.found;
  }

  /** Data and documents have no code to analyze. */
  private get isBare(): boolean {
    return this.role === "data" || this.role === "doc";
  }
}

const NOTHING: readonly never[] = [];
const NO_WORDS: ReadonlyMap<string, readonly number[]> = new Map();

function layoutOf(text: string, { syntax }: Dialect): Layout {
  const scan = new Scan(text, syntax);
  scan.code(0);
  scan.literals.sort((a, b) => a.start - b.start);
  return { segments: scan.segments, literals: scan.literals, lines: new LineTable(text) };
}

/** The words of the code with their lines, each line once. */
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

/** The kind of text at an offset, from the segments around it. */
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
