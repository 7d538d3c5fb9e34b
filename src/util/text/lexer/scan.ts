/** The kind of a stretch of text. Everything that is neither comment nor string is code. */
export const COMMENT = 1;
export const STRING = 2;
export type Kind = typeof COMMENT | typeof STRING;

/** A whole comment or string: its start and the text between its marks. */
export interface Literal {
  readonly kind: Kind;
  readonly start: number;
  readonly innerStart: number;
  readonly innerEnd: number;
}

/** Tries to read a construct at a position. Returns the position after it, or -1 if there is none. */
export type Handler = (scan: Scan, at: number) => number;

/** Handlers by the code of the first character (ASCII only). */
export type HandlerTable = readonly (readonly Handler[] | undefined)[];

// The maximum nesting of interpolations. Deeper ones are plain string.
const MAX_DEPTH = 30;
// The maximum number of interpolations that never closed, because each causes the rest of the file to be read again.
const MAX_UNCLOSED = 4;

const OPENERS = new Map([
  ["}", "{"],
  [")", "("],
]);

/**
 * Reads one file from left to right and records its comments and strings. `segments` holds start, end and kind of every
 * stretch that is not code, in order and without overlap. It does not include code inside `${…}` of a string.
 */
export class Scan {
  readonly text: string;
  readonly segments: number[] = [];
  readonly literals: Literal[] = [];
  /** Constructs that never closed, and up to which position they are not retried. Keeps odd files linear. */
  readonly hopeless = new Map<string, number>();
  private table: HandlerTable;
  private depth = 0;
  private unclosed = 0;

  constructor(text: string, table: HandlerTable) {
    this.text = text;
    this.table = table;
  }

  /** Scans code up to the closing bracket or the end. Returns the position of the bracket. */
  code(from: number, stop?: "}" | ")"): number {
    const { text, table } = this;
    const opener = stop === undefined ? undefined : OPENERS.get(stop);
    let open = 0;
    let at = from;
    while (at < text.length) {
      if (stop !== undefined) {
        const char = text[at];
        if (char === opener) open++;
        else if (char === stop && open-- === 0) return at;
      }
      const code = text.charCodeAt(at);
      const handlers = code < 128 ? table[code] : undefined;
      at = handlers === undefined ? at + 1 : this.step(handlers, at);
      // Gave up further inside, so the construct around it does not close either.
      if (stop !== undefined && this.hasGivenUp()) return text.length;
    }
    return text.length;
  }

  /** Scans code with the handlers of another language up to a position, for files that mix languages. */
  codeAs(table: HandlerTable, from: number, to: number): number {
    const outer = this.table;
    this.table = table;
    const end = this.codeUpTo(from, to);
    this.table = outer;
    return end;
  }

  /** Scans code up to a position. Returns where it stopped, which is later if a string or comment goes beyond. */
  codeUpTo(from: number, to: number): number {
    const { text, table } = this;
    let at = from;
    while (at < to) {
      const code = text.charCodeAt(at);
      const handlers = code < 128 ? table[code] : undefined;
      at = handlers === undefined ? at + 1 : this.step(handlers, at);
    }
    return Math.max(at, to);
  }

  /** Scans the code in an interpolation. Returns the position of its closing bracket, or the end of the file. */
  hole(from: number, stop: "}" | ")"): number {
    const end = this.deeper(() => this.code(from, stop));
    if (end >= this.text.length) this.giveUp();
    return end;
  }

  /** Runs something that may recurse, one level deeper. */
  deeper(work: () => number): number {
    this.depth++;
    const end = work();
    this.depth--;
    return end;
  }

  /** Something nested never closed. */
  giveUp(): void {
    this.unclosed++;
  }

  hasGivenUp(): boolean {
    return this.unclosed >= MAX_UNCLOSED;
  }

  /** Whether the position is inside an interpolation. */
  isInHole(): boolean {
    return this.depth > 0;
  }

  /** Whether no further interpolation should be followed. */
  isTooDeep(): boolean {
    return this.depth >= MAX_DEPTH || this.hasGivenUp();
  }

  /** Records a stretch that is not code. */
  mark(kind: Kind, start: number, end: number): void {
    if (end > start) this.segments.push(start, end, kind);
  }

  /** Records a whole comment or string. Returns its end. */
  add(literal: Literal, end: number): number {
    this.mark(literal.kind, literal.start, end);
    this.literals.push(literal);
    return end;
  }

  /** Remembers how much was recorded, to be able to undo it. */
  save(): readonly [number, number] {
    return [this.segments.length, this.literals.length];
  }

  restore([segments, literals]: readonly [number, number]): void {
    this.segments.length = segments;
    this.literals.length = literals;
  }

  /** Whether this construct is known not to close from here. */
  isHopeless(mark: string, at: number): boolean {
    return at < (this.hopeless.get(mark) ?? -1);
  }

  private step(handlers: readonly Handler[], at: number): number {
    for (const handler of handlers) {
      const next = handler(this, at);
      if (next > at) return next;
    }
    return at + 1;
  }
}

/** The last position before `at` that is neither blank nor comment; -1 at the beginning. */
export function previousSignificant({ text, segments }: Scan, at: number): number {
  let back = at - 1;
  let segment = segments.length - 3;
  while (back >= 0) {
    if (segment >= 0 && segments[segment + 1] === back + 1 && segments[segment + 2] === COMMENT) {
      back = (segments[segment] ?? 0) - 1;
      segment -= 3;
    } else if (isSpace(text.charCodeAt(back))) back--;
    else return back;
  }
  return -1;
}

/** Space, tab, line break and similar. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

/** Letters, digits and `_`. Beyond ASCII, everything but blanks and punctuation blocks counts as a letter. */
export function isWordCode(code: number): boolean {
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
  }
  return isLetterBeyondAscii(code);
}

function isLetterBeyondAscii(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code === 0xd7 || code === 0xf7) return false;
  if (code >= 0x2000 && code <= 0x2bff) return false;
  if (code >= 0x3000 && code <= 0x3004) return false;
  if (code >= 0x3008 && code <= 0x3020) return false;
  if (code >= 0xff00 && code <= 0xff0f) return false;
  // NaN beyond the end of the text.
  return code > 0 && code !== 0xfeff && code !== 0xfffd;
}

/** The end of the line that contains `at`, without its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  if (end === -1) return text.length;
  return end > at && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
}
