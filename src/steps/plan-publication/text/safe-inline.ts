import MarkdownIt from "markdown-it";
import { oneLine, truncate } from "#util/words.ts";
import { codeSpan, escapeText, safeLink } from "./escape-text.ts";

/** The one parser of untrusted Markdown: no HTML, every kind of link, so that we judge each. */
export const reader = new MarkdownIt({ html: false, linkify: false, typographer: false });
reader.validateLink = () => true;

export type Token = ReturnType<typeof reader.parse>[number];

/** The context of a line of Markdown. */
export interface InlinePlace {
  readonly host: string;
  /** In a table cell, which a bar would end. */
  readonly isCell?: boolean;
}

/** One untrusted line of Markdown, truncated, made inert: emphasis and code are kept. */
export function safeLine(
  text: string,
  { host, most = 200 }: { readonly host: string; readonly most?: number },
): string {
  const cut = truncate(oneLine(text), most);
  const [inline] = reader.parseInline(cut.replaceAll("\0", "\uFFFD"), {});
  return safeInline(inline?.children ?? [], { host });
}

/** The tokens of a paragraph or a cell as Markdown again, written entirely by us. */
export function safeInline(tokens: readonly Token[], place: InlinePlace): string {
  const writer: Writer = { place, parts: [], text: "", links: [] };
  for (const token of tokens) write(writer, token);
  flush(writer);
  return writer.parts.join("");
}

interface Writer {
  readonly place: InlinePlace;
  readonly parts: string[];
  /** Text that is not yet escaped: adjacent text is judged together. */
  text: string;
  /** Open links, and how much was written before each. */
  readonly links: { readonly target: string; readonly parts: number; readonly text: number }[];
}

function write(writer: Writer, token: Token): void {
  switch (token.type) {
    case "softbreak":
    case "hardbreak":
      if (writer.place.isCell === true) writer.text += " ";
      else raw(writer, token.type === "hardbreak" ? "\\\n" : "\n");
      break;
    case "code_inline":
      // In a cell a bar ends even code, and a backslash before it cannot be distinguished from ours.
      if (writer.place.isCell === true && token.content.includes("|")) writer.text += token.content;
      else raw(writer, codeSpan(token.content));
      break;
    case "strong_open":
    case "strong_close":
      raw(writer, "**");
      break;
    case "em_open":
    case "em_close":
      raw(writer, "*");
      break;
    case "s_open":
    case "s_close":
      raw(writer, "~~");
      break;
    case "link_open":
      writer.links.push({
        target: String(token.attrGet("href") ?? ""),
        parts: writer.parts.length,
        text: writer.text.length,
      });
      break;
    case "link_close":
      closeLink(writer);
      break;
    case "image":
      // Opening the page would fetch it.
      writer.text += `image: ${token.content}`;
      showTarget(writer, String(token.attrGet("src") ?? ""));
      break;
    default:
      writer.text += token.content;
  }
}

/** Appends our own Markdown. */
function raw(writer: Writer, markdown: string): void {
  flush(writer);
  writer.parts.push(markdown);
}

function flush(writer: Writer): void {
  if (writer.text === "") return;
  const last = writer.parts.at(-1);
  const startsLine = last === undefined || last.endsWith("\n");
  writer.parts.push(escapeText(writer.text, { host: writer.place.host, startsLine }));
  writer.text = "";
}

/** A link shows its text and its target. Its text joins the preceding text, which may be adjacent. */
function closeLink(writer: Writer): void {
  const link = writer.links.pop();
  if (link === undefined) return;
  const isBare = writer.parts.length === link.parts && writer.text.slice(link.text) === link.target;
  if (!isBare) showTarget(writer, link.target);
}

function showTarget(writer: Writer, target: string): void {
  if (target === "") return;
  // Must not contain anything that ends a table cell.
  raw(writer, ` (${safeLink(target.replaceAll("|", "%7C"), writer.place.host)})`);
}
