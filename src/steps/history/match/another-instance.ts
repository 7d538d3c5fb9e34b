import type { Finding } from "#model/finding.ts";

/** A finding and the symbols that enclose its code. */
export interface EnclosedFinding {
  readonly symbols: readonly string[];
  readonly words: readonly Pick<Finding, "title" | "body">[];
}

/**
 * Whether two problems are the same trouble in two places: each is in a function of its own, names that one, and does
 * not name the other's. By words alone they would match, since little else differs.
 */
export function isAnotherInstance(one: EnclosedFinding, other: EnclosedFinding): boolean {
  const [own, theirs] = [namesOf(one), namesOf(other)];
  if (own.length === 0 || theirs.length === 0 || own.some((name) => theirs.includes(name))) return false;
  const speaks = (subject: EnclosedFinding, names: readonly string[]): boolean =>
    names.some((name) => mentions(subject, name));
  return speaks(one, own) && speaks(other, theirs) && !speaks(one, theirs) && !speaks(other, own);
}

/** The last part: `drain` of `Queue.drain`. */
function namesOf({ symbols }: EnclosedFinding): string[] {
  return [...new Set(symbols.map((symbol) => symbol.slice(symbol.lastIndexOf(".") + 1)))].filter((name) => name !== "");
}

function mentions({ words }: EnclosedFinding, name: string): boolean {
  return words.some(({ title, body }) => holdsWord(title, name) || holdsWord(body.slice(0, MAX_TEXT), name));
}

const MAX_TEXT = 20_000;

/** Whether a text contains the name as a whole word. */
function holdsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!WORD.test(text[at - 1] ?? " ") && !WORD.test(text[at + name.length] ?? " ")) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}_$]/u;
