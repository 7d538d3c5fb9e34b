/**
 * Splits off the number that a tool has put before a line: `   12→text`, `12<tab>text`, `L12: text`, `Line 12: text`,
 * `00012| text`.
 */
export function readNumber(line: string): { readonly number: number; readonly text: string } | undefined {
  const found = NUMBERED.exec(line);
  if (found === null) return undefined;
  return { number: Number(found[1]), text: line.slice(found[0].length) };
}

const NUMBERED = /^[ ]{0,20}(?:L|Line )?(\d{1,7})(?:→|\t|[:|)-]|[ ]?│)/;
