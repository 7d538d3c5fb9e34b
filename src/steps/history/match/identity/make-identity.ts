import { createHash } from "node:crypto";
import type { Statement } from "#model/cluster.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import { type Identity, IDENTITY_VERSION } from "#model/history/identity.ts";
import { kindsOf } from "#likeness/kinds.ts";
import { conceptsOf } from "#likeness/text/concepts.ts";
import { tokensOf } from "#likeness/text/tokens.ts";

/** The input of an identity. A finding, a statement and a decided problem all fit. */
export interface Identifiable {
  readonly problem: Pick<Statement, "title" | "locations" | "quotes">;
  readonly grounding?: FindingGrounding | undefined;
  /** The symbols that enclose its places, the main one first. */
  readonly symbols?: readonly string[] | undefined;
}

/** The identity of a problem for later rounds. Independent of line numbers. */
export function makeIdentity({ problem, grounding, symbols = [] }: Identifiable): Identity {
  const topic = topicOf(problem.title, symbols);
  if (topic === "") return { version: IDENTITY_VERSION };
  const path = pathOf(problem, grounding);
  const [symbol = ""] = symbols;
  const code = problem.quotes.map((quote) => normaliseCode(quote.code)).find((plain) => plain !== "");
  return {
    version: IDENTITY_VERSION,
    ...(path !== undefined && code !== undefined ? { exact: hash("exact", path, symbol, code, topic) } : {}),
    ...(code === undefined ? {} : { code: hash("code", symbol, code, topic) }),
    ...(path === undefined ? {} : { place: hash("place", path, symbol, topic) }),
  };
}

/** The path in the commit, if it was looked up: reviewers shorten paths. */
function pathOf({ locations }: Identifiable["problem"], grounding: FindingGrounding | undefined): string | undefined {
  const [first] = locations;
  if (first === undefined) return undefined;
  const { summary, places = [] } = grounding ?? {};
  const moved = summary?.status === "moved" ? summary.path : undefined;
  return moved ?? places[0]?.path ?? first.path;
}

function hash(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16);
}

/**
 * The topic of a problem, the same for different words: the names in its title, the kind of trouble in its title, and
 * its category. The enclosing symbol is left out: some titles name it, some do not. Empty if the title is too vague.
 */
export function topicOf(text: string, symbols: readonly string[] = []): string {
  const title = text.slice(0, MAX_TITLE);
  const enclosing = new Set(symbols.map(lastPart));
  const names = namesIn(title).filter((name) => !enclosing.has(name));
  // The parts of a name are not about the trouble: `verifySignature` is about verifying whatever is wrong with it.
  const words = tokensOf(title.replaceAll(SPAN, " ").replaceAll(CODE_WORD, " "));
  const trouble = [...new Set(conceptsOf(words))];
  // Without a name the kind of trouble is too little: "Typo in comment" and "Incomplete comment" are two problems.
  const said = names.length > 0 && trouble.length > 0 ? trouble : [...new Set(words)];
  if (names.length + said.length === 0) return "";
  return [names, said, [...kindsOf(title)]].map((part) => part.toSorted().join(" ")).join("|");
}

const MAX_TITLE = 500;
const SPAN = /`([^`\n]{2,120})`/g;
const NAME = /[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*/g;
/** A word that prose does not use: with an inner capital, an underscore, a dot or a call's brackets. */
const CODE_WORD = /\b[A-Za-z_$][\w$]*(?:[a-z][A-Z]|_[a-z]|\w\(\)|\w\.\w)[\w$.]*/g;

function namesIn(title: string): string[] {
  const names = new Set<string>();
  for (const [, span = ""] of title.matchAll(SPAN)) {
    for (const [name] of span.matchAll(NAME)) names.add(lastPart(name));
  }
  for (const [name] of title.replaceAll(SPAN, " ").matchAll(CODE_WORD)) names.add(lastPart(name));
  names.delete("");
  return [...names];
}

function lastPart(name: string): string {
  const parts = name.split(/[.:>#]+/).filter((part) => part !== "");
  return (parts.at(-1) ?? "").replace(/\(\)$/, "").toLowerCase();
}

const MAX_CODE = 4_000;
/** Shorter code occurs in too many places to be distinctive. */
const MIN_CODE = 8;

/**
 * Quoted code without what reformatting changes: layout, line numbers, diff signs, comment marks, style of quotes,
 * semicolons, trailing commas, and ellipses. Empty if too little is left to recognize it by.
 */
export function normaliseCode(code: string): string {
  const lines = code
    .slice(0, MAX_CODE)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const plain = withoutMarks(withoutNumbers(lines))
    .map((line) => line.replace(COMMENT_MARK, ""))
    .join("")
    .replaceAll(/\s+/g, "")
    .replaceAll(/["`]/g, "'")
    .replaceAll(/\.\.\.|[;…]/g, "")
    .replaceAll(/,+(?=[)\]}])/g, "");
  return plain.length < MIN_CODE ? "" : plain;
}

/** A wrapped comment has its mark at other places. */
const COMMENT_MARK = /^\s*(?:\/\/+|\/\*+|\*+\/?|#+)/;
const LINE_NUMBER = /^\s*(\d{1,6})(?: ?[:|]\s?|\s|$)/;

/** Leading numbers are line numbers if every line has one and they rise. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  let last = -1;
  const bare: string[] = [];
  for (const line of lines) {
    const found = LINE_NUMBER.exec(line);
    const number = Number(found?.[1]);
    if (found === null || number <= last) return lines;
    last = number;
    bare.push(line.slice(found[0].length));
  }
  // One line that begins with a number may be code.
  return lines.length > 1 || /^\s*\d{1,6}(?: ?[:|]|\t)/.test(lines[0] ?? "") ? bare : lines;
}

function withoutMarks(lines: readonly string[]): readonly string[] {
  const isDiff =
    lines.length > 0 && lines.every((line) => /^[+ -]/.test(line)) && lines.some((line) => line[0] !== " ");
  return isDiff ? lines.map((line) => line.slice(1)) : lines;
}
