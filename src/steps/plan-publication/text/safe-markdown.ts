import { codeBlock, quoteLines } from "./fence.ts";
import { reader, safeInline, type Token } from "./safe-inline.ts";

export interface SafeOptions {
  readonly host: string;
  /** The maximum length of the result. */
  readonly most: number;
  /** Whether a block of code is shown elsewhere. */
  readonly isShown?: (code: string) => boolean;
}

/**
 * Parses untrusted Markdown and writes it again: paragraphs, lists, quotations, tables, code and emphasis stay,
 * headings become bold lines, links show their target; HTML, images, mentions, references and commands become text.
 * Long text is cut at a paragraph, with a note.
 */
export function safeMarkdown(text: string, { host, most, isShown = () => false }: SafeOptions): string {
  const write = (part: string): string[] => renderBlocks(tokensOf(part), { host, isShown });
  const whole = text.length > most ? undefined : write(text).join("\n\n");
  if (whole !== undefined && whole.length <= most) return whole;
  // Characters that are made visible take more room.
  for (let length = most; length > MIN_LENGTH; length = Math.floor(length / 2)) {
    const safe = [...write(cutAt(text, length)), CUT].join("\n\n");
    if (safe.length <= most) return safe;
  }
  return CUT;
}

const MIN_LENGTH = 20;
const CUT = "*(cut here; the report has it whole)*";

/** At the last paragraph that fits, else at the last line, else anywhere. */
function cutAt(text: string, length: number): string {
  const piece = text.slice(0, length);
  for (const end of [piece.lastIndexOf("\n\n"), piece.lastIndexOf("\n")])
    if (end > length / 2) return piece.slice(0, end);
  return piece;
}

function tokensOf(text: string): Token[] {
  return reader.parse(text.replaceAll("\0", "\uFFFD"), {});
}

interface Blocks {
  readonly host: string;
  readonly isShown: (code: string) => boolean;
}

/** The blocks of one level, each as Markdown that leaves nothing open. */
function renderBlocks(tokens: readonly Token[], options: Blocks): string[] {
  const blocks: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const end = token.nesting === 1 ? closeOf(tokens, at) : at;
    const block = renderBlock(token, tokens.slice(at + 1, end), options);
    if (block !== "") blocks.push(block);
    at = end;
  }
  return blocks;
}

/** The index where the block that opens here ends. */
function closeOf(tokens: readonly Token[], open: number): number {
  const level = tokens[open]?.level ?? 0;
  for (let at = open + 1; at < tokens.length; at += 1)
    if (tokens[at]?.nesting === -1 && tokens[at]?.level === level) return at;
  return tokens.length;
}

function renderBlock(token: Token, inner: readonly Token[], options: Blocks): string {
  const { host, isShown } = options;
  switch (token.type) {
    case "heading_open": {
      const title = safeInline((inner[0]?.children ?? []).filter(isNotBold), { host });
      return title === "" ? "" : `**${title}**`;
    }
    case "blockquote_open":
      return quoteLines(renderBlocks(inner, options).join("\n\n"));
    case "bullet_list_open":
    case "ordered_list_open":
      return renderList(token, inner, options);
    case "table_open":
      return renderTable(inner, host);
    case "fence":
    case "code_block":
      return isShown(token.content) ? "" : codeBlock(token.content, token.info);
    case "hr":
      return "* * *";
    default:
      return inlineOf(inner[0] ?? token, host);
  }
}

const isNotBold = ({ type }: Token): boolean => type !== "strong_open" && type !== "strong_close";

const inlineOf = (token: Token | undefined, host: string): string => safeInline(token?.children ?? [], { host });

function renderList(list: Token, inner: readonly Token[], options: Blocks): string {
  const isOrdered = list.type === "ordered_list_open";
  const first = Number(list.attrGet("start") ?? 1);
  const items: string[] = [];
  let isTight = true;
  for (let at = 0; at < inner.length; at += 1) {
    const token = inner[at];
    if (token?.type !== "list_item_open") continue;
    const end = closeOf(inner, at);
    const content = inner.slice(at + 1, end);
    const isItemTight = content.every(({ type, hidden }) => type !== "paragraph_open" || hidden);
    isTight &&= isItemTight;
    const sign = isOrdered ? `${first + items.length}${list.markup === ")" ? ")" : "."} ` : `${bulletOf(list)} `;
    items.push(`${sign}${indented(renderBlocks(content, options).join(isItemTight ? "\n" : "\n\n"), sign.length)}`);
    at = end;
  }
  return items.join(isTight ? "\n" : "\n\n");
}

const bulletOf = ({ markup }: Token): string => (markup === "*" || markup === "+" ? markup : "-");

function indented(text: string, by: number): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${" ".repeat(by)}`);
}

function renderTable(inner: readonly Token[], host: string): string {
  const rows: string[][] = [];
  for (const { type, children } of inner) {
    if (type === "tr_open") rows.push([]);
    else if (type === "inline") rows.at(-1)?.push(safeInline(children ?? [], { host, isCell: true }));
  }
  const [head = [], ...rest] = rows;
  return [rowOf(head), `|${" --- |".repeat(head.length)}`, ...rest.map(rowOf)].join("\n");
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
