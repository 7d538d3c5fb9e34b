import { keySpans, lastKeyHeader } from "./key-lines.ts";
import { formsIn, PRIVATE_KEY, SECRET_FORMS, type SecretForm } from "./secret-forms.ts";
import { MAX_LENGTH, type SecretSpan } from "./span.ts";
import { isRandom, isReal } from "./is-real.ts";
import { LOOKBACK, CONTEXT_FORMS } from "./context-forms.ts";

/** Masks credentials in a stream of text. */
export interface Masker {
  /** Returns the text that is final. Holds back what may be the start of a credential. */
  write(chunk: string): string;
  /** Returns the rest. */
  end(): string;
}

/** A text with its credentials masked. */
export type Mask = (text: string) => string;

/**
 * Replaces what looks like a credential with asterisks, except the first characters, which show its kind. Length, lines
 * and JSON syntax stay the same. `values` are masked everywhere, whatever they look like.
 */
export function maskSecrets(text: string, values: readonly string[] = []): string {
  return maskWith(text, "", formsOf(values));
}

/** Like `maskSecrets`, for many texts with the same values. */
export function openMask(values: readonly string[]): Mask {
  const forms = formsOf(values);
  return (text) => maskWith(text, "", forms);
}

/**
 * Credentials that are recognized only by their context (the body of a private key, a password in a URL), so that they
 * can be masked where somebody quotes them without it.
 */
export function bareSecrets(text: string): string[] {
  const values = findSpans(text, formsOf([])).flatMap(({ from, start, end }) =>
    from === start ? [] : [text.slice(start, end)],
  );
  return [...new Set(values)].filter(isRandom);
}

/**
 * Like `maskSecrets`, for a stream. Whole lines are returned at once and a long line word by word, so that the text is
 * on disk if we are killed.
 */
export function createMasker(values: readonly string[] = []): Masker {
  const forms = formsOf(values);
  const behind = Math.max(MAX_LEAD_LENGTH, ...values.map((value) => 6 * value.length));
  let held: string[] = [];
  let size = 0;
  let enough = 3 * behind;
  /** The end of the text returned so far: whether a word begins depends on it. */
  let before = "";
  let isStuck = false;
  const give = (text: string, cut: number): string => {
    const masked = cut === 0 ? "" : maskWith(text, before, forms).slice(0, cut);
    before = (before + text.slice(Math.max(0, cut - LOOKBACK), cut)).slice(-LOOKBACK);
    isStuck = cut === 0 && text.includes("\n");
    held = cut === text.length ? [] : [text.slice(cut)];
    size = text.length - cut;
    // If nothing could be returned, wait for twice as much, so that the held text is not searched again for every chunk.
    enough = Math.max(3 * behind, Math.min(2 * size, 4 * MAX_LENGTH));
    return masked;
  };
  return {
    write(chunk) {
      held.push(chunk);
      size += chunk.length;
      // Join the chunks only when something can be returned, so that many small chunks cost no more than a few large ones.
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

/** The context before a credential (`Authorization: Bearer`) is shorter than this. The credential contains no blank. */
const MAX_LEAD_LENGTH = 80;

const KNOWN_FORMS: readonly SecretForm[] = [
  ...SECRET_FORMS.filter(({ name }) => name !== PRIVATE_KEY).map((form) => ({
    ...form,
    pattern: form.anywhere ?? form.pattern,
  })),
  ...CONTEXT_FORMS,
];

function formsOf(values: readonly string[]): readonly SecretForm[] {
  const exact = valuePattern(values);
  return exact === undefined ? KNOWN_FORMS : [exact, ...KNOWN_FORMS];
}

/** Shorter values may be ordinary words. */
const MIN_VALUE_LENGTH = 8;
const EXACT = "given value";

/** Each line of a value: plain, escaped in JSON, and encoded in a URL. */
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

/** The credentials in a text, in order, without overlap. */
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
    // Overlapping matches are masked together.
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

/** Masks a single credential, except the first characters of a known form. */
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

/** At most the wanted position, not inside a credential, and not after the header of a key whose body is incomplete. */
function safeCut({ text, before, forms }: Held, wanted: number): number {
  let cut = wanted;
  cut = Math.min(cut, lastKeyHeader(text, cut) ?? cut);
  for (const { from, end } of [...findSpans(before + text, forms)].reverse()) {
    const [first, last] = [from - before.length, end - before.length];
    if (first < cut && last > cut) cut = Math.max(0, first);
  }
  return cut;
}
