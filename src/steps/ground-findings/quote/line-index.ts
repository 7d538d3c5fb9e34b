import { comparableText } from "#util/text/comparable-text.ts";

/** The lines of a file, indexed. Blank lines and white space are ignored. */
export interface QuoteLineIndex {
  /** Number of lines of the file. */
  readonly length: number;
  /** An id for each line that is not blank, in order; equal lines have equal ids. */
  readonly ids: Int32Array;
  /** The line number of each, from 1. */
  readonly numbers: Int32Array;
  /** Squeezed text of each. */
  readonly texts: readonly string[];
  /** The id of a squeezed line; -1 if it is not in the file. */
  idOf(text: string): number;
  /** The positions of an id in `ids`, ascending. */
  positions(id: number): readonly number[];
}

/** Indexes a file's lines, cached per array of lines. */
export function indexLines(lines: readonly string[]): QuoteLineIndex {
  const known = indexes.get(lines);
  if (known !== undefined) return known;
  const index = build(lines);
  indexes.set(lines, index);
  return index;
}

/** The line without white space and invisible characters. */
export function squeeze(line: string): string {
  return comparableText(line).replace(/\s+/g, "");
}

const indexes = new WeakMap<readonly string[], QuoteLineIndex>();

function build(lines: readonly string[]): QuoteLineIndex {
  const idByText = new Map<string, number>();
  const places: number[][] = [];
  const ids: number[] = [];
  const numbers: number[] = [];
  const texts: string[] = [];
  for (const [at, line] of lines.entries()) {
    const text = squeeze(line);
    if (text === "") continue;
    let id = idByText.get(text);
    if (id === undefined) {
      id = places.length;
      idByText.set(text, id);
      places.push([]);
    }
    places[id]?.push(ids.length);
    ids.push(id);
    numbers.push(at + 1);
    texts.push(text);
  }
  return {
    length: lines.length,
    ids: Int32Array.from(ids),
    numbers: Int32Array.from(numbers),
    texts,
    idOf: (text) => idByText.get(text) ?? -1,
    positions: (id) => places[id] ?? [],
  };
}
