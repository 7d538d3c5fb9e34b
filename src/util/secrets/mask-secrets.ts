import { keySpans, lastKeyHeader } from "./key-lines.ts";
import { formsIn, PRIVATE_KEY, SECRET_FORMS, type SecretForm } from "./secret-forms.ts";
import { MAX_LENGTH, type SecretSpan } from "./span.ts";
import { isRandom, isReal } from "./is-real.ts";
import { LOOKS_BACK, SPOKEN_FORMS } from "./spoken-forms.ts";

/** Masks credentials in a text that comes piece by piece. */
export interface Masker {
  /** The text so far that cannot change any more. What may be the start of a credential is held back. */
  write(chunk: string): string;
  /** The rest. */
  end(): string;
}

/** A text with its credentials masked. */
export type Mask = (text: string) => string;

/**
 * The text with what looks like a key replaced by asterisks, behind the characters that say what kind it is. Length, lines
 * and the form of JSON stay as they are. `values` are masked wherever they stand, whatever they look like.
 */
export function maskSecrets(text: string, values: readonly string[] = []): string {
  return maskWith(text, "", formsOf(values));
}

/** The same for many texts and the same values. */
export function openMask(values: readonly string[]): Mask {
  const forms = formsOf(values);
  return (text) => maskWith(text, "", forms);
}

/**
 * Values that can be told by what stands beside them alone (the body of a private key, a password in an address), so that
 * they are known again where somebody quotes them without it.
 */
export function bareSecrets(text: string): string[] {
  const values = findSpans(text, formsOf([])).flatMap(({ from, start, end }) =>
    from === start ? [] : [text.slice(start, end)],
  );
  return [...new Set(values)].filter(isRandom);
}

/**
 * The same for a stream. Whole lines are given out at once and a long line word by word, so that what was said is on disk
 * when we are killed.
 */
export function createMasker(values: readonly string[] = []): Masker {
  const forms = formsOf(values);
  const behind = Math.max(MAX_LEAD_LENGTH, ...values.map((value) => 6 * value.length));
  let held: string[] = [];
  let size = 0;
  let enough = 3 * behind;
  /** The end of what was given out: whether a word begins depends on it. */
  let before = "";
  let isStuck = false;
  const give = (text: string, cut: number): string => {
    const masked = cut === 0 ? "" : maskWith(text, before, forms).slice(0, cut);
    before = (before + text.slice(Math.max(0, cut - LOOKS_BACK), cut)).slice(-LOOKS_BACK);
    isStuck = cut === 0 && text.includes("\n");
    held = cut === text.length ? [] : [text.slice(cut)];
    size = text.length - cut;
    // Where nothing could be given out, twice as much is waited for, so that what is held is not searched for ever.
    enough = Math.max(3 * behind, Math.min(2 * size, 4 * MAX_LENGTH));
    return masked;
  };
  return {
    write(chunk) {
      held.push(chunk);
      size += chunk.length;
      // Pieces are joined only when that gives something out, so that many small ones cost no more than few large ones.
      if (size < enough && (isStuck || !chunk.includes("\n"))) return "";
      const text = held.join("");
      const lines = text.lastIndexOf("\n") + 1;
      const words = Math.max(text.lastIndexOf(" ") - behind, size >= 4 * MAX_LENGTH ? size - MAX_LENGTH : 0);
      return give(text, safeCut({ text, before, forms }, Math.max(lines, words)));
    },
    end() {
      const text = held.join("");
      return give(text, text.length);
    },
  };
}

/** What stands before a credential and tells it (`Authorization: Bearer`) is shorter than this; the credential itself holds no blank. */
const MAX_LEAD_LENGTH = 80;

const KNOWN_FORMS: readonly SecretForm[] = [
  ...SECRET_FORMS.filter(({ name }) => name !== PRIVATE_KEY).map((form) => ({
    ...form,
    pattern: form.anywhere ?? form.pattern,
  })),
  ...SPOKEN_FORMS,
];

function formsOf(values: readonly string[]): readonly SecretForm[] {
  const exact = valuePattern(values);
  return exact === undefined ? KNOWN_FORMS : [exact, ...KNOWN_FORMS];
}

/** Shorter ones are words that may stand anywhere. */
const MIN_VALUE_LENGTH = 8;
const EXACT = "given value";

/** Each line of a value, as it is, as it stands in JSON, and as it stands in an address. */
function valuePattern(values: readonly string[]): SecretForm | undefined {
  const lines = values.flatMap((value) => value.split(/\r?\n/)).map((line) => line.trim());
  const long = lines.filter((line) => line.length >= MIN_VALUE_LENGTH);
  const spellings = long.flatMap((line) => [
    line,
    JSON.stringify(line).slice(1, -1),
    encodeURIComponent(toWellFormed(line)),
  ]);
  if (spellings.length === 0) return undefined;
  const words = [...new Set(spellings)].sort((one, other) => other.length - one.length);
  return {
    name: EXACT,
    hints: [""],
    pattern: new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g"),
  };
}

const toWellFormed = (text: string): string => text.replace(/[\uD800-\uDFFF]/gu, "\uFFFD");

/** Credentials in a text, in order, none within another. */
function findSpans(text: string, forms: readonly SecretForm[]): readonly SecretSpan[] {
  const found: SecretSpan[] = keySpans(text);
  for (const { name, pattern } of formsIn(text, forms)) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      if (name === EXACT || isReal(name, value))
        found.push({ from: match.index, start, end: start + value.length, name });
    }
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const apart: SecretSpan[] = [];
  for (const span of found) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    // What two forms claim in part is masked as a whole.
    else apart[apart.length - 1] = { ...last, from: Math.min(last.from, span.from), end: Math.max(last.end, span.end) };
  }
  return apart;
}

function maskWith(text: string, before: string, forms: readonly SecretForm[]): string {
  const parts: string[] = [];
  let at = before.length;
  const whole = before + text;
  for (const { start, end, name } of findSpans(whole, forms)) {
    const from = Math.max(start, at);
    parts.push(whole.slice(at, from), hide(whole.slice(from, end), name));
    at = Math.max(at, end);
  }
  return parts.join("") + whole.slice(at);
}

/** A credential by itself: the first characters of a known form tell what it is and nothing more. */
export function hideSecret(value: string): string {
  return hide(value, EXACT);
}

function hide(value: string, name: string): string {
  const shown = name !== PRIVATE_KEY && SHOWN.test(value) ? 4 : 0;
  return value.slice(0, shown) + value.slice(shown).replace(/\S/g, "*");
}

const SHOWN = /^(?:sk-|gh[pousr]_|github_pat_|AKIA|ASIA|AIza|xox|eyJ|glpat-|npm_|pypi-|hf_|hvs\.|SG\.|gsk_|xai-)/;

interface Held {
  readonly text: string;
  readonly before: string;
  readonly forms: readonly SecretForm[];
}

/** Not further than wanted, not within a credential, and not behind the header of a key whose body is still to come. */
function safeCut({ text, before, forms }: Held, wanted: number): number {
  let cut = wanted;
  cut = Math.min(cut, lastKeyHeader(text, cut) ?? cut);
  for (const { from, end } of [...findSpans(before + text, forms)].reverse()) {
    const [first, last] = [from - before.length, end - before.length];
    if (first < cut && last > cut) cut = Math.max(0, first);
  }
  return cut;
}
