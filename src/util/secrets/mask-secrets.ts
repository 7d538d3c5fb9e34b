import { formsIn, PRIVATE_KEY, SECRET_FORMS, type SecretForm } from "./secret-forms.ts";

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

/** Letters and digits, many of them: no word that may stand anywhere. */
function isRandom(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 8;
}

/**
 * The same for a stream. Whole lines are given out at once and a long line word by word, so that what was said is on disk
 * when we are killed.
 */
export function createMasker(values: readonly string[] = []): Masker {
  const forms = formsOf(values);
  const behind = Math.max(LONGEST_LEAD, ...values.map((value) => 6 * value.length));
  let held: string[] = [];
  let size = 0;
  let enough = 3 * behind;
  /** The character before what is held: whether a word begins depends on it. */
  let before = "";
  const give = (text: string, cut: number): string => {
    const masked = cut === 0 ? "" : maskWith(text, before, forms).slice(0, cut);
    before = cut === 0 ? before : text.slice(cut - 1, cut);
    held = cut === text.length ? [] : [text.slice(cut)];
    size = text.length - cut;
    // Where nothing could be given out, twice as much is waited for, so that a text without blanks is not searched for ever.
    enough = Math.max(3 * behind, Math.min(2 * size, 4 * LONGEST));
    return masked;
  };
  return {
    write(chunk) {
      held.push(chunk);
      size += chunk.length;
      // Pieces are joined only when that gives something out, so that many small ones cost no more than few large ones.
      if (size < enough && !chunk.includes("\n")) return "";
      const text = held.join("");
      const lines = text.lastIndexOf("\n") + 1;
      const words = Math.max(text.lastIndexOf(" ") - behind, size >= 4 * LONGEST ? size - LONGEST : 0);
      return give(text, safeCut({ text, before, forms }, Math.max(lines, words)));
    },
    end() {
      const text = held.join("");
      return give(text, text.length);
    },
  };
}

/** What stands before a credential and tells it (`Authorization: Bearer`) is shorter than this; the credential itself holds no blank. */
const LONGEST_LEAD = 80;

/** No form matches more characters than this. */
const LONGEST = 20_000;

const ASSIGNED = "assigned to a telling name";
/** Forms that know a credential by the word before it. */
const CODE_LIKE: ReadonlySet<string> = new Set([
  "authorization",
  "bearer token",
  "key header",
  "password in an address",
]);

