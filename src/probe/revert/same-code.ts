import { isInAridPlace } from "../arid/places.ts";
import type { ProbeFile } from "../open-files.ts";
import type { LineEdit } from "../patch/line-edits.ts";
import { runningTokens } from "../syntax/running-tokens.ts";
import { type SyntaxNode, walk } from "../syntax/node.ts";

/** The head, and the text with one hunk taken back. */
export interface Sides {
  readonly file: ProbeFile;
  readonly back: ProbeFile;
  readonly edit: LineEdit;
}

/**
 * Whether taking a hunk back changes only the dress of the code: comments, types, imports, layout, quotes, logs, the
 * text of messages, or a name that is replaced everywhere.
 */
export function isOnlyDress({ file, back, edit: { start, removed, added } }: Sides): boolean {
  const now = tokensAt(file, { start, lines: removed });
  const before = tokensAt(back, { start, lines: added.length });
  if (now.length === before.length && isSame(file, now, before)) return true;
  const [one, other] = [now, before].map((tokens) => withoutProtection(tokens.map(({ text }) => text).join(" ")));
  return one === other;
}

interface Token {
  readonly kind: "name" | "text" | "other";
  readonly text: string;
}

interface Range {
  readonly start: number;
  readonly lines: number;
}

/** What runs on these lines, without what makes no difference. */
function tokensAt(file: ProbeFile, { start, lines }: Range): Token[] {
  const isAt = ({ startLine }: SyntaxNode): boolean => startLine >= start && startLine < start + lines;
  const running = new Set<SyntaxNode>();
  for (const token of runningTokens(file.root, file.shape)) if (isAt(token)) running.add(token);
  const tokens: Token[] = [];
  for (const node of walk(file.root)) {
    if (node.children.length > 0 || !isAt(node)) continue;
    if (!running.has(node) && !(isOperator(node) && !isSilent(node, file))) continue;
    if (isInAridPlace(node, file) && !isThrown(node)) continue;
    tokens.push({ kind: kindOf(node, file), text: file.head.slice(node.start, node.end) });
  }
  return tokens;
}

function kindOf(node: SyntaxNode, { shape }: ProbeFile): Token["kind"] {
  if (shape.names.has(node.type)) return "name";
  for (let outer: SyntaxNode | undefined = node; outer !== undefined; outer = outer.parent) {
    if (shape.strings.has(outer.type)) return isThrown(outer) ? "text" : "other";
    if (shape.blocks.has(outer.type)) break;
  }
  return "other";
}

/** What is thrown matters, but not the text of its message. */
export function isThrown(node: SyntaxNode): boolean {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (/^(?:throw|raise)_statement$/.test(outer.type)) return true;
    if (/block|statement_list/.test(outer.type)) return false;
  }
  return /^(?:throw|raise)$/.test(node.type);
}

/** Punctuation that a formatter adds or moves says nothing; nor do brackets, which go with what is in them. */
const isOperator = ({ isNamed, type }: SyntaxNode): boolean =>
  !isNamed &&
  /^(?:[^\w\s()[\]{},;"'`:.]{1,4}|\?\.|and|or|not|in|is|if|else|for|while|switch|case|async|new|typeof|instanceof)$/.test(
    type,
  );

function isSilent(node: SyntaxNode, { shape }: ProbeFile): boolean {
  for (let outer: SyntaxNode | undefined = node; outer !== undefined; outer = outer.parent) {
    if (shape.silent.has(outer.type)) return true;
    if (shape.blocks.has(outer.type)) return false;
  }
  return false;
}

/** Whether two lists of tokens are equal but for names that the change gave to things everywhere in the file. */
function isSame(file: ProbeFile, now: readonly Token[], before: readonly Token[]): boolean {
  const there = new Map<string, string>();
  return now.every((token, index) => {
    const twin = before[index];
    if (twin === undefined || twin.kind !== token.kind) return false;
    if (token.kind === "text" || token.text === twin.text) return true;
    const known = there.get(token.text);
    if (token.kind === "other" || (known !== undefined && known !== twin.text)) return false;
    there.set(token.text, twin.text);
    return known !== undefined || (isNowhere(twin.text, file.head) && isNowhere(token.text, file.base ?? ""));
  });
}

const isNowhere = (name: string, text: string): boolean =>
  !new RegExp(`(?<![\\w$])${name.replaceAll(/[$#]/g, "\\$&")}(?![\\w$])`).test(text);

/** `a && a.b` → `a?.b`: most of the time the same. */
const withoutProtection = (tokens: string): string =>
  tokens
    .replaceAll(/(?<![\w$.])([\w$]{1,60}) && \1(?![\w$])/g, "$1")
    .replaceAll("?.", "")
    .replaceAll(/ {2,}/g, " ");
