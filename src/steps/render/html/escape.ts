import { lookUp } from "#util/look-up.ts";

/** Markup that is safe in a page: written by us, or escaped. Only `html`, `escapeHtml` and `trusted` create it. */
export interface SafeHtml {
  readonly [SAFE]: string;
}

/** A value in an `html` template: lists are joined, `undefined` and `false` print nothing. */
export type HtmlValue = SafeHtml | string | number | false | undefined | readonly HtmlValue[];

/**
 * Builds HTML. Escapes every value that is not SafeHtml: as text between tags, and as an attribute's value within a tag.
 * Attribute values must be in double quotes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  const inTag = tagPositions(strings);
  let out = strings[0] ?? "";
  for (const [i, value] of values.entries()) {
    out += print(value, inTag[i] === true) + (strings[i + 1] ?? "");
  }
  return trusted(out);
}

/** Marks markup of our own making as safe. Never call it with text from a report. */
export function trusted(markup: string): SafeHtml {
  return { [SAFE]: markup };
}

/** The markup itself. */
export function markupOf(safe: SafeHtml): string {
  return safe[SAFE];
}

/** Text between tags: escaped, with invisible characters shown as code points. */
export function escapeHtml(text: string): SafeHtml {
  return trusted(showInvisible(escapeMarkup(text)));
}

/** Shows invisible characters in markup that is already escaped. Its tags must hold none themselves. */
export function showInvisible(markup: string): string {
  return INVISIBLE.test(markup) ? markup.replaceAll(INVISIBLE_ALL, mark) : markup;
}

/** Joins parts with a separator of ours. */
export function join(parts: readonly HtmlValue[], separator: string): SafeHtml {
  return trusted(parts.map((part) => print(part, false)).join(separator));
}

const SAFE = Symbol("safe html");

/**
 * Characters that are invisible or reorder text: controls except tab and line feed, soft hyphen, fillers, zero-width
 * and bidirectional marks, line separators, tags. Untrusted text uses them to look like other text.
 */
const INVISIBLE_CLASS =
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e01ef}]";
const INVISIBLE = new RegExp(INVISIBLE_CLASS, "u");
const INVISIBLE_ALL = new RegExp(INVISIBLE_CLASS, "gu");

function mark(character: string): string {
  return `<span class="cp">${codePoint(character)}</span>`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeMarkup(text: string): string {
  return /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (character) => lookUp(ENTITIES, character) ?? "") : text;
}

/** An attribute cannot contain elements, so invisible characters are named in brackets. */
function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll(INVISIBLE_ALL, (character) => `[${codePoint(character)}]`);
}

function print(value: HtmlValue, inTag: boolean): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return inTag ? escapeAttribute(value) : markupOf(escapeHtml(value));
  if (isSafe(value)) return value[SAFE];
  let out = "";
  for (const part of value) out += print(part, inTag);
  return out;
}

function isSafe(value: object): value is SafeHtml {
  return SAFE in value;
}

const positions = new WeakMap<TemplateStringsArray, readonly boolean[]>();

/** For each gap of a template: is it within a tag? Computed once per template. */
function tagPositions(strings: TemplateStringsArray): readonly boolean[] {
  const known = positions.get(strings);
  if (known !== undefined) return known;
  let inTag = false;
  const found = strings.map((text) => {
    const opened = text.lastIndexOf("<");
    const closed = text.lastIndexOf(">");
    if (opened !== closed) inTag = opened > closed;
    return inTag;
  });
  positions.set(strings, found);
  return found;
}

/** An address that a page may link to: http, https and mailto only. Undefined for everything else. */
export function safeUrl(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  // Browsers ignore spaces and controls within a scheme, so an address that has any is refused outright.
  if (/[\s\p{Cc}\p{Cf}"'<>\\`]/u.test(address)) return undefined;
  return /^(?:https?:\/\/|mailto:)[^/]/i.test(address) ? address : undefined;
}