/** Further forms, for what is said rather than committed: here a word too much is better than one too few. */
const SPOKEN_FORMS: readonly SecretForm[] = [
  { name: "Anthropic key", hints: ["sk-ant-"], pattern: /(?<![A-Za-z0-9_-])sk-ant-[A-Za-z0-9_-]{20,300}/g },
  {
    name: "OpenAI key",
    hints: ["sk-"],
    pattern: /(?<![A-Za-z0-9_-])sk-(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,300}/g,
  },
  { name: "API key", hints: ["sk-"], pattern: /(?<![A-Za-z0-9_-])sk-[A-Za-z0-9]{32,200}(?![A-Za-z0-9_-])/g },
  { name: "GitHub token", hints: ["github_pat_"], pattern: /(?<![A-Za-z0-9_])github_pat_[A-Za-z0-9_]{22,255}/g },
  { name: "Slack token", hints: ["xox"], pattern: /(?<![A-Za-z0-9_-])xox[abeoprs]-[A-Za-z0-9-]{20,250}/g },
  { name: "xAI key", hints: ["xai-"], pattern: /(?<![A-Za-z0-9_-])xai-[A-Za-z0-9]{40,120}/g },
  {
    name: "JSON web token",
    hints: ["eyj"],
    pattern: /(?<![A-Za-z0-9_.-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g,
  },
  {
    name: "authorization",
    hints: ["authorization"],
    pattern:
      /\bauthorization\\{0,8}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,8}["']?(?:bearer|basic|token)[ \t]{1,4}([A-Za-z0-9._~+/=-]{8,4000})/gi,
  },
  { name: "bearer token", hints: ["bearer"], pattern: /\bbearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{24,4000})/gi },
  {
    name: "key header",
    hints: ["api-key"],
    pattern:
      /\b(?:x-api-key|x-goog-api-key|api-key)\\{0,8}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,8}["']?([A-Za-z0-9._~+/=-]{16,400})/gi,
  },
  {
    name: ASSIGNED,
    hints: ["passw", "passphrase", "secret", "token", "key", "credential"],
    pattern:
      /(?:passw(?:or)?d|passphrase|secret|token|api_?key|access_?key|private_?key|credentials?)\\{0,8}["']?[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}\\{0,8}["'`]([^\s"'`\\<>{}()]{12,200})\\{0,8}["'`]/gi,
  },
  {
    name: "password in an address",
    hints: ["://"],
    pattern: /:\/\/[^\s/:@"'<>\\]{0,200}:([^\s/@"'<>\\]{3,400})@/g,
  },
];

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
const SHORTEST_VALUE = 8;
const EXACT = "given value";

/** Each line of a value, as it is, as it stands in JSON, and as it stands in an address. */
function valuePattern(values: readonly string[]): SecretForm | undefined {
  const lines = values.flatMap((value) => value.split(/\r?\n/)).map((line) => line.trim());
  const long = lines.filter((line) => line.length >= SHORTEST_VALUE);
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

interface Span {
  /** Of the whole match, which must not be cut. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Credentials in a text, in order, none within another. */
function findSpans(text: string, forms: readonly SecretForm[]): readonly Span[] {
  const found: Span[] = keySpans(text);
  for (const { name, pattern } of formsIn(text, forms)) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      if (isReal(name, value)) found.push({ from: match.index, start, end: start + value.length, name });
    }
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const apart: Span[] = [];
  for (const span of found) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    // What two forms claim in part is masked as a whole.
    else apart[apart.length - 1] = { ...last, from: Math.min(last.from, span.from), end: Math.max(last.end, span.end) };
  }
  return apart;
}

/**
 * The lines of private keys, each by itself: line ends may be as such or as JSON writes them, or JSON within JSON, and the
 * lines strings of a program, comments or lines of a diff. What stands between them is left as it is.
 */
function keySpans(text: string): Span[] {
  const found: Span[] = [];
  for (const header of text.matchAll(KEY_HEADER)) {
    let at = header.index + header[0].length;
    const last = Math.min(text.length, header.index + LONGEST - 200);
    for (let isFirst = true; at < last; isFirst = false) {
      KEY_LINE.lastIndex = at;
      const [whole = "", line = "", end] = KEY_LINE.exec(text) ?? [];
      const isWhole = line.length >= SHORTEST_KEY_LINE && (!isFirst || !isPlaceholder(line));
      // The last line is as short as it happens to be.
      const isLast = !isFirst && line !== "" && (end !== undefined || line.endsWith("=") || isRandom(line));
      // A name of JSON is none.
      if (!(isWhole || isLast) || text.startsWith('":', at + whole.length)) break;
      at += whole.length;
      const start = at - (end?.length ?? 0) - line.length;
      found.push({ from: header.index, start, end: start + line.length, name: PRIVATE_KEY });
      if (!isWhole) break;
    }
  }
  return found;
}

const KEY_HEADER =
  /-----BEGIN (?:[A-Z0-9]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\{1,8}[nr]){1,8}(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]{0,200}){0,4}/g;
const SHORTEST_KEY_LINE = 40;
/** What may stand between two lines, a line, and the end of the key where it follows. */
const KEY_LINE =
  /(?:\s|\\{1,8}[nrt]|\/\/ |["'`+,.#>|*-]|\\(?=["'])){0,60}([A-Za-z0-9+/]{1,18000}={0,2})((?:\s|\\{1,8}[nrt]|["'`+,.#>|*]|\\(?=["'])){0,60}-----END )?/y;

/** Behind a telling word of what is said stands a name or a plain word more often than a credential. */
function isReal(name: string, value: string): boolean {
  if (name === EXACT) return true;
  if (isPlaceholder(value)) return false;
  if (name === ASSIGNED) return isRandom(value);
  return !(CODE_LIKE.has(name) && isCode(value));
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

/** It says itself that it is none: a word that no random key holds, or a few characters repeated. */
function isPlaceholder(value: string): boolean {
  if (/example|placeholder|redacted|changeme|your[-_]|xxxxx|\*\*\*|\.\.\.|\$\{|<[a-z]/i.test(value)) return true;
  return value.length >= 16 && new Set(value.slice(0, 64)).size < 6;
}

/** A name of a program, or a plain word. */
function isCode(value: string): boolean {
  if (/\d|[+=]/.test(value)) return false;
  return value.length < 20 || /^[A-Za-z_$]{1,60}(?:[./][A-Za-z_$]{1,60}){0,20}$/.test(value);
}

interface Held {
  readonly text: string;
  readonly before: string;
  readonly forms: readonly SecretForm[];
}

/** Not further than wanted, not within a credential, and not behind the header of a key whose body is still to come. */
function safeCut({ text, before, forms }: Held, wanted: number): number {
  let cut = wanted;
  const key = text.lastIndexOf("-----BEGIN ", cut);
  if (key >= 0 && text.length - key < LONGEST && !text.includes("-----END ", key)) cut = Math.min(cut, key);
  for (const { from, end } of [...findSpans(before + text, forms)].reverse()) {
    const [first, last] = [from - before.length, end - before.length];
    if (first < cut && last > cut) cut = Math.max(0, first);
  }
  return cut;
}
