/** A dash with space around it, outside code: what separates a title from a place. */
export interface Separator {
  readonly start: number;
  readonly end: number;
}

/** The index of the `**` that ends the bold text starting at `start`; code spans are skipped. */
export function endOfBold(text: string, start: number): number | undefined {
  for (let at = start + 2; at < text.length; at++) {
    if (text[at] === "`") at = endOfCode(text, at);
    else if (text.startsWith("**", at)) return text[at + 2] === "*" && text[at + 3] !== "*" ? at + 1 : at;
  }
  return undefined;
}

/** The text without the marks of bold text; code spans keep theirs. */
export function withoutBold(text: string): string {
  let plain = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "`") at = endOfCode(text, at);
    else if (text.startsWith("**", at)) {
      plain += text.slice(from, at);
      from = at + 2;
      at++;
    }
  }
  return plain + text.slice(from);
}

/** Where the code span that starts at `start` ends: the index of its closing mark, or `start` where there is none. */
export function endOfCode(text: string, start: number): number {
  let length = 1;
  while (text[start + length] === "`") length++;
  const mark = "`".repeat(length);
  for (let at = text.indexOf(mark, start + length); at >= 0; at = text.indexOf(mark, at + 1)) {
    let end = at;
    while (text[end] === "`") end++;
    if (end - at === length) return end - 1;
    at = end - 1;
  }
  return start + length - 1;
}

/** The text without the given signs at both ends. (A pattern ending in `+$` would try every run of them: quadratic.) */
export function trimSigns(text: string, signs: string): string {
  let start = 0;
  while (start < text.length && signs.includes(text.charAt(start))) start++;
  return trimSignsAtEnd(text.slice(start), signs);
}

/** The text without the given signs at its end. */
export function trimSignsAtEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** All separators of a text, in order. */
export function separatorsIn(text: string): Separator[] {
  const found: Separator[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "`") at = endOfCode(text, at);
    const dash = /^\s(?:[—–]|--?)\s/.exec(text.slice(at, at + 4));
    if (dash === null) continue;
    found.push({ start: at, end: at + dash[0].length });
    at += dash[0].length - 2;
  }
  return found;
}

/** The length of the longest run of backticks: a mark of code that is longer cannot be closed by the text. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** The text in code marks that it cannot close. It must be one line. */
export function wrapCode(text: string): string {
  const mark = "`".repeat(longestRun(text) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${mark}${pad}${text}${pad}${mark}`;
}
