const MAX_CODE = 4_000;
/** Shorter code occurs in too many places to be distinctive. */
const MIN_CODE = 8;

/**
 * Quoted code without what reformatting changes: layout, line numbers, diff signs, comment marks, style of quotes,
 * semicolons, trailing commas, and ellipses. Empty if too little is left to recognize it by.
 */
export function normaliseCode(code: string): string {
  const lines = code
    .slice(0, MAX_CODE)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const plain = withoutMarks(withoutNumbers(lines))
    .map((line) => line.replace(COMMENT_MARK, ""))
    .join("")
    .replaceAll(/\s+/g, "")
    .replaceAll(/["`]/g, "'")
    .replaceAll(/\.\.\.|[;…]/g, "")
    .replaceAll(/,+(?=[)\]}])/g, "");
  return plain.length < MIN_CODE ? "" : plain;
}

/** A wrapped comment has its mark at other places. */
const COMMENT_MARK = /^\s*(?:\/\/+|\/\*+|\*+\/?|#+)/;
const LINE_NUMBER = /^\s*(\d{1,6})(?: ?[:|]\s?|\s|$)/;

/** Leading numbers are line numbers if every line has one and they rise. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  let last = -1;
  const bare: string[] = [];
  for (const line of lines) {
    const found = LINE_NUMBER.exec(line);
    const number = Number(found?.[1]);
    if (found === null || number <= last) return lines;
    last = number;
    bare.push(line.slice(found[0].length));
  }
  // One line that begins with a number may be code.
  return lines.length > 1 || /^\s*\d{1,6}(?: ?[:|]|\t)/.test(lines[0] ?? "") ? bare : lines;
}

function withoutMarks(lines: readonly string[]): readonly string[] {
  const isDiff =
    lines.length > 0 && lines.every((line) => /^[+ -]/.test(line)) && lines.some((line) => line[0] !== " ");
  return isDiff ? lines.map((line) => line.slice(1)) : lines;
}
