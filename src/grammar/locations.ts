import type { Location } from "#model/location.ts";
import { trimSigns, trimSignsAtEnd } from "./spans.ts";
import { looksLikeFile, looksLikePath, repositoryPath } from "./paths.ts";

/** Where a problem is, as far as a text states it. */
export interface Places {
  readonly locations: readonly Location[];
  /** Places that are not files: a commit, "PR description". As written. */
  readonly places: readonly string[];
}

/** Longer texts are prose, not a list of places; parsing must stay cheap. */
const MAX_TEXT = 10_000;

/**
 * Reads a list of places from a finding line: `` `a.go:1-3, 7` and `9-12` ``, `b.md`, Markdown links, commits, free
 * text. Invalid lines are dropped; a reversed range is turned round.
 */
export function readLocations(text: string): Places {
  const reader = new PlaceReader();
  if (text.length > MAX_TEXT) return { locations: [], places: [text] };
  for (const token of tokensOf(text)) reader.take(token);
  return reader.finish();
}

/**
 * The locations that prose names, in order. Stricter: only what is certainly a file, and without code marks only with
 * line numbers.
 */
export function locationsInProse(text: string): Location[] {
  const found: Location[] = [];
  for (const token of tokensOf(text.slice(0, MAX_TEXT))) {
    if (token.kind === "link") found.push(...(readLink(token) ?? []));
    const words = token.kind === "code" ? [token.text] : token.kind === "text" ? (token.text.match(BARE) ?? []) : [];
    for (const word of words) {
      const locations = readList(word, undefined) ?? [];
      if (locations.every(({ path }) => looksLikeFile(path))) found.push(...locations);
    }
  }
  return found;
}

const BARE = /(?<![\w./@-])[\w./@-]{1,200}:\d{1,7}(?:[-–]\d{1,7})?/g;

type Token =
  | { readonly kind: "code" | "text"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly label: string; readonly target: string };

const LINK = /\[([^[\]]{1,500})\]\(([^()\s]{1,1000})\)/y;

function* tokensOf(text: string): Generator<Token> {
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const token = text[at] === "`" ? codeAt(text, at) : text[at] === "[" ? linkAt(text, at) : undefined;
    if (token === undefined) {
      at++;
      continue;
    }
    if (from < at) yield { kind: "text", text: text.slice(from, at) };
    yield token.token;
    at = token.end;
    from = at;
  }
  if (from < text.length) yield { kind: "text", text: text.slice(from) };
}

function codeAt(text: string, start: number): { token: Token; end: number } | undefined {
  const end = text.indexOf("`", start + 1);
  if (end <= start + 1) return undefined;
  return { token: { kind: "code", text: text.slice(start + 1, end) }, end: end + 1 };
}

function linkAt(text: string, start: number): { token: Token; end: number } | undefined {
  LINK.lastIndex = start;
  const match = LINK.exec(text);
  if (match === null) return undefined;
  const [whole, label = "", target = ""] = match;
  // `[file.go](/abs/file.go):445-479`: the lines follow the link.
  const behind = /^:\d[\d\s,–-]*/.exec(text.slice(start + whole.length, start + whole.length + 200))?.[0] ?? "";
  const lines = behind.replace(/[\s,–-]+$/, "");
  const token: Token = { kind: "link", text: whole + lines, label: label + lines, target };
  return { token, end: start + whole.length + lines.length };
}

/** Collects locations; the text between them becomes places. */
class PlaceReader {
  readonly #locations: Location[] = [];
  readonly #places: string[] = [];
  #words = "";
  /** After "lines", bare numbers are lines of the last file. */
  #counting = false;

  take(token: Token): void {
    const last = this.#locations.at(-1)?.path;
    const locations =
      token.kind === "link" ? readLink(token) : token.kind === "code" ? readList(token.text, last) : undefined;
    if (locations !== undefined) {
      this.#flush();
      this.#locations.push(...locations);
    } else if (token.kind === "text") this.#takeText(token.text);
    else this.#words += token.kind === "code" ? `\`${token.text}\`` : token.text;
  }

  finish(): Places {
    this.#flush();
    return { locations: this.#locations, places: this.#places };
  }

  /** Bare text: `file.go:58, other.go:9` without code marks, separators, or words of a free place. */
  #takeText(text: string): void {
    for (const part of text.split(/(\s*[,;]\s*|\s+)/)) {
      const word = trimSignsAtEnd(trimSigns(part, "*_"), "*_.");
      if (/^\s*$/.test(part)) this.#words += part;
      else if (/^\s*[,;]\s*$/.test(part) || /^(?:and|vs|&|\+|[–—]|-{1,2}|:)$/.test(word) || word === "") this.#flush();
      else this.#takeWord(word, part);
    }
  }

