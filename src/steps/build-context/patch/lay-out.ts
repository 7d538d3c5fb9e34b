import type { DiffHunk, DiffLine, FileDiff } from "#model/change/change.ts";
import { MAX_LINE_LENGTH } from "./fold.ts";
import { bodyLines, createRanges, headerLines, hunkLine, type HunkRange } from "./patch-lines.ts";

/** Consecutive lines of one hunk in a part. */
export interface HunkSegment {
  /** Index in `scope.hunks`. */
  readonly hunk: number;
  readonly source: DiffHunk;
  /** Lines of the hunk; `to` is not included. */
  readonly from: number;
  readonly to: number;
  /** The range in its `@@` line. */
  readonly range: HunkRange;
  /** If a single line is longer than a part: which of its pieces. */
  readonly pieces?: { readonly from: number; readonly to: number; readonly of: number };
}

/** One patch file: whole hunks, or lines of one that is too long for a file. */
export interface PatchPart {
  readonly segments: readonly HunkSegment[];
  readonly lines: number;
  readonly characters: number;
}

/** The maximum size of a part. Every agent's read tool shows this much at once. */
export interface PartLimits {
  readonly lines: number;
  readonly bytes: number;
}

export const PART_LIMITS: PartLimits = { lines: 1000, bytes: 32_000 };

/**
 * Distributes a file's hunks over parts, in order. Only computes sizes: a part is written when somebody is given it.
 */
export function layOutHunks({ file, hunks }: FileDiff, indexes: readonly number[], limits: PartLimits): PatchPart[] {
  const header = sizeOf(headerLines(file));
  const builder = new PartBuilder(header, {
    lines: Math.max(limits.lines - header.lines, 2),
    // A name may be longer than a small part; always leave some room for lines.
    bytes: Math.max(limits.bytes - header.bytes, 200),
  });
  for (const [at, source] of hunks.entries()) builder.addHunk(source, indexes[at] ?? -1);
  return builder.finish();
}

interface Size {
  readonly lines: number;
  readonly bytes: number;
  readonly characters: number;
}

const NOTHING: Size = { lines: 0, bytes: 0, characters: 0 };
/** An `@@` line with long numbers and the note that it shows pieces of a line. */
const HUNK_LINE = 120;

const add = (one: Size, other: Size): Size => ({
  lines: one.lines + other.lines,
  bytes: one.bytes + other.bytes,
  characters: one.characters + other.characters,
});

function sizeOf(lines: readonly string[]): Size {
  let [bytes, characters] = [lines.length, lines.length];
  for (const line of lines) {
    bytes += Buffer.byteLength(line);
    characters += line.length;
  }
  return { lines: lines.length, bytes, characters };
}

/**
 * The size of a line in a patch: sign, text and line feed. Nearly all are short and can be measured without writing
 * them.
 */
function sizeOfLine(line: DiffLine): Size {
  const { text, cr, open } = line;
  if (open === true || text.length > MAX_LINE_LENGTH - 2) return sizeOf(bodyLines(line));
  const more = cr === true ? 3 : 2;
  return { lines: 1, bytes: Buffer.byteLength(text) + more, characters: text.length + more };
}

type HunkAt = Pick<HunkSegment, "hunk" | "source">;

class PartBuilder {
  readonly #parts: PatchPart[] = [];
  readonly #header: Size;
  readonly #room: PartLimits;
  #segments: HunkSegment[] = [];
  #size = NOTHING;

  constructor(header: Size, room: PartLimits) {
    this.#header = header;
    this.#room = room;
  }

  addHunk(source: DiffHunk, hunk: number): void {
    const sizes = source.lines.map(sizeOfLine);
    const whole = sizes.reduce(add, NOTHING);
    const ranges = createRanges(source);
    if (!this.#fits(whole)) this.#close();
    if (!this.#fits(whole)) return this.#cut({ hunk, source }, ranges, sizes);
    const to = source.lines.length;
    return this.#push({ hunk, source, from: 0, to, range: ranges(to) }, whole);
  }

  finish(): PatchPart[] {
    this.#close();
    return this.#parts;
  }

  /** Fills parts with the lines of a hunk that is too long for one. */
  #cut(of: HunkAt, ranges: (to: number) => HunkRange, sizes: readonly Size[]): void {
    let from = 0;
    let size = NOTHING;
    const flush = (to: number): void => {
      if (to > from) this.#push({ ...of, from, to, range: ranges(to) }, size);
      [from, size] = [to, NOTHING];
    };
    for (const [at, own] of sizes.entries()) {
      if (!this.#fits(add(size, own))) {
        flush(at);
        this.#close();
      }
      if (this.#fits(own)) size = add(size, own);
      else {
        this.#cutLine({ ...of, from: at, to: at + 1, range: ranges(at + 1) });
        from = at + 1;
      }
    }
    flush(sizes.length);
  }

  /** Fills parts with the pieces of a line that is too long for one. */
  #cutLine(place: HunkSegment): void {
    const pieces = place.source.lines.slice(place.from, place.to).flatMap(bodyLines);
    let from = 0;
    let size = NOTHING;
    const flush = (to: number): void => {
      if (to > from) this.#push({ ...place, pieces: { from, to, of: pieces.length } }, size);
      this.#close();
      [from, size] = [to, NOTHING];
    };
    for (const [at, piece] of pieces.entries()) {
      const own = sizeOf([piece]);
      if (!this.#fits(add(size, own))) flush(at);
      size = add(size, own);
    }
    flush(pieces.length);
  }

  #fits(more: Size): boolean {
    return (
      this.#size.lines + more.lines + 1 <= this.#room.lines &&
      this.#size.bytes + more.bytes + HUNK_LINE <= this.#room.bytes
    );
  }

  #push(segment: HunkSegment, size: Size): void {
    const heading = sizeOf([segmentLine(segment)]);
    this.#segments.push(segment);
    this.#size = add(this.#size, add(heading, size));
  }

  #close(): void {
    if (this.#segments.length === 0) return;
    const { lines, characters } = add(this.#header, this.#size);
    this.#parts.push({ segments: this.#segments, lines, characters });
    [this.#segments, this.#size] = [[], NOTHING];
  }
}

/** The `@@` line of a segment; for pieces of one long line it names them. */
export function segmentLine({ range, pieces }: HunkSegment): string {
  const line = hunkLine(range);
  return pieces === undefined ? line : `${line} pieces ${pieces.from + 1} to ${pieces.to} of ${pieces.of} of one line`;
}

/** The lines of a segment below its `@@` line. */
export function segmentLines({ source, from, to, pieces }: HunkSegment): string[] {
  const lines = source.lines.slice(from, to).flatMap(bodyLines);
  return pieces === undefined ? lines : lines.slice(pieces.from, pieces.to);
}
