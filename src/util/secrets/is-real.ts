import { ADDRESS, ASSIGNED, CODE_LIKE, CUT, UNQUOTED, TOKEN_ADDRESS } from "./spoken-forms.ts";

/** Behind a telling word of what is said stands a name or a plain word more often than a credential. */
export function isReal(name: string, value: string): boolean {
  if (isPlaceholder(value)) return false;
  if (name === ASSIGNED || name === CUT) return isRandom(value);
  if (name === UNQUOTED || name === TOKEN_ADDRESS) return isScrambled(value);
  if (name === ADDRESS) return !ADDRESS_WORDS.test(value);
  return !(CODE_LIKE.has(name) && isCode(value));
}

/** It says itself that it is none: a word that no random key holds, or a few characters repeated. */
export function isPlaceholder(value: string): boolean {
  if (/example|placeholder|redacted|changeme|your[-_]|xxxxx|\*\*\*|\.\.\.|\$\{|<[a-z]/i.test(value)) return true;
  return value.length >= 16 && new Set(value.slice(0, 64)).size < 6;
}

/** Letters and digits, many of them: no word that may stand anywhere. */
export function isRandom(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 8;
}

/** Letters and digits mixed as no name mixes them: `sha256_of_v2` and `readOauthToken` are names. */
function isScrambled(value: string): boolean {
  if (!isRandom(value)) return false;
  const runs = value.match(/\d{1,400}/g)?.length ?? 0;
  return runs >= 4 || (runs >= 2 && /[a-z]/.test(value) && /[A-Z]/.test(value));
}

/** What stands for a password where none is meant, a variable, and what is no password but a port. */
const ADDRESS_WORDS =
  /^(?:pass(?:word|wd)?|pwd|pw|secret|token|postgres|root|admin|user|[$%{[].{0,400}|[A-Z_]{1,60}|\d{1,5}(?:[,?#].{0,400})?)$/i;

/** A name of a program, or a plain word. */
function isCode(value: string): boolean {
  if (/\d|[+=]/.test(value)) return false;
  return value.length < 20 || /^[A-Za-z_$]{1,60}(?:[./][A-Za-z_$]{1,60}){0,20}$/.test(value);
}
