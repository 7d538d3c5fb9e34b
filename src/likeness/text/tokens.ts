import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** A name in code, with dots, slashes and dashes inside: `user.name`, `src/a-b.ts`, `MAX_SIZE`, `word`. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->|#|\/|-)[\p{L}\p{N}_$]+)*|\d+/gu;
/** The same for ASCII, which nearly all findings are. It is many times faster without Unicode tables. */
const ASCII_NAME = /[A-Za-z_$][\w$]*(?:(?:\.|::|->|#|\/|-)[\w$]+)*|\d+/g;
const BEYOND_ASCII = /[^\x00-\x7f]/;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\d+/gu;
const PLAIN = /^[\p{Ll}\p{Lo}]+$/u;
const SPAN = /`([^`\n]{2,80})`/g;
const MAX_LENGTH = 80;

/** Words repeat, so results are cached; about two megabytes when full. */
const known = new Map<string, readonly string[]>();
const KNOWN_LIMIT = 20_000;

/**
 * The words of a text for comparisons: lower case, light stems, no stop words, with repetitions. Code is kept whole and
 * in parts: `parseDate()` gives "parsedate", "pars", "dat". Code spans of several words are kept whole too. Code spans
 * come first, then the words in the order of the text.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (const [, span = ""] of text.matchAll(SPAN)) addSpan(span, tokens);
  for (const name of text.match(BEYOND_ASCII.test(text) ? NAME : ASCII_NAME) ?? []) {
    for (const token of tokensOfName(name)) tokens.push(token);
  }
  return tokens;
}

/** A code span that is not just one name: `a && b`, `return null`. Spaces do not matter. */
function addSpan(span: string, tokens: string[]): void {
  const whole = span.replaceAll(/\s+/g, "").toLowerCase();
  if (/[^\p{L}\p{N}_$./#-]/u.test(span) && whole.length > 2) tokens.push(`\`${whole}`);
}

function tokensOfName(name: string): readonly string[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const tokens = PLAIN.test(name) ? wordOf(name) : partsOf(name);
  if (known.size < KNOWN_LIMIT && name.length <= MAX_LENGTH) known.set(name, tokens);
  return tokens;
}

function partsOf(name: string): string[] {
  const parts = name.match(PART) ?? [];
  // "Word" at the start of a sentence has one part and is not a name.
  const whole = parts.length > 1 && name.length <= MAX_LENGTH ? [name.toLowerCase()] : [];
  return [...whole, ...parts.flatMap((part) => wordOf(part.toLowerCase()))];
}

function wordOf(word: string): string[] {
  return word.length < 2 || word.length > MAX_LENGTH || STOP_WORDS.has(word) ? [] : [stem(word)];
}
