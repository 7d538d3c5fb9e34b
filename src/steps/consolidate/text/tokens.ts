import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** A name as code writes it, with dots, slashes and dashes inside: `user.name`, `src/a-b.ts`, `MAX_SIZE`, `word`. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->|#|\/|-)[\p{L}\p{N}_$]+)*|\d+/gu;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\d+/gu;
const PLAIN = /^[\p{Ll}\p{Lo}]+$/u;
const SPAN = /`([^`\n]{2,80})`/g;
const LONGEST = 80;

/**
 * The words of a text, for comparing: lower case, light stems, no stop words. Code is kept twice, whole and in parts:
 * `parseDate()` gives "parsedate", "pars", "dat"; a code span of several words is kept whole too. In the order of the
 * text, with repetitions.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (const [, span = ""] of text.matchAll(SPAN)) addSpan(span, tokens);
  for (const [name] of text.matchAll(NAME)) addName(name, tokens);
  return tokens;
}

/** A code span that is not one name alone: `a && b`, `return null`. Spaces do not matter. */
function addSpan(span: string, tokens: string[]): void {
  const whole = span.replaceAll(/\s+/g, "").toLowerCase();
  if (/[^\p{L}\p{N}_$./#-]/u.test(span) && whole.length > 2) tokens.push(`\`${whole}`);
}

function addName(name: string, tokens: string[]): void {
  if (PLAIN.test(name)) return addWord(name, tokens);
  const parts = name.match(PART) ?? [];
  // "Word" at the start of a sentence has one part and is no name of its own.
  if (parts.length > 1 && name.length <= LONGEST) tokens.push(name.toLowerCase());
  for (const part of parts) addWord(part.toLowerCase(), tokens);
}

function addWord(word: string, tokens: string[]): void {
  if (word.length < 2 || word.length > LONGEST || STOP_WORDS.has(word)) return;
  tokens.push(stem(word));
}