  #takeWord(word: string, part: string): void {
    const last = this.#words.trim() === "" ? this.#locations.at(-1)?.path : undefined;
    if (last !== undefined && /^lines?$/.test(word)) {
      this.#counting = true;
      return;
    }
    const isRange = this.#counting && RANGE.test(word);
    const locations = isRange || isBareLocation(word) ? readList(word, last) : undefined;
    this.#counting = isRange;
    if (locations === undefined) this.#words += part;
    else {
      this.#flush();
      this.#locations.push(...locations);
    }
  }

  #flush(): void {
    const words = trimSigns(this.#words, ":,;*_ \t");
    if (/[\p{L}\p{N}]/u.test(words)) this.#places.push(words);
    this.#words = "";
  }
}

/** Without code marks, only a word with line numbers or a file extension is a location. */
function isBareLocation(word: string): boolean {
  return /:\d/.test(word) || /^\d+[-–]\d+$/.test(word) || looksLikeFile(word);
}

function readLink({ label, target }: { label: string; target: string }): Location[] | undefined {
  const path = decodePath(target);
  if (path === undefined) return undefined;
  const fromTarget = readList(path, undefined)?.map((location) => ({
    ...location,
    path: repositoryPath(location.path),
  }));
  const fromLabel = readList(label.replaceAll("`", ""), fromTarget?.[0]?.path);
  if (fromTarget === undefined) return fromLabel;
  const main = fromTarget[0];
  if (fromLabel === undefined || main === undefined) return fromTarget;
  // The label may shorten the path, the target has all of it; the label may have the end of the range.
  const known = (location: Location): Location =>
    endsWithPath(main.path, location.path) && !location.path.includes("/")
      ? { ...location, path: main.path }
      : location;
  const locations = fromLabel.map(known);
  return locations[0]?.start === undefined && main.start !== undefined
    ? [{ ...main, path: locations[0]?.path ?? main.path }]
    : locations;
}

/** The path in a link's target: a file of the checkout, or a file on a code host. */
function decodePath(target: string): string | undefined {
  const plain = target
    .replaceAll("\\/", "/")
    .replace(/^<|>$/g, "")
    .replace(/^file:\/\//, "");
  const hosted = /^https?:\/\/[^/]+\/[^/]+\/[^/]+\/(?:-\/)?blob\/[^/]+\/(.+)$/.exec(plain)?.[1];
  if (hosted !== undefined) return hosted;
  return /^[a-z]+:/i.test(plain) && !/^[a-z]:[\\/]/i.test(plain) ? undefined : plain;
}

function endsWithPath(path: string, tail: string): boolean {
  return path === tail || path.endsWith(`/${tail}`);
}

const PIECE = /^([^\s:#]+)(?:[:#]L?(\d{1,9})(?::\d+)?(?:\s*(?:-|–|—|\.\.)\s*L?(\d{1,9})(?::\d+)?)?)?$/;
const RANGE = /^L?(\d{1,9})(?:\s*(?:-|–|—|\.\.)\s*L?(\d{1,9}))?$/;

/** Reads `a.go:1-3, 7; b.go`; undefined if any part is not a location. A bare range continues the preceding path. */
function readList(text: string, before: string | undefined): Location[] | undefined {
  const locations: Location[] = [];
  let path = before;
  const windows = /^[a-z]:\\/i.test(text.trim());
  for (const piece of (windows ? text.trim().slice(2).replaceAll("\\", "/") : text).split(
    /\s*[,;]\s*|\s+(?:and|vs\.?|&|\+)\s+/,
  )) {
    const range = RANGE.exec(piece.trim());
    if (range !== null) {
      if (path === undefined) return undefined;
      locations.push(withLines(path, range[1], range[2]));
      continue;
    }
    const [, named, start, end] = PIECE.exec(piece.trim()) ?? [];
    if (named === undefined) return undefined;
    if (start === undefined ? !looksLikePath(named) : !/[\p{L}\d]/u.test(named)) return undefined;
    path = repositoryPath(named);
    locations.push(withLines(path, start, end));
  }
  return locations.length > 0 ? locations : undefined;
}

function withLines(path: string, from: string | undefined, to: string | undefined): Location {
  const first = Number(from ?? 0);
  const second = to === undefined ? first : Number(to);
  if (first < 1 || second < 1) return { path };
  return { path, start: Math.min(first, second), end: Math.max(first, second) };
}
