import type { Shape } from "../languages/shape.ts";
import type { ProbeFile } from "../open-files.ts";
import type { LineEdit } from "../patch/line-edits.ts";
import { codeTokens } from "../syntax/code-tokens.ts";
import { type SyntaxNode, walk } from "../syntax/node.ts";

/**
 * Whether taking a hunk back changes only the dress of the code: comments, types, imports, layout, quotes, the text of
 * messages, or a name that is used in the same way.
 */
export function isOnlyDress(file: ProbeFile, contents: string, { start, removed, added }: LineEdit): boolean {
  const root = file.parse(contents);
  if (root === undefined) return true;
  const head = tokensAt(file.root, file.head, { shape: file.shape, start, lines: removed });
  const back = tokensAt(root, contents, { shape: file.shape, start, lines: added.length });
  return head.length === back.length && isSame(file, head, back);
}

interface Token {
  readonly kind: "name" | "text" | "other";
  readonly text: string;
}

interface Range {
  readonly shape: Shape;
  readonly start: number;
  readonly lines: number;
}

/** What runs on these lines, without what makes no difference. */
function tokensAt(root: SyntaxNode, text: string, { shape, start, lines }: Range): Token[] {
  const isAt = ({ startLine }: SyntaxNode): boolean => startLine >= start && startLine < start + lines;
  const named = new Set<SyntaxNode>();
  for (const token of codeTokens(root, shape)) if (isAt(token)) named.add(token);
  const tokens: Token[] = [];
  for (const node of walk(root)) {
    if (node.children.length > 0 || !isAt(node)) continue;
    const written = text.slice(node.start, node.end);
    if (named.has(node)) tokens.push({ kind: kindOf(node, shape), text: written });
    else if (isOperator(node) && !isSilent(node, shape)) tokens.push({ kind: "other", text: written });
  }
  return tokens;
}

function kindOf(node: SyntaxNode, shape: Shape): Token["kind"] {
  if (shape.names.has(node.type)) return "name";
  return isMessage(node, shape) ? "text" : "other";
}

/** The text of an error or of a log entry. */
function isMessage(node: SyntaxNode, shape: Shape): boolean {
  let isText = false;
  for (let outer: SyntaxNode | undefined = node; outer !== undefined; outer = outer.parent) {
    if (shape.strings.has(outer.type)) isText = true;
    if (/^(?:throw|raise)_statement$/.test(outer.type)) return isText;
    if (shape.blocks.has(outer.type)) return false;
  }
  return false;
}

/** Punctuation that a formatter adds or moves says nothing; brackets neither, since they go with what is in them. */
const isOperator = ({ isNamed, type }: SyntaxNode): boolean =>
  !isNamed &&
  /^(?:[^\w\s()[\]{},;"'`:.]{1,4}|and|or|not|in|is|if|else|for|while|switch|case|async|new|typeof|instanceof)$/.test(
    type,
  );

function isSilent(node: SyntaxNode, shape: Shape): boolean {
  for (let outer: SyntaxNode | undefined = node; outer !== undefined; outer = outer.parent) {
    if (shape.silent.has(outer.type)) return true;
    if (shape.blocks.has(outer.type)) return false;
  }
  return false;
}

/** Whether two lists of tokens are equal but for names that the change gave to things everywhere in the file. */
function isSame(file: ProbeFile, head: readonly Token[], back: readonly Token[]): boolean {
  const there = new Map<string, string>();
  return head.every((token, index) => {
    const twin = back[index];
    if (twin === undefined || twin.kind !== token.kind) return false;
    if (token.kind === "text" || token.text === twin.text) return true;
    const known = there.get(token.text);
    if (token.kind === "other" || (known !== undefined && known !== twin.text)) return false;
    there.set(token.text, twin.text);
    return known !== undefined || (isNowhere(twin.text, file.head) && isNowhere(token.text, file.base ?? ""));
  });
}

const isNowhere = (name: string, text: string): boolean =>
  !new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$").replaceAll("#", "\\#")}(?![\\w$])`).test(text);
