import { ADDRESS, ASSIGNED, CODE_LIKE, CUT, UNQUOTED, TOKEN_ADDRESS } from "./context-forms.ts";

/** Whether a match is a credential. After a word such as `token`, a name or a plain word is more common. */
export function isReal(name: string, value: string): boolean {
  if (isPlaceholder(value)) return false;
  if (name === ASSIGNED || name === CUT) return isRandom(value);
  if (name === UNQUOTED || name === TOKEN_ADDRESS) return isScrambled(value);
  if (name === ADDRESS) return !ADDRESS_WORDS.test(value);
  return !(CODE_LIKE.has(name) && isCode(value));
}

/**
 * Whether the value is obviously not a credential: a word that no random key contains, or a few characters repeated.
 */
export function isPlaceholder(value: string): boolean {
  if (/example|placeholder|redacted|changeme|your[-_]|xxxxx|\*\*\*|\.\.\.|\$\{|<[a-z]/i.test(value)) return true;
  return value.length >= 16 && new Set(value.slice(0, 64)).size < 6;
}

/** Many different letters and digits: not an ordinary word. */
export function isRandom(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 8;
}

/** Letters and digits mixed more than in a name: `sha256_of_v2` and `readOauthToken` are names. */
function isScrambled(value: string): boolean {
  if (!isRandom(value)) return false;
  const runs = value.match(/\d{1,400}/g)?.length ?? 0;
  return runs >= 4 || (runs >= 2 && /[a-z]/.test(value) && /[A-Z]/.test(value));
}

/** Placeholders for a password, variables, and ports. */
const ADDRESS_WORDS =
  /^(?:pass(?:word|wd)?|pwd|pw|secret|token|postgres|root|admin|user|[$%{[].{0,400}|[A-Z_]{1,60}|\d{1,5}(?:[,?#].{0,400})?)$/i;

/** An identifier, or a plain word. */
function isCode(value: string): boolean {
  if (/\d|[+=]/.test(value)) return false;
  return value.length < 20 || /^[A-Za-z_$]{1,60}(?:[./][A-Za-z_$]{1,60}){0,20}$/.test(value);
}
