/** One place of a source map, with lines of the source from 1 and everything else from 0. */
export interface Mapping {
  readonly line: number;
  readonly column: number;
  readonly source: number;
  readonly originalLine: number;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Decodes the `mappings` of a source map. Stops at what is not one. */
export function decodeMappings(text: string): Mapping[] {
  const mappings: Mapping[] = [];
  let source = 0;
  let original = 0;
  for (const [line, group] of text.split(";").entries()) {
    let column = 0;
    for (const segment of group.split(",")) {
      const [moved, inSource, inLine] = decodeNumbers(segment);
      if (moved === undefined) continue;
      column += moved;
      if (inSource === undefined || inLine === undefined) continue;
      source += inSource;
      original += inLine;
      mappings.push({ line, column, source, originalLine: original + 1 });
    }
  }
  return mappings;
}

/** Base 64, five bits a letter, the lowest first; the lowest bit of all is the sign. */
function decodeNumbers(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = LETTERS.indexOf(letter);
    if (digit < 0) return [];
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push(value % 2 === 1 ? -Math.floor(value / 2) : value / 2);
    value = 0;
    shift = 0;
  }
  return numbers;
}
